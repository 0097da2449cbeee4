"""Facts about what can be bought. Every figure has a name: `squad/German/4-6-8/bpv`.

A figure comes from the chapter itself, from a player's listing, or from the agreement of both
players, the later over the earlier. One that is nowhere is never guessed: whoever needs it gets a
refusal that names it (R-H-missing).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from hexfire.asl.purchase.calendar import Date, span
from hexfire.asl.purchase.nations import NATIONS
from hexfire.rulebook import BadInput, Refusal, read_whole

CLASSES = ("Elite", "Line", "Green", "Conscript")
KINDS = ("squad", "hs", "crew")
GUN_CLASSES = ("AT", "ART", "AA", "INF", "MTR", "RCL")
_BATTERY = re.compile(r"\d{1,4}\+[MR]?:\d{1,4}")
_LADDER = re.compile(r"\d{1,4}[-+]\d( +\d{1,4}[-+]\d)*")


def _whole(text: str) -> bool:
    return read_whole(text) is not None


def _rarity(text: str) -> bool:
    return re.fullmatch(r"\d\.\d|\d", text) is not None


def _one_of(*words: str) -> Callable[[str], bool]:
    return lambda text: text in words


def _date(text: str) -> bool:
    try:
        Date.read(text)
    except BadInput:
        return False
    return True


def _spans(text: str) -> bool:
    try:
        span(text)
    except BadInput:
        return False
    return True


def _any(text: str) -> bool:
    return bool(text)


_YES = _one_of("yes", "no")

# Kind of figure -> field -> is this text a value for it? What a field means: docs/purchase.md.
FIELDS: Mapping[str, Mapping[str, Callable[[str], bool]]] = {
    "squad": {
        "bpv": _whole,
        "bpv_at_most": _whole,
        "class": _one_of(*CLASSES),
        "kind": _one_of(*KINDS),
        "count": _whole,
        "elr": _whole,
        "pf": _whole,
        "smoke": _whole,
        "dates": _spans,
        "ss": _YES,
        "gurkha": _YES,
        "sissi": _YES,
        "inferred": _YES,
    },
    "gun": {
        "bpv": _whole,
        "rf": _rarity,
        "count": _whole,
        "class": _one_of(*GUN_CLASSES),
        "caliber": _whole,
        "m": _whole,
        "dm": _YES,
        "dates": _spans,
    },
    "vehicle": {
        "bpv": _whole,
        "rf": _rarity,
        "count": _whole,
        "afv": _one_of("full", "half", "no"),
        "crew_morale": _whole,
        "back": _one_of("Sz", "G", "Sz G", "none"),
        "lend_lease": _YES,
        "winter": _YES,
        "mixes": _any,
        "truck": _YES,
        "t": lambda text: re.fullmatch(r"-?\d{1,4}", text) is not None,
        "dates": _spans,
    },
    "option": {"fp": _whole, "rf": _rarity, "from": _date, "count": _whole, "automatic": _YES},
    "sw": {"per": _whole, "count": _whole, "engineers": _YES},
    "oba": {"battery": lambda text: _BATTERY.fullmatch(text) is not None},
    "nation": {
        "lg": lambda text: _whole(text) and int(text) > 0,
        "elr": _whole,
        "elr_note": _one_of("3", "4", "none"),
        "air": _whole,
        "bombs": _whole,
        "ladder": lambda text: _LADDER.fullmatch(text) is not None,
        "armor_leader_drm": lambda text: re.fullmatch(r"[-+]?\d", text) is not None,
    },
    "scenario": {
        "weather": _any,
        "air_price": _whole,
        "copies": lambda text: _whole(text) and int(text) > 0,
    },
}
_NAMED = ("squad", "gun", "vehicle", "option", "sw", "oba")


class Figure(NamedTuple):
    """The name of a figure, taken apart."""

    kind: str
    nation: str
    name: str
    field: str

    @property
    def key(self) -> str:
        return "/".join(part for part in self if part)

    @classmethod
    def read(cls, key: str) -> Figure:
        """`squad/German/4-6-8/bpv`, `option/German/PzKpfw IVH:AAMG/rf`, `nation/German/lg`."""
        parts = [part.strip() for part in key.split("/")]
        kind, field = parts[0], parts[-1]
        fields = FIELDS.get(kind)
        if fields is None:
            raise BadInput("purchase.figure_kind", text=key, kinds=tuple(FIELDS))
        if field not in fields:
            raise BadInput("purchase.figure_field", text=key, kind=kind, fields=tuple(fields))
        if kind == "scenario" and len(parts) == 2:
            return cls(kind, "", "", field)
        named = kind in _NAMED
        if len(parts) < 3 + named or parts[1] not in NATIONS:
            raise BadInput("purchase.figure_form", text=key)
        name = "/".join(parts[2:-1])
        if bool(name) != named:
            raise BadInput("purchase.figure_form", text=key)
        return cls(kind, parts[1], name, field)

    def check(self, text: str) -> str:
        """The value if it is one; it may differ by date: `41=1.3 42-45=1.1`."""
        text = text.strip()
        accepts = FIELDS[self.kind][self.field]
        try:
            good = all(accepts(value) for _, value in _by_date(text))
        except BadInput:
            good = False
        if not good or not text:
            raise BadInput("purchase.figure_value", figure=self.key, text=text)
        return text


def _by_date(text: str) -> Iterable[tuple[str, str]]:
    """`("", value)`, or each span of dates with its value."""
    if "=" not in text:
        return [("", text)]
    pairs = [part.partition("=") for part in text.split()]
    for when, equals, _ in pairs:
        if not equals:
            raise BadInput("purchase.bad_span", text=text)
        span(when)
    return [(when, value) for when, _, value in pairs]


class Facts:
    """All figures that hold on one date."""

    def __init__(self, date: Date, figures: Mapping[str, str]) -> None:
        self.date = date
        self._figures = figures
        self._names: dict[tuple[str, str], dict[str, None]] = {}
        for key in figures:
            figure = Figure.read(key)
            if figure.name:
                self._names.setdefault((figure.kind, figure.nation), {})[figure.name] = None

    def get(self, kind: str, nation: str, name: str, field: str) -> str | None:
        """A figure on this date, or None if nobody has given it."""
        text = self._figures.get(Figure(kind, nation, name, field).key)
        if text is None:
            return None
        for when, value in _by_date(text):
            if not when or self.date in span(when):
                return value
        return None

    def need(self, rule: str, kind: str, nation: str, name: str, field: str) -> str:
        """R-H-missing: a figure that must be known; if it is not, the players are asked."""
        figure = self.get(kind, nation, name, field)
        if figure is None:
            raise missing(rule, kind, nation, name, field)
        return figure

    def number(self, kind: str, nation: str, name: str, field: str) -> int | None:
        figure = self.get(kind, nation, name, field)
        return None if figure is None else int(figure)

    def supply(self, kind: str, nation: str, name: str) -> int | None:
        """H1.11: how many counters there are: one game's, or those of all copies agreed upon."""
        count = self.number(kind, nation, name, "count")
        return None if count is None else count * self.copies

    @property
    def copies(self) -> int:
        """H1.11: how many copies of the game both players have agreed to use."""
        return self.number("scenario", "", "", "copies") or 1

    def says_yes(self, kind: str, nation: str, name: str, field: str) -> bool:
        return self.get(kind, nation, name, field) == "yes"

    def names(self, kind: str, nation: str) -> tuple[str, ...]:
        """All items of a kind that anything is known of."""
        return tuple(self._names.get((kind, nation), ()))

    def like(self, kind: str, nation: str, text: str) -> str:
        """The item a person means: case and spaces do not matter."""
        wanted = _plain(text)
        for name in self.names(kind, nation):
            if _plain(name) == wanted:
                return name
        raise BadInput(
            "purchase.unknown_item",
            text=text,
            kind=f"@purchase.kind.{kind}",
            nation=f"@purchase.nation.{nation}",
        )

    def in_time(self, kind: str, nation: str, name: str) -> bool:
        """Whether the item exists on this date (one without dates always does)."""
        text = self._figures.get(Figure(kind, nation, name, "dates").key)
        return text is None or self.date in span(text)

    def weapons(self, nation: str, vehicle: str) -> tuple[str, ...]:
        """H1.41: the optional weapons listed for a vehicle."""
        head = f"{vehicle}:"
        return tuple(
            name.removeprefix(head)
            for name in self.names("option", nation)
            if name.startswith(head)
        )


def _plain(text: str) -> str:
    return re.sub(r"[\s.]", "", text).lower()


def missing(rule: str, kind: str, nation: str, name: str, field: str) -> Refusal:
    """The refusal that names a figure nobody has given."""
    key = Figure(kind, nation, name, field).key
    return Refusal(rule, "purchase.missing_figure", figure=key)


def tenths(rarity: str) -> int:
    """An RF in whole tenths, so that it compares exactly: `1.3` is 13."""
    whole, _, tenth = rarity.partition(".")
    return 10 * int(whole) + int(tenth or 0)


def rarity(value: int) -> str:
    """An RF as the tables print it: 13 is `1.3`."""
    return f"{value // 10}.{value % 10}"
