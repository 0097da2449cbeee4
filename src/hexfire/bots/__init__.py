"""Bots: players that are not people. They see what their seat sees, and play by the same rules.

In which order to read them:

- `player` says what a bot is, `levels` which there are, `simple` plays at random;
- `weights`, `tables`, `front`, `judge`: what things are worth, one position at a time, with exact
  odds;
- `spots`, `combat`, `exclusive`, `greedy`: choosing by that, one unit and one combat after the
  other;
- `outlook`, `search`: whole movement plans, and what they are worth one exchange ahead;
- `playout`, `shared_luck`: playing a position on quickly, with dice;
- `features`, `curve`, `learned`, `value`: what a position is worth, at a glance and by games played
  on;
- `trials`, `clock`, `planner`: options against each other, how long one may think, and the bot that
  does all this;
- `intent`: saying in one sentence what a plan is after.
"""

from hexfire.bots.levels import LEVELS, SECONDS, make
from hexfire.bots.player import Look, Player, look, play_game

__all__ = ["LEVELS", "SECONDS", "Look", "Player", "look", "make", "play_game"]
