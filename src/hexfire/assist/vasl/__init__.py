"""A VASL game beside you: what one side may know of it, as a situation and as a picture."""

from hexfire.assist.vasl.dropped import DroppedGame, dropped_game
from hexfire.assist.vasl.game import picture, read_game
from hexfire.assist.vasl.reading import Reading, Told, Unknown, read_situation
from hexfire.assist.vasl.sides import BOTH, seen_by, sides_of

__all__ = [
    "BOTH",
    "DroppedGame",
    "Reading",
    "Told",
    "Unknown",
    "dropped_game",
    "picture",
    "read_game",
    "read_situation",
    "seen_by",
    "sides_of",
]
