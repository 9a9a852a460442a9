"""The steps that go through SSA form, one module each."""
