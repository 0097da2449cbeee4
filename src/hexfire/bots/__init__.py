"""Bots: players that are not people. They see what their seat sees, and play by the same rules."""

from hexfire.bots.levels import LEVELS, make
from hexfire.bots.player import Look, Player, look, play_game

__all__ = ["LEVELS", "Look", "Player", "look", "make", "play_game"]
