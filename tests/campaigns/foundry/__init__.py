"""Real projects, built and tested by forge with solc and with yulopt."""
