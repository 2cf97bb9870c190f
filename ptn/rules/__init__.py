"""The rules: typed moves and positions; no text is read here."""
