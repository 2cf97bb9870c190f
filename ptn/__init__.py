"""The toolkit for the notation of the board game Tak: read, check, convert and score game records and positions."""

__version__ = "0.1.0"
