"""What a review says, as plain data in no language.

Chances are those of the first side (`Review.first`), a draw counting half; so are luck and errors.
What a decision cost is told from the side of who took it.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from hexfire.rulebook import Message


def signed(chance: float) -> str:
    """Hundredths of a game with their sign, as people read them."""
    return f"{round(chance * 100):+d}".replace("-", "−")


class CurvePoint(msgspec.Struct, frozen=True, kw_only=True):
    """The chance of victory after an action."""

    n: int
    """The number of the position in the journal; 0 is the start."""
    seat: str | None
    """Whose action led here."""
    turn: int
    """The game turn; 0 while the sides set up."""
    chance: float
    error: float
    judged: bool
    """Whether the position itself was played out; else it lies on the way between two that were."""


class ReviewedRoll(msgspec.Struct, frozen=True, kw_only=True):
    """A roll against its exact distribution."""

    n: int
    seat: str
    """Who rolled."""
    faces: tuple[int, ...]
    result: str
    odds: dict[str, Fraction]
    """The exact chance of each result."""
    expected: float
    """The chance of victory before the roll: the mean over all rolls."""
    chance: float
    luck: float
    error: float


class BetterWay(msgspec.Struct, frozen=True, kw_only=True):
    """What would have been better: as typed, and as the log would have told it."""

    actions: tuple[str, ...]
    told: tuple[Message, ...]
    chance: float
    """The chance of victory of whoever decided."""


class CostlyDecision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision, and what it cost against the better way."""

    n: int
    """The position it led to."""
    since: int
    """The position it was taken in."""
    seat: str
    kind: str
    turn: int
    actions: tuple[str, ...]
    told: tuple[Message, ...]
    chance: float
    """What was left of the chance of victory of whoever decided."""
    cost: float
    error: float
    better: BetterWay


class TurningPoint(msgspec.Struct, frozen=True, kw_only=True):
    """Where the chances changed much at once."""

    n: int
    since: int
    seat: str
    kind: str
    turn: int
    change: float
    error: float
    told: tuple[Message, ...]


class SideReview(msgspec.Struct, frozen=True, kw_only=True):
    """A side's share: what luck gave it, and what its decisions gave it, in chances of victory."""

    seat: str
    name: str
    rolls: int
    lucky: int
    """How many of its own rolls did more for it than could be expected."""
    own_luck: float
    """By its own rolls."""
    enemy_luck: float
    """By the rolls of the other side."""
    luck: float
    luck_error: float
    play: float
    """Against what the quick hand that plays the games out would have done."""
    play_error: float
    costly: tuple[CostlyDecision, ...]


class Review(msgspec.Struct, frozen=True, kw_only=True):
    """A whole game."""

    scenario: str
    first: str
    """The side whose chances the curve shows."""
    finished: bool
    winner: str | None
    """None also for a draw, or while the game goes on."""
    outcome: Message | None
    by_word: float
    """What resigning, agreeing or claiming changed for the first side; 0 if the rules ended it."""
    reappraised: float
    """What seeing further at the start of every player turn changed for the first side: no roll
    and no decision by itself did."""
    start: float
    end: float
    even: float
    """The end without the luck of all rolls. May lie beyond 0 and 1."""
    even_error: float
    sides: tuple[SideReview, ...]
    curve: tuple[CurvePoint, ...]
    turning: tuple[TurningPoint, ...]
    rolls: tuple[ReviewedRoll, ...]
    taken_back: int
    """Actions that were taken back: they are not judged."""
    cut: bool
    """Whether the last line of the journal was cut off and left out."""
    games: int
    """How many games were played out for each position."""
    seed: int
    notes: tuple[Message, ...]
