"""Playing at random: the short way through the engine plays the same game as a table would."""

from __future__ import annotations

import random

import pytest

from hexfire.bots.simple import random_game
from hexfire.dice import Dice, seeded
from hexfire.folio import Folio, State, builtin_names


def slowly(game: Folio, state: State, seed: int) -> tuple[State, int]:
    """The same by the game's own questions: every action asked for, checked and applied."""
    rng, rolls, count = random.Random(seed), seeded(seed), 0
    while game.to_act(state):
        (seat,) = game.to_act(state)
        legal = list(game.legal(state, seat))
        action = legal[int(rng.random() * len(legal))]
        state, _ = game.apply(state, seat, action, Dice((), rolls))
        count += 1
    return state, count


@pytest.mark.parametrize("scenario", builtin_names())
def test_a_random_game_is_a_legal_game(scenario: str) -> None:
    game = Folio()
    state = game.setup(scenario, {})
    quick = random_game(game.memo(state), state, random.Random(7), seeded(7))
    assert quick == slowly(game, state, 7)
    assert game.outcome(quick[0]) is not None
