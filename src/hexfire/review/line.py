"""The line a game took: every position it went through, and who or what led on from each.

A roll leads on by chance. An action without an alternative is nobody's doing. The moves of a phase
are one decision, for the enemy stands still and no die falls meanwhile: a plan is judged as a
whole. So is a side's set-up. Every other action is a decision of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from hexfire.dice import Dice
from hexfire.folio import Folio
from hexfire.folio.actions import Action, Roll
from hexfire.folio.legal import side_to_act
from hexfire.folio.state import Phase, State
from hexfire.play import Event, Step, Table


class Kind(Enum):
    """What led on."""

    ROLL = "roll"
    FORCED = "forced"
    SETUP = "setup"
    MOVEMENT = "movement"
    COMBAT = "combat"
    """Which attack or barrage, or none."""
    SUPPORT = "support"
    """Which marker, or none."""
    ANSWER = "answer"
    """Retreat, hold, displace, lose, advance."""


class Stretch(NamedTuple):
    """What one side did between two positions that are judged, or what a roll did."""

    first: int
    """The place of the position it began in, in the list of positions."""
    last: int
    side: int
    kind: Kind


class Line(NamedTuple):
    """A game without what was taken back."""

    states: tuple[State, ...]
    """The start, and the position after each action."""
    steps: tuple[Step, ...]
    stretches: tuple[Stretch, ...]

    def numbers(self) -> tuple[int, ...]:
        """The numbers that the journal gives the positions."""
        return (0, *(step.n for step in self.steps))

    def told(self, stretch: Stretch) -> Iterator[Event]:
        """What happened in a stretch."""
        for step in self.steps[stretch.first : stretch.last]:
            yield from step.events


def line_of(table: Table[State, Action]) -> Line:
    """The line of a journal."""
    game = table.game
    assert isinstance(game, Folio)
    steps = table.path()
    states = [table.at(0)]
    for step in steps:
        after, _ = game.apply(states[-1], step.seat, step.action, Dice(step.faces))
        states.append(after)
    return Line(tuple(states), steps, tuple(_stretches(game, states, steps)))


def _stretches(game: Folio, states: list[State], steps: tuple[Step, ...]) -> Iterator[Stretch]:
    at = 0
    while at < len(steps):
        state = states[at]
        side = side_to_act(state)
        assert side is not None
        kind = _kind(game, state, steps[at])
        end = at + 1
        if kind in (Kind.SETUP, Kind.MOVEMENT):
            while end < len(steps) and _together(states[end], state, side):
                end += 1
        yield Stretch(at, end, side, kind)
        at = end


def _together(now: State, begun: State, side: int) -> bool:
    """Whether a side still carries out what it began."""
    return (
        now.pending is None
        and side_to_act(now) == side
        and (now.turn, now.player, now.phase) == (begun.turn, begun.player, begun.phase)
    )


def _kind(game: Folio, state: State, step: Step) -> Kind:
    if isinstance(step.action, Roll):
        return Kind.ROLL
    if state.pending is None and state.phase is Phase.SETUP:
        return Kind.SETUP
    if len(game.menu(state, step.seat)) == 1:
        return Kind.FORCED
    if state.pending is None:
        return Kind.MOVEMENT if state.phase.is_movement else Kind.COMBAT
    tag = state.pending.__struct_config__.tag
    return Kind.SUPPORT if tag in ("slot", "counter") else Kind.ANSWER
