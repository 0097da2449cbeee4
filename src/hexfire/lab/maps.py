"""Scenarios that no bot was tuned on: made up from a seed, and mirror images of given ones.

A made-up scenario is valid and can be played: it has the tables of our tutorial; ground, towns,
roads and a river from the seed; an attacker and a defender; and levels of victory in the middle of
what quick games from its start give. The same seed gives the same scenario on any machine.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from hexfire.bots.greedy import TEMPER
from hexfire.bots.judge import Judge
from hexfire.bots.playout import playout
from hexfire.dice import seeded
from hexfire.folio import Folio
from hexfire.folio.library import builtin
from hexfire.folio.mapdraft import (
    FortressDraft,
    MapDraft,
    NameDraft,
    Pair,
    lie_of,
    put_together,
    take_apart,
)
from hexfire.folio.victory import score
from hexfire.hexes import Grid, Orientation, Shift
from hexfire.play.toml_rewrite import rewritten
from hexfire.rulebook import BadInput
from hexfire.rulebook.toml import read_toml

Texts = dict[str, str]
"""The two texts of a scenario."""

TRIAL_GAMES = 24
"""Quick games from whose results the levels of victory are laid down."""

MODEL = "tutorial"


@lru_cache(maxsize=64)
def named(name: str) -> str | Texts:
    """A scenario by name: `random:SEED`, `mirror:SCENARIO`; the name of one of ours stays."""
    kind, colon, rest = name.partition(":")
    if colon and kind == "random":
        if not rest.isdecimal() or len(rest) > 9:
            raise BadInput("lab.map_seed", seed=rest)
        return made_up(int(rest))
    if colon and kind == "mirror":
        return mirrored(texts_of(rest))
    builtin(name)  # refuses a name that is none
    return name


def texts_of(name: str) -> Texts:
    """The two texts of a scenario by name."""
    source = named(name)
    return dict(builtin(source)) if isinstance(source, str) else source


# -- made up ---------------------------------------------------------------------------------------


def made_up(seed: int) -> Texts:
    """The scenario of a seed."""
    maker = _Maker(random.Random(f"hexfire:map:{seed}"), seed)
    texts = maker.texts(0)
    return maker.texts(_even_margin(texts))


class _Maker:
    """Makes up one scenario; whatever it draws it draws once."""

    def __init__(self, rng: random.Random, seed: int) -> None:
        self._rng, self._seed = rng, seed
        self._columns, self._rows = rng.randint(11, 19), rng.randint(8, 13)
        self._shift = rng.choice((Shift.ON, Shift.BACK))
        self._grid = Grid.folio(self._columns, self._rows, self._shift, Orientation.FLAT)
        self._labels = [self._grid.label(hex) for hex in self._grid.hexes]
        self._column = [self._grid.column_row(hex)[0] for hex in self._grid.hexes]
        self._towns = self._sites(rng.randint(2, 4))
        self._terrain = self._ground()
        self._draft = self._drawn()
        self._units = [*self._army("blue"), *self._army("red")]
        self._turns = rng.randint(4, 7)
        self._support = [f"{rng.randint(0, 3)}/{rng.randint(0, 3)}" for _ in range(self._turns)]

    def texts(self, margin: int) -> Texts:
        """The two texts; the first side must be ahead by more than `margin`."""
        model = builtin(MODEL)
        data = read_toml(model["toml"])
        name = f"random-{self._seed}"
        about = {
            "en": f"A battle that nobody thought of: seed {self._seed}.",
            "ja": f"誰も考えたことのない戦い（種{self._seed}）。",
        }
        data["scenario"] |= {"id": name, "name": name, "about": about}
        data["map"] = {"hexes": "flat", "even_lines": self._shift.value}
        data["units"] = self._units
        data["turns"] = [{"support": support} for support in self._support]
        data["victory"] = {
            "points_per_loss": {"blue": 1, "red": 1},
            "hexes": [
                {"hex": self._labels[town], "points": points, "holder": "red", "name": f"T{n}"}
                for n, (town, points) in enumerate(self._towns.items(), start=1)
            ],
            "levels": [
                {"side": "blue", "margin": margin + 1, "name": "blue"},
                {"side": "red", "margin": -margin, "name": "red"},
            ],
        }
        return {
            "toml": rewritten(model["toml"], data),
            "map": put_together("", self._draft, data),
        }

    # -- ground ------------------------------------------------------------------------------

    def _sites(self, count: int) -> dict[int, int]:
        """Towns with their points: from the middle of the map on, away from each other."""
        rng, sites = self._rng, dict[int, int]()
        beyond = [i for i, column in enumerate(self._column) if column >= self._columns * 0.45]
        rng.shuffle(beyond)
        for hex in beyond:
            if len(sites) < count and all(self._far(hex, other) >= 3 for other in sites):
                sites[hex] = rng.randint(1, 4)
        return sites

    def _far(self, a: int, b: int) -> int:
        return self._grid.hexes[a].distance(self._grid.hexes[b])

    def _ground(self) -> list[str]:
        """Patches of woods and hills, and the towns."""
        rng = self._rng
        terrain = ["."] * len(self._labels)
        for _ in range(len(terrain) // 16):
            kind, patch = rng.choice("wwh"), {rng.randrange(len(terrain))}
            for _ in range(rng.randint(1, 6)):
                patch |= {rng.choice(self._grid.neighbours[rng.choice(sorted(patch))])}
            for hex in patch:
                terrain[hex] = kind
        for town in self._towns:
            terrain[town] = "t"
        return terrain

    def _drawn(self) -> MapDraft:
        rows = tuple(
            "".join(self._terrain[self._place(column, row)] for column in range(self._columns))
            for row in range(self._rows)
        )
        forts = [town for town in self._towns if self._rng.random() < 0.3]
        return MapDraft(
            terrain=rows,
            roads=tuple(self._roads()),
            sides={"river": tuple(self._river())},
            fortresses=tuple(FortressDraft(self._labels[hex]) for hex in forts),
            names=tuple(
                NameDraft(self._labels[town], f"T{n}", f"T{n}")
                for n, town in enumerate(self._towns, start=1)
            ),
        )

    def _place(self, column: int, row: int) -> int:
        return self._grid.index(self._grid.at(column, row))

    def _roads(self) -> Iterator[Pair]:
        """From the attacker's edge to every town, by a shortest way."""
        start = self._rng.choice([i for i, column in enumerate(self._column) if column == 0])
        before: dict[int, int] = {start: start}
        todo = deque([start])
        while todo:
            hex = todo.popleft()
            for near in self._grid.neighbours[hex]:
                if near not in before:
                    before[near] = hex
                    todo.append(near)
        known: set[tuple[int, int]] = set()
        for town in self._towns:
            hex = town
            while before[hex] != hex and (before[hex], hex) not in known:
                known.add((before[hex], hex))
                yield self._labels[before[hex]], self._labels[hex]
                hex = before[hex]

    def _river(self) -> Iterator[Pair]:
        """A river from the upper edge to the lower, wandering; half of the maps have none."""
        if self._rng.random() < 0.5:
            return
        middle = self._columns * self._rng.uniform(0.25, 0.6)
        bank = [middle]
        for _ in range(self._rows - 1):
            bank.append(bank[-1] + self._rng.uniform(-1, 1))
        rows = [self._grid.column_row(hex)[1] for hex in self._grid.hexes]
        for i, near in enumerate(self._grid.neighbours):
            for j in near:
                if self._column[i] < bank[rows[i]] and self._column[j] >= bank[rows[j]]:
                    yield self._labels[i], self._labels[j]

    # -- armies ------------------------------------------------------------------------------

    def _army(self, side: str) -> list[dict[str, Any]]:
        rng, attacks = self._rng, side == "blue"
        count = rng.randint(6, 12) if attacks else rng.randint(5, 9)
        edge = 0 if attacks else self._columns - 1
        if attacks:
            room = [i for i, column in enumerate(self._column) if column <= self._columns * 0.25]
        else:
            room = [i for i, column in enumerate(self._column) if column > self._columns * 0.4]
            near = {j for town in self._towns for j in (town, *self._grid.neighbours[town])}
            room = sorted(near | set(rng.sample(room, len(room) // 3)))
        places = rng.sample(room, count)
        border = [self._labels[i] for i, column in enumerate(self._column) if column == edge]
        army = []
        for n in range(count):
            unit = self._counter(f"{side[0].upper()}{n + 1}", side, strong=attacks)
            if n >= 4 and rng.random() < 0.25:
                unit |= {"turn": rng.randint(2, 3), "entry": border}
            else:
                unit["hex"] = self._labels[places[n]]
            army.append(unit)
        return army

    def _counter(self, name: str, side: str, *, strong: bool) -> dict[str, Any]:
        rng = self._rng
        mobile = rng.random() < 0.3
        attack, defence = rng.randint(2, 5) + strong, rng.randint(2, 5)
        speed = rng.randint(6, 9) if mobile else rng.randint(3, 5)
        counter: dict[str, Any] = {
            "id": name,
            "side": side,
            "size": "II",
            "arm": "armor" if mobile else "infantry",
            "front": f"{attack}-{defence}-{speed}",
        }
        if rng.random() < 0.8:
            counter["back"] = f"{attack // 2}-{max(1, defence // 2)}-{speed}"
        if mobile:
            counter |= {"mobile": True, "value": 2}
        return counter


def _even_margin(texts: Texts) -> int:
    """The middle of the margins in points that quick games end with."""
    game = Folio()
    start = game.setup(texts, {})
    memo = game.memo(start)
    judge = Judge(memo.scenario, TEMPER)
    margins = []
    for number in range(TRIAL_GAMES):
        last = playout((judge, judge), memo, start, seeded(f"map:{number}"))
        points = [score(memo.scenario, last, side).total for side in (0, 1)]
        margins.append(points[0] - points[1])
    return sorted(margins)[TRIAL_GAMES // 2]


# -- mirrored --------------------------------------------------------------------------------------

_NO_PLACES = frozenset({"id", "name", "formation", "first", "en", "ja", "text"})
"""Keys of the TOML file whose texts are never hexes, whatever they look like."""


def mirrored(source: Mapping[str, str]) -> Texts:
    """The same battle seen in a mirror: left is right. Every distance and every cost stays."""
    data = read_toml(source["toml"])
    draft = take_apart(source["map"], data)
    orientation, shift, labels = lie_of(data)
    columns, rows = len(draft.terrain[0]), len(draft.terrain)
    flat = orientation is Orientation.FLAT
    turned = not flat or columns % 2 == 0
    other = {Shift.ON: Shift.BACK, Shift.BACK: Shift.ON}[shift] if turned else shift
    here = Grid.folio(columns, rows, shift, orientation, labels)
    there = Grid.folio(columns, rows, other, orientation, labels)
    swap = {}
    for hex in here.hexes:
        column, row = here.column_row(hex)
        swap[here.label(hex)] = there.label(there.at(columns - 1 - column, row))

    def pairs(given: tuple[Pair, ...]) -> tuple[Pair, ...]:
        return tuple((swap[a], swap[b]) for a, b in given)

    seen = MapDraft(
        terrain=tuple(row[::-1] for row in draft.terrain),
        roads=pairs(draft.roads),
        trails=pairs(draft.trails),
        sides={kind: pairs(sides) for kind, sides in draft.sides.items()},
        fortresses=tuple(
            FortressDraft(swap[fort.hex], fort.exempt, fort.owner) for fort in draft.fortresses
        ),
        names=tuple(NameDraft(swap[name.hex], name.en, name.ja) for name in draft.names),
    )
    turned_data = _swapped(data, swap)
    turned_data["map"] = {**data.get("map", {}), "even_lines": other.value}
    scenario = dict(turned_data["scenario"])
    scenario["id"] = f"{scenario['id']}-mirrored"
    turned_data["scenario"] = scenario
    return {
        "toml": rewritten(source["toml"], turned_data),
        "map": put_together("", seen, turned_data),
    }


def _swapped(value: Any, swap: Mapping[str, str], key: str = "") -> Any:
    """Data with its hexes in their new places."""
    if isinstance(value, dict):
        return {name: _swapped(below, swap, name) for name, below in value.items()}
    if isinstance(value, list):
        return [_swapped(below, swap, key) for below in value]
    if not isinstance(value, str) or key in _NO_PLACES:
        return value
    ends = value.split("/")  # a bridge lies between two hexes: 0702/0703
    return "/".join(swap[end] for end in ends) if all(end in swap for end in ends) else value
