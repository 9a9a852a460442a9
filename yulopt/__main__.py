"""`python -m yulopt` is the command `yulopt`."""

from yulopt.cli import main

if __name__ == "__main__":
    main()
