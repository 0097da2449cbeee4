"""The positions of a game: the actions played, where it stands now, what was taken back.

Actions are numbered from 1 on, and a position has the number of the action that led to it; 0 is
the start. Only actions and a few snapshots are kept: any position is quickly reached again from
the nearest one. Each seat counts only what it noticed (`Step.noticed`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from hexfire.dice import BadFace, Dice, NeedAnswer
from hexfire.play.game import Event, Game, Seat
from hexfire.play.lines import Header
from hexfire.play.steps import Step, noticed_by
from hexfire.rulebook import Refusal

S = TypeVar("S")
A = TypeVar("A")

SNAPSHOT_EVERY = 32


class History(Generic[S, A]):
    """What was played of a game, and every position it went through."""

    def __init__(self, game: Game[S, A], header: Header) -> None:
        self.game = game
        self.header = header
        self.steps: list[Step] = []
        self.now = 0
        """The number of the action that led to the present position; 0 before the first."""
        self._taken_back: set[int] = set()
        start = game.setup(header.scenario, header.options)
        self._snapshots: dict[int, S] = {0: start}
        self._current: tuple[int, S] = (0, start)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(self.header.seats)

    @property
    def state(self) -> S:
        number, state = self._current
        return state if number == self.now else self.at(self.now)

    def at(self, n: int) -> S:
        """The position after action `n`; from the nearest snapshot before it."""
        if self._current[0] == n:
            return self._current[1]
        path: list[Step] = []
        while n not in self._snapshots:
            step = self.steps[n - 1]
            if step.n not in self._taken_back:
                path.append(step)
            n = step.after
        return self._play_on(self._snapshots[n], reversed(path))

    def path(self, since: int = 0) -> tuple[Step, ...]:
        """The actions that led here from position `since`, without what was taken back."""
        steps: list[Step] = []
        n = self.now
        while n > since:
            step = self.steps[n - 1]
            if step.n not in self._taken_back:
                steps.append(step)
            n = step.after
        return tuple(reversed(steps))

    def branches(self) -> tuple[Step, ...]:
        """Actions that were taken back; they stay in the journal."""
        active = {step.n for step in self.path()}
        return tuple(step for step in self.steps if step.n not in active)

    # -- as a seat counts ---------------------------------------------------------------------

    def now_for(self, seat: Seat | None) -> int:
        """The present position as a seat counts: what it did not notice is not counted."""
        return self.path_for(seat)[-1] if self.header.apart else self.now

    def path_for(self, seat: Seat | None) -> tuple[int, ...]:
        """The numbers of all positions up to now, as a seat counts, from 0 on."""
        known = (step.n for step in self.path() if step.known_to(seat))
        return (0, *(self.number(seat, n) for n in known))

    def number(self, seat: Seat | None, n: int) -> int:
        """Position `n` of the journal as a seat counts it."""
        if not self.header.apart:
            return n
        return sum(step.known_to(seat) for step in self.steps[:n])

    def position(self, seat: Seat | None, number: int) -> int | None:
        """The position of the journal that a seat calls `number`; None if it is not there yet."""
        if not self.header.apart:
            return number
        known = [0, *(step.n for step in self.steps if step.known_to(seat))]
        return known[number] if 0 <= number < len(known) else None

    # -- going on and back --------------------------------------------------------------------

    def _next_step(
        self,
        seat: Seat,
        action: A,
        faces: tuple[int, ...],
        events: tuple[Event, ...],
        after: S,
        fair: bool,
    ) -> Step:
        """An action played on the present position, which led to `after`."""
        noticed = None
        if self.header.apart:
            noticed = noticed_by(self.game, self.seats, seat, events, self.state, after)
        return Step(len(self.steps) + 1, self.now, seat, action, faces, events, fair, noticed)

    def _go_on(self, step: Step, state: S) -> None:
        self.steps.append(step)
        self.now = step.n
        self._current = (step.n, state)
        if step.n % SNAPSHOT_EVERY == 0:
            self._snapshots[step.n] = state

    def _go_back(self, n: int) -> None:
        self._current = (n, self.at(n))
        self.now = n

    def _take_out(self, n: int) -> None:
        """As if action `n` had not been played; what was played since stands."""
        state = self._without(n)
        self._taken_back.add(n)
        self._snapshots = {at: kept for at, kept in self._snapshots.items() if at < n}
        self._current = (self.now, state)

    def _without(self, n: int) -> S:
        """The present position if action `n` had not been played."""
        try:
            return self._play_on(self.at(self.steps[n - 1].after), self.path(since=n))
        except (Refusal, NeedAnswer, BadFace):
            raise Refusal("", "core.play.undo_closed") from None  # others built on it

    def _play_on(self, state: S, steps: Iterable[Step]) -> S:
        for step in steps:
            state, _ = self.game.apply(state, step.seat, step.action, Dice(step.faces))
        return state
