"""The vocabulary: pure values that every other room speaks in."""
