"""Positions as something to look at."""
