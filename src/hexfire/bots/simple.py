"""Playing at random: any legal action, each with the same chance."""

from __future__ import annotations

import random
from typing import Final

from hexfire.bots.player import Look
from hexfire.dice import Dice, Source
from hexfire.folio.actions import Action, Roll
from hexfire.folio.board import Memo, Position
from hexfire.folio.effects import consequence
from hexfire.folio.legal.answers import menu_of
from hexfire.folio.legal.menu import side_to_act
from hexfire.folio.state import State
from hexfire.play import Event


class RandomBot:
    """Plays without thinking; every other bot should beat it."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def choose(self, look: Look) -> Action:
        return look.legal[self._rng.randrange(len(look.legal))]


def random_game(memo: Memo, state: State, rng: random.Random, source: Source) -> tuple[State, int]:
    """Both sides play at random to the end; the last state, and how many actions it took.

    An action is a whole one: the legal actions are counted, one of them is taken and applied, and
    its events are made.
    """
    count = 0
    while (side := side_to_act(state)) is not None:
        at = Position(memo, state)
        menu = menu_of(at, side)
        action = menu[int(rng.random() * len(menu))]
        dice = Dice((), source) if type(action) is Roll else NO_DICE
        events: list[Event] = []
        state = consequence(at, action, dice, events)
        count += 1
    return state, count


NO_DICE: Final = Dice()
"""Whoever rolls these is told that a roll is needed."""
