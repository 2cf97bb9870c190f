"""``python -m ptn``: the same as the command ``ptn``."""

from ptn.cli import main

if __name__ == "__main__":
    main()
