"""Hexfire: a rules-true table for hex-and-counter wargames."""

__version__ = "0.1.0"
