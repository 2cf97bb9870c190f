"""Text to records and back: the only room that knows Lark."""
