"""What every game is to the kernel: set up, say what is legal, apply an action, show a seat's view.

State is frozen plain data (msgspec structs, tuples, numbers, text). Actions are tagged structs with
one typed form that a person can write. Nothing here rolls or remembers: `Table` does.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, Final, Protocol, TypeVar

import msgspec

from hexfire.dice import Dice
from hexfire.rulebook import Message, Refusal

S = TypeVar("S")
A = TypeVar("A")

Seat = str


class Event(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, for the log and the screen.

    `seats` are those who may know (None: everybody); the others get `instead`, or nothing.
    `reveals` closes the free undo: a secret came out. `data` is plain data for the screen (which
    unit, which path), under the same seal as the message.
    """

    message: Message
    rule: str = ""
    seats: tuple[Seat, ...] | None = None
    instead: Message | None = None
    reveals: bool = False
    data: dict[str, Any] = msgspec.field(default_factory=dict)

    def seen_by(self, seat: Seat | None) -> Event | None:
        """The event as a seat (None: a spectator) may know it."""
        if self.seats is None or seat in self.seats:
            return self
        return Event(self.instead, self.rule) if self.instead is not None else None


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: who won (nobody: a draw), and by what."""

    winners: tuple[Seat, ...]
    message: Message
    points: dict[Seat, int] = msgspec.field(default_factory=dict)


MOST_LISTED: Final = 10_000
"""How many actions anybody is told one by one: a crowd can attack in more ways than are read."""


class Legal(Protocol[A]):
    """The legal actions of a seat: to be listed, counted and asked."""

    @abstractmethod
    def __iter__(self) -> Iterator[A]: ...

    @abstractmethod
    def check(self, action: A) -> None:
        """Raise the Refusal that names the rule `action` breaks; return if it is legal."""

    def encoded(self, write: Callable[[A], str], most: int) -> bytes:
        """The first of them as people type them (`Game.write`), a JSON list; who lists many may
        be quicker."""
        return msgspec.json.encode([write(action) for action in islice(self, most)])

    def __contains__(self, action: A) -> bool:
        try:
            self.check(action)
        except Refusal:
            return False
        return True

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None


class Listed(Legal[A]):
    """Legal actions that are simply all listed; anything else breaks `rule`."""

    def __init__(
        self,
        actions: tuple[A, ...],
        rule: str = "",
        key: str = "core.play.not_legal",
        seat: Seat = "",
    ) -> None:
        self._actions, self._rule, self._key, self._seat = actions, rule, key, seat

    def __iter__(self) -> Iterator[A]:
        return iter(self._actions)

    def __len__(self) -> int:
        return len(self._actions)

    def check(self, action: A) -> None:
        if action not in self._actions:
            raise Refusal(self._rule, self._key, seat=self._seat, action=str(action))


class Game(Protocol[S, A]):
    """A game the kernel can run."""

    name: str
    version: str
    """The version of the rules. A journal keeps it."""
    reads: frozenset[str]
    """Older versions whose journals it still plays, by the rules of their time (`under`)."""
    state_type: Any
    action_type: Any

    def under(self, version: str) -> Game[S, A]:
        """The same game by the rules of one of the older versions it reads."""

    def setup(self, scenario: Any, options: Mapping[str, Any]) -> S:
        """The first position. `scenario` and `options` are plain JSON data."""

    def seats(self, state: S) -> tuple[Seat, ...]:
        """Who sits at the table."""

    def apart(self, state: S) -> bool:
        """Whether the seats act hidden from each other from this first position on."""

    def to_act(self, state: S) -> tuple[Seat, ...]:
        """Who has something to decide now; nobody when the game is over."""

    def legal(self, state: S, seat: Seat) -> Legal[A]:
        """All that a seat may do now."""

    def recall(self, state: S, seat: Seat, legal: Legal[A]) -> None:
        """A seat's legal actions at a position that is asked about again, as they were listed.

        A game that remembers only what it was asked last need not work them out anew.
        """

    def apply(self, state: S, seat: Seat, action: A, dice: Dice) -> tuple[S, tuple[Event, ...]]:
        """What the action leads to. Refuses (with the rule) whatever is not legal."""

    def view(self, state: S, seat: Seat | None) -> Any:
        """All that a seat (None: a spectator) may know, as plain data. Nothing else leaves."""

    def outcome(self, state: S) -> Outcome | None:
        """How it ended, or None while it goes on."""

    def write(self, action: A) -> str:
        """The action as a person types it."""

    def read(self, text: str, state: S, seat: Seat) -> A:
        """The action a person typed; a Refusal tells what cannot be understood."""


def shown(game: Game[S, Any], state: S, seat: Seat | None) -> bytes:
    """A seat's view as it is sent, in JSON.

    A game that keeps parts of its views encoded has a `shown` of its own, equal to the letter.
    """
    own: Callable[[S, Seat | None], bytes] | None = getattr(game, "shown", None)
    return msgspec.json.encode(game.view(state, seat)) if own is None else own(state, seat)
