"""Compatibility with python-chess: its boards, its regular expressions, and `enroque.as_chess`."""
