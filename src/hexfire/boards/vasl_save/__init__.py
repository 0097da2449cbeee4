"""VASL's saved games and logs: what lies where, and in which state."""

from hexfire.boards.vasl_save.layout import Grid, Laid, Place
from hexfire.boards.vasl_save.save import Counter, Info, Save, read_file, read_save

__all__ = ["Counter", "Grid", "Info", "Laid", "Place", "Save", "read_file", "read_save"]
