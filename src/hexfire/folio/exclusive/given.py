"""What exclusive rules name: units, turns, kinds of terrain, rules by the scenario's numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from hexfire.folio.counters import Marker, Names, Unit
from hexfire.folio.crt import Crt
from hexfire.folio.exclusive.declared import OptionalRule, Rule
from hexfire.folio.ground import Ground, Hexside, Terrain
from hexfire.folio.problems import Table
from hexfire.folio.scenario import Victory
from hexfire.folio.sections.named import Named

_TAKEN = re.compile(r"[A-Z]\d")
"""How the numbers of the rulebooks begin: a letter, and then a figure."""

MOST_MARKERS: Final = 40
"""Where markers have limits, barrages are listed one by one: a pool is no larger."""

MOST: Final = 60
"""No list of exclusive rules is longer: every one of them is asked in each combat or turn."""


class Given:
    """All that a file has said before its exclusive rules."""

    def __init__(
        self,
        named: Named,
        terrains: tuple[Terrain, ...],
        hexsides: tuple[Hexside, ...],
        units: tuple[Unit, ...],
        turns: int,
        crt: Crt | None,
        ground: Ground | None,
        victory: Victory,
        markers: tuple[Marker, ...],
    ) -> None:
        self.named, self.terrains, self.hexsides = named, terrains, hexsides
        self.units, self.turns, self.crt = units, turns, crt
        self.ground, self.markers = ground, markers
        self.objectives = tuple(objective.hex for objective in victory.objectives)
        self.everybody = (1 << len(units)) - 1
        self.beyond_the_common_rules = (
            any(unit.further for unit in units)
            or any(objective.each_turn for objective in victory.objectives)
            or any(way.when != "game_turn" for way in victory.sudden)
        )
        """Whether units or victory conditions need exclusive rules by themselves."""
        self._index = {unit.id: i for i, unit in enumerate(units)}
        self._rules: dict[str, Rule] = {}
        self.optional: dict[str, OptionalRule] = {}
        self.wanted: Mapping[str, Any] = {}
        """By rule, whether the players take an optional one in."""

    def rule(self, table: Table, family: str) -> Rule:
        """`rule` and `name`: what the scenario calls it; a number used again keeps its name."""
        number = table.text("rule", family) or family
        names: Names = table.names(default="")
        if not number.isprintable() or len(number) > 12 or " " in number:
            table.wrong("rule", "rule_id", value=number[:30])
        elif _TAKEN.match(number):
            table.wrong("rule", "rule_taken", value=number)
        known = self._rules.get(number)
        if known is None:
            default = {language: name or number for language, name in names.items()}
            known = self._rules[number] = Rule(number, default)
        optional = table.choice("optional", ("no", "on", "off"))
        if optional in ("on", "off") and number not in self.optional:
            self.optional[number] = OptionalRule(known, optional == "on")
        return known

    def plays(self, table: Table, rule: Rule) -> bool:
        """Whether a rule is in play: an optional one by what the players want, else by the file."""
        if rule.id not in self.optional:
            return True
        wanted = self.wanted.get(rule.id)
        return wanted if isinstance(wanted, bool) else table.any("optional") != "off"

    def check_count(self, table: Table, key: str, count: int) -> None:
        if count > MOST:
            table.wrong(key, "too_large", name=key or str(table.path[-1]), value=count, high=MOST)

    def turns_of(self, table: Table, key: str) -> frozenset[int]:
        """Game turns: `[1, 2]`, or one."""
        value = table.any(key, [])
        turns = set()
        for turn in value if isinstance(value, list) else [value]:
            if isinstance(turn, int) and not isinstance(turn, bool) and 1 <= turn <= self.turns:
                turns.add(turn)
            else:
                table.wrong(key, "no_turn", value=str(turn)[:20], turns=self.turns)
        return frozenset(turns)

    def unit(self, table: Table, key: str, name: str) -> int | None:
        index = self._index.get(name)
        if index is None:
            table.wrong(key, "no_such_unit", id=name[:30])
        return index

    def units_of(self, table: Table, key: str, side: int | None = None) -> int:
        """Units by id, by side (`side:axis`), formation (`formation:7`) …, as a set.

        If they must belong to a side, of a kind only its own are meant, and others are a mistake.
        """
        units = 0
        for name in table.texts(key):
            units |= self.units_named(table, key, name, side)
        return units

    def units_named(self, table: Table, key: str, name: str, side: int | None = None) -> int:
        """The units that one word names: an id, or a kind."""
        kind, colon, word = name.partition(":")
        if colon and name not in self._index:
            several = self._several(kind, word, side)
            if not several:
                table.wrong(key, "no_such_unit", id=name[:30])
            return several
        unit = self.unit(table, key, name)
        if unit is None:
            return 0
        if side not in (None, self.units[unit].side):
            owner = self.named.sides[1 - self.units[unit].side]
            table.wrong(key, "other_side", id=name, name=owner)
        return 1 << unit

    def markers_of(self, table: Table, key: str) -> int:
        """Markers of one side by id, as a set; no side of theirs has too many to be listed."""
        ids = {marker.id: i for i, marker in enumerate(self.markers)}
        markers, sides = 0, set()
        for name in table.texts(key):
            if name in ids:
                markers |= 1 << ids[name]
                sides.add(self.markers[ids[name]].side)
            else:
                table.wrong(key, "no_such_marker", id=name[:30])
        if not markers:
            table.wrong(key, "missing", name=key)
        if len(sides) > 1:
            table.wrong(key, "markers_of_both")
        for side in sides:
            pool = sum(1 for marker in self.markers if marker.side == side)
            if pool > MOST_MARKERS:
                table.wrong(key, "too_large", name="markers", value=pool, high=MOST_MARKERS)
        return markers

    def late_units(self, table: Table, key: str) -> int:
        """Units that come as reinforcements; of a kind, only those are meant."""
        named = set(table.texts(key))
        if not named:
            table.wrong(key, "missing", name=key)
        units = self.units_of(table, key)
        for i, unit in enumerate(self.units):
            if units >> i & 1 and not unit.turn:
                units &= ~(1 << i)
                if unit.id in named:
                    table.wrong(key, "not_late", id=unit.id)
        return units

    def _several(self, kind: str, word: str, side: int | None) -> int:
        several = 0
        for i, unit in enumerate(self.units):
            if side not in (None, unit.side):
                continue
            values = {
                "side": self.named.sides[unit.side],
                "formation": unit.formation,
                "arm": unit.arm,
                "nation": unit.nation,
                "class": "mobile" if unit.mobile else "foot",
                "size": unit.size,
            }
            if values.get(kind) == word:
                several |= 1 << i
        return several

    def kinds_of(self, table: Table, key: str, names: list[str]) -> frozenset[int]:
        """Kinds of terrain or hexside by id."""
        kinds = set()
        for name in table.texts(key):
            if name in names:
                kinds.add(names.index(name))
            else:
                table.wrong(key, "choice", value=name, known=tuple(names))
        return frozenset(kinds)
