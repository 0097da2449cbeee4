"""What the games' services share: a scenario as it is offered, a typed action that may be done."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from hexfire.play import Seat


class OptionalCard(msgspec.Struct, frozen=True):
    """A rule that the players agree on when they begin: the option's name, its own, the default."""

    option: str
    rule: str
    name: dict[str, str]
    by_default: bool


class ScenarioCard(msgspec.Struct, frozen=True):
    """A scenario as it is offered for choice; names in both languages."""

    name: str
    title: dict[str, str]
    summary: dict[str, str]
    seats: dict[Seat, dict[str, str]]
    turns: int = 0
    units: int = 0
    optional: tuple[OptionalCard, ...] = ()


class LegalAction(msgspec.Struct, frozen=True):
    """A typed action that is legal, as it is written out."""

    legal: bool
    action: str


def listed(card: ScenarioCard, ours: Collection[str]) -> str:
    """What the table of an own scenario is listed by; never the name of one of `ours`."""
    title = "".join(sign for sign in card.title["en"] if sign.isprintable()).strip()[:60]
    return title if title and title not in ours else f"{title} *".strip()
