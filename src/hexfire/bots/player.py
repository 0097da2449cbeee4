"""What a bot is: something that chooses a legal action from what its seat may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

import msgspec

from hexfire.dice import Dice, Source
from hexfire.folio import Folio, State
from hexfire.folio.actions import Action
from hexfire.folio.board import Position
from hexfire.play import Outcome, Seat


class Look(NamedTuple):
    """What a bot is shown when it has to decide."""

    position: Position
    """The table as its seat may know it."""
    side: int
    legal: Sequence[Action]

    @property
    def seat(self) -> Seat:
        return self.position.scenario.seats[self.side]


class Player(Protocol):
    """A bot. It may remember what it planned; the position it is shown always decides."""

    def choose(self, look: Look) -> Action:
        """One of `look.legal`."""


def look(game: Folio, state: State, seat: Seat) -> Look:
    """The table through a seat's eyes: a hidden hand of the other side is not shown (Q-MRK-4)."""
    scenario = game.scenario(state)
    side = scenario.seats.index(seat)
    seen = state
    if not scenario.options.markers_public:
        hands = [0, 0]
        hands[side] = state.hands[side]
        seen = msgspec.structs.replace(state, hands=(hands[0], hands[1]))
    return Look(game.at(seen), side, game.menu(state, seat))


def play_game(
    game: Folio, state: State, players: Mapping[Seat, Player], source: Source, limit: int = 100_000
) -> tuple[State, Outcome]:
    """Let bots play a game to its end."""
    for _ in range(limit):
        outcome = game.outcome(state)
        if outcome is not None:
            return state, outcome
        (seat,) = game.to_act(state)
        action = players[seat].choose(look(game, state, seat))
        state, _ = game.apply(state, seat, action, Dice((), source))
    raise RuntimeError(f"the game did not end within {limit} actions")
