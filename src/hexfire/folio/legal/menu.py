"""Whose decision is open, and what every menu of legal actions can be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final

import msgspec

from hexfire.folio import support
from hexfire.folio.actions import (
    Action,
    Advance,
    Attack,
    Barrage,
    Counter,
    End,
    Enter,
    Hold,
    Leave,
    Move,
    Retreat,
    Support,
)
from hexfire.folio.board import Position
from hexfire.folio.exclusive import limits
from hexfire.folio.phases import NAMES, OVER
from hexfire.folio.state import Chance, Countering, Displacing, Losing, Retreating, Slot, State
from hexfire.rulebook import BadInput, Refusal


def side_to_act(state: State) -> int | None:
    """The side whose decision is open; None when the game is over."""
    pending = state.pending
    if pending is None:
        return None if state.phase is OVER else state.player
    # Asking for the exact kind is quicker than `isinstance`, and this is asked all the time.
    if type(pending) is Slot:
        attackers = pending.slot in (support.A1, support.A2)
        return state.player if attackers else 1 - state.player
    if type(pending) is Countering:
        return 1 - state.player
    if type(pending) is Retreating:
        return pending.side
    if type(pending) is Displacing:
        return pending.retreat.side
    if type(pending) is Chance:
        return pending.side
    if type(pending) is Losing and pending.defenders is True:
        return 1 - state.player
    return state.player


class Menu(Sequence[Action]):
    """The legal actions of the seat whose decision is open, as a sequence."""

    def __init__(self, at: Position) -> None:
        self.at = at

    def check(self, action: Action) -> None:
        """Refuse what is not legal, with its rule."""
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError

    def __iter__(self) -> Iterator[Action]:
        raise NotImplementedError

    def __getitem__(self, i: int) -> Action:  # type: ignore[override]
        raise NotImplementedError

    def __contains__(self, action: object) -> bool:
        try:
            self.check(action)  # type: ignore[arg-type]
        except Refusal:
            return False
        return True

    def __bool__(self) -> bool:
        return len(self) > 0

    def encoded(self, write: Callable[[Action], str], most: int) -> bytes:
        """The first of them as people type them, a JSON list."""
        return msgspec.json.encode([write(action) for action in islice(self, most)])

    # Reading what an action names

    def unit(self, name: str) -> int:
        unit = self.at.charts.units.get(name)
        if unit is None:
            raise BadInput("folio.no_unit", unit=name)
        return unit

    def hex(self, name: str) -> int:
        hex = self.at.charts.hexes.get(name)
        if hex is None:
            labels = self.at.scenario.labels
            raise BadInput("folio.no_hex", hex=name, first=labels[0], last=labels[-1])
        return hex

    def own(self, name: str, rule: str = "F4.1b") -> int:
        """A unit of the current player on the map; another's is refused by `rule`."""
        unit = self.unit(name)
        if self.at.charts.sides[unit] != self.at.player:
            raise Refusal(rule, "folio.not_yours", unit=name)
        if self.at.places[unit] < 0:
            raise Refusal("F2.1", "folio.not_on_map", unit=name)
        return unit

    def check_markers(self, names: tuple[str, ...], side: int, rule: str) -> None:
        """F8.3b, F8.4f: one or two different markers, all of them available."""
        scenario, hand = self.at.scenario, self.at.state.hands[side]
        limit = min(2, scenario.marker_limit)
        if not 1 <= len(names) <= limit or len(set(names)) < len(names):
            raise Refusal(rule, "folio.marker.count", limit=limit)
        for name in names:
            marker = scenario.marker_index.get(name)
            if marker is None:
                raise BadInput("folio.no_marker", marker=name)
            support.check_own(self.at, marker, side)
            support.check_available(self.at, hand, marker)

    def check_limits(self, names: tuple[str, ...], use: str, hex: int) -> None:
        """Exclusive rules: whether markers may be used so against a hex, or in it."""
        if self.at.scenario.exclusive is not None:
            for name in names:
                limits.check(self.at, self.at.scenario.marker_index[name], use, hex)


class Nothing(Menu):
    """For a seat that has nothing to decide."""

    def __init__(self, at: Position, seat: str) -> None:
        super().__init__(at)
        self._seat = seat

    def __len__(self) -> int:
        return 0

    def __iter__(self) -> Iterator[Action]:
        return iter(())

    def __getitem__(self, i: int) -> Action:  # type: ignore[override]
        raise IndexError(i)

    def check(self, action: Action) -> None:
        side = side_to_act(self.at.state)
        if side is None:
            raise Refusal("F4.0b", "core.play.over")
        turn = self.at.scenario.seats[side]
        rule = _when(self.at, action, "F4.1a")
        raise Refusal(rule, "folio.not_your_turn", seat=f"@{self._seat}", turn=f"@{turn}")


class Listed(Menu):
    """A short list of answers to one question."""

    def __init__(
        self,
        at: Position,
        rule: str,
        question: str,
        actions: Sequence[Action],
        why: Callable[[Menu, Action], None] | None = None,
    ) -> None:
        super().__init__(at)
        self.rule, self.question, self._actions, self._why = rule, question, actions, why

    def __len__(self) -> int:
        return len(self._actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions)

    def __getitem__(self, i: int) -> Action:  # type: ignore[override]
        return self._actions[i]

    def check(self, action: Action) -> None:
        if action in self._actions:
            return
        if self._why is not None:
            self._why(self, action)
        raise not_an_answer(_when(self.at, action, self.rule), self.question)


_TIMES: Final[dict[type, str]] = {
    Move: "F5.1a",
    Leave: "F5.1a",
    Enter: "F4.1c",
    Attack: "F7.0d",
    Barrage: "F8.4a",
    Support: "F8.0a",
    Counter: "F8.0a",
    Retreat: "F7.6k",
    Hold: "F7.8a",
    Advance: "F7.9a",
}
"""The rules that say when, and by whom, an action may be taken."""


def _when(at: Position, action: Action, otherwise: str) -> str:
    """The rule that an untimely action offends; F7.0e: one combat after another."""
    if isinstance(action, (Attack, End)) and at.state.combat is not None:
        return "F7.0e"
    return _TIMES.get(type(action), otherwise)


def not_an_answer(rule: str, question: str) -> Refusal:
    """An action that does not answer the question."""
    return Refusal(rule, "folio.not_an_answer", question=f"@folio.question.{question}")


def not_now(at: Position, action: Action) -> Refusal:
    """F4.1a, F5.1a, F7.0d: an action of another phase."""
    return Refusal(
        _when(at, action, "F4.1a"), "folio.not_now", phase=f"@folio.phase.{NAMES[at.phase]}"
    )
