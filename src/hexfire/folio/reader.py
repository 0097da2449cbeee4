"""Scenario files read and checked: either a whole scenario, or every mistake with its line.

The format is described in `docs/folio-scenarios.md`.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_type_hints

import msgspec

from hexfire.folio.combat import RESULTS
from hexfire.folio.mapfile import MapReader
from hexfire.folio.options import Options
from hexfire.folio.problems import BadScenario, Notes, Problem, Table
from hexfire.folio.scenario import (
    SIZES,
    Crt,
    Ground,
    Hexside,
    Level,
    Marker,
    Objective,
    Scenario,
    Side,
    Strength,
    Sudden,
    Terrain,
    TurnSpace,
    Unit,
    Victory,
)
from hexfire.hexes import Orientation, Shift
from hexfire.rulebook import BadInput, Message

_STRENGTH = re.compile(r"(\d{1,3})-(\d{1,3})-(\d{1,3})")
_RANGE = re.compile(r"([+-]?\d{1,3})(?:\.\.([+-]?\d{1,3}))?")
_ID = re.compile(r"[^\s,]+")
_DIE = re.compile(r"([1-9]?)d([1-9]\d?)")
_TOML_LINE = re.compile(r"\(at line (\d+), column \d+\)")
_DOTS = {"•", "●", "-", "."}

FLAGS = ("special_forces", "amphibious", "ignores_zoc_stop", "acts_after_advance")


def load(source: Mapping[str, str], options: Mapping[str, Any] | None = None) -> Scenario:
    """A scenario from its two texts, `toml` and `map`; refused with all its mistakes.

    `options` are rule options that go before the scenario's own.
    """
    key_of(source, options or {})
    scenario, problems = read(source["toml"], source["map"], options or {})
    if scenario is None:
        raise BadScenario(problems)
    return scenario


def key_of(source: Mapping[str, str], options: Mapping[str, Any]) -> str:
    """What a scenario made of these texts and options is known by."""
    for name in ("toml", "map"):
        if not isinstance(source, Mapping) or not isinstance(source.get(name), str):
            raise BadInput("folio.scenario.texts")
    return digest(source["toml"], source["map"], options)


def check(toml: str, map: str) -> tuple[Problem, ...]:
    """All mistakes of a scenario's texts, in the order of their lines."""
    return read(toml, map, {})[1]


def read(
    toml: str, map: str, options: Mapping[str, Any]
) -> tuple[Scenario | None, tuple[Problem, ...]]:
    """The scenario (None if it has mistakes) and its mistakes."""
    notes = Notes(toml)
    try:
        data = tomllib.loads(toml)
    except tomllib.TOMLDecodeError as error:
        why = str(error)
        found = _TOML_LINE.search(why)
        line = int(found[1]) if found else toml.count("\n") + 1
        said = Message.of("folio.scenario.toml", why=_TOML_LINE.sub("", why).strip())
        return None, (Problem("toml", line, said),)
    scenario = read_data(notes, data, map, options, digest(toml, map, options), toml)
    if notes.problems:
        in_order = {"toml": 0, "map": 1}
        unique = dict.fromkeys(notes.problems)
        problems = tuple(sorted(unique, key=lambda p: (in_order[p.file], p.line)))
        return None, problems
    return scenario, ()


def read_data(
    notes: Notes,
    data: dict[str, Any],
    map: str,
    options: Mapping[str, Any],
    key: str,
    toml: str,
) -> Scenario | None:
    """A scenario from TOML data that has been parsed; mistakes go to the notes."""
    return _Reader(notes, data, map, options, key).scenario(toml)


def digest(toml: str, map: str, options: Mapping[str, Any]) -> str:
    whole = msgspec.json.encode([toml, map, options], order="deterministic")
    return hashlib.sha256(whole).hexdigest()[:16]


class _Reader:
    """One scenario being read."""

    def __init__(
        self, notes: Notes, data: dict[str, Any], map: str, options: Mapping[str, Any], key: str
    ) -> None:
        self.notes, self.map, self.key = notes, map, key
        self.wanted = options
        self.top = Table(notes, (), data)
        self.sides: tuple[str, ...] = ()
        self.hexes: Mapping[str, int] = {}

    def scenario(self, toml: str) -> Scenario | None:
        head = self.top.table("scenario", required=True)
        self.head = head
        sides = self._sides()
        if len(sides) != 2:
            return None
        name_id = head.need_text("id")
        names, about = head.names(), head.names("about")
        sources = tuple(head.texts("sources"))
        first = self._side(head, "first_player")
        setup_first = self._side(head, "sets_up_first", first)
        terrains, hexsides = self._terrains(), self._hexsides()
        ground = self._ground(terrains, hexsides)
        crt = self._crt({t.row for t in terrains} | {h.row for h in hexsides if h.row})
        turns = self._turns(first)
        units = self._units(ground, terrains, len(turns))
        markers = self._markers()
        victory = self._victory()
        limits = self.top.table("exceptions")
        attackers = limits.number("attacker_limit", 6, low=1)
        per_combat = limits.number("marker_limit", 2, low=0)
        notes = tuple(table.names("text") for table in self.top.tables("exclusive_rules"))
        limits.done()
        options = self._options()
        head.done()
        self.top.done()
        if ground is None or crt is None or options is None or self.notes.problems:
            return None
        return Scenario(
            self.key,
            name_id,
            names,
            about,
            sources,
            (sides[0], sides[1]),
            setup_first,
            terrains,
            hexsides,
            ground,
            crt,
            units,
            markers,
            turns,
            victory,
            options,
            attackers,
            per_combat,
            notes,
            {"toml": toml, "map": self.map},
        )

    # Sides

    def _sides(self) -> list[Side]:
        table = self.top.table("sides", required=True)
        found = []
        for name, side in table.sub_tables():
            if not _ID.fullmatch(name):
                side.wrong("", "id", id=name)
            found.append(Side(name, side.names(default=name), side.text("colour", "#888888")))
            side.done()
        if len(found) != 2 and table.keys():
            self.notes.in_toml(("sides",), "two_sides", count=len(found))
        self.sides = tuple(side.id for side in found)
        return found

    def _side(self, table: Table, key: str, default: int | None = None) -> int:
        name = table.text(key) if default is not None else table.need_text(key)
        if name in self.sides:
            return self.sides.index(name)
        if name:
            table.wrong(key, "no_side", name=name, known=self.sides)
        return default or 0

    # Terrain

    def _cost(self, table: Table, key: str, default: Any) -> int | None:
        """Movement points in halves; `"no"` is prohibited."""
        value = table.any(key, default)
        if value == "no":
            return None
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if number and value >= 0 and value * 2 == int(value * 2):
            return int(value * 2)
        table.wrong(key, "cost", name=key, value=str(value))
        return 2

    def _terrains(self) -> tuple[Terrain, ...]:
        found: list[Terrain] = []
        for name, table in self.top.table("terrain", required=True).sub_tables():
            symbol = table.need_text("symbol")
            if len(symbol) != 1 or symbol.isspace():
                table.wrong("symbol", "symbol", value=symbol)
            if symbol in {t.symbol for t in found}:
                table.wrong("symbol", "symbol_twice", value=symbol)
            mp = table.any("mp", 1)
            costs = (self._cost(table, "foot", mp), self._cost(table, "mobile", mp))
            row = table.text("row", "clear")
            sea = table.flag("sea")
            if sea:
                costs = (None, None)
            if 0 in costs:
                table.wrong("mp", "cost", name="mp", value="0")
            if name == "clear" and costs != (2, 2):
                table.wrong("mp", "clear_cost")
            colour = table.text("colour", "#dddddd")
            found.append(Terrain(name, symbol, table.names(default=name), costs, row, sea, colour))
            table.done()
        if "clear" not in {t.id for t in found}:
            self.notes.in_toml(("terrain",), "no_clear")
        return tuple(found)

    def _hexsides(self) -> tuple[Hexside, ...]:
        found = []
        for name, table in self.top.table("hexside").sub_tables():
            mp = table.any("mp", 0)
            costs = (self._cost(table, "foot", mp), self._cost(table, "mobile", mp))
            row = table.text("row") or None
            applies = table.text("applies_if", "all")
            if applies not in ("all", "any"):
                table.wrong("applies_if", "choice", value=applies, known=("all", "any"))
            minefield = table.flag("minefield")
            group = table.text("counts_as", "water" if name in ("river", "canal") else name)
            found.append(
                Hexside(
                    name, table.names(default=name), costs, row, applies == "all", minefield, group
                )
            )
            table.done()
        return tuple(found)

    def _ground(
        self, terrains: tuple[Terrain, ...], hexsides: tuple[Hexside, ...]
    ) -> Ground | None:
        table = self.top.table("map")
        orientation = table.text("hexes", "flat")
        shift = table.text("even_lines", "on")
        for key, value, known in (
            ("hexes", orientation, ("flat", "pointy")),
            ("even_lines", shift, ("on", "back")),
        ):
            if value not in known:
                table.wrong(key, "choice", value=value, known=known)
                return None
        table.done()
        if not terrains:
            return None
        reader = MapReader(
            self.map,
            self.notes,
            terrains,
            hexsides,
            (self.sides[0], self.sides[1]),
            Orientation(orientation),
            Shift(shift),
        )
        ground = reader.ground()
        self.hexes = reader.index
        return ground

    # The combat results table

    def _crt(self, used: set[str]) -> Crt | None:
        table = self.top.table("crt", required=True)
        die = table.text("die", "d6")
        if not _DIE.fullmatch(die):
            table.wrong("die", "die", value=die)
            return None
        rows_table, results_table = table.table("rows", True), table.table("results", True)
        table.done()
        rows = {name: self._row(rows_table, name) for name in rows_table.keys()}  # noqa: SIM118
        for row in sorted(used - set(rows)):
            self.notes.in_toml(("crt", "rows"), "no_row", row=row, known=tuple(rows))
        if not rows:
            return None
        width = len(next(iter(rows.values())))
        for name, ranges in rows.items():
            if len(ranges) != width:
                rows_table.wrong(name, "row_width", name=name, count=len(ranges), width=width)
        results = {}
        crt = Crt(die, rows, {0: ("•",) * width})
        for roll in crt.rolls:
            results[roll] = self._results(results_table, str(roll), width)
        results_table.done()
        return Crt(die, rows, results)

    def _row(self, table: Table, name: str) -> tuple[tuple[int, int], ...]:
        found: list[tuple[int, int]] = []
        for i, text in enumerate(table.texts(name)):
            match = _RANGE.fullmatch(text)
            if match is None:
                table.wrong(name, "range", i, value=text)
                return ()
            low = int(match[1])
            high = int(match[2]) if match[2] else low
            if high < low or (found and low != found[-1][1] + 1):
                table.wrong(name, "range_gap", i, value=text)
            found.append((low, high))
        return tuple(found)

    def _results(self, table: Table, roll: str, width: int) -> tuple[str, ...]:
        if roll not in table.keys():  # noqa: SIM118
            table.wrong("", "no_roll", roll=roll)
            return ("•",) * width
        found = ["•" if text in _DOTS else text for text in table.texts(roll)]
        for i, result in enumerate(found):
            if result not in RESULTS:
                table.wrong(roll, "result", i, value=result, known=RESULTS)
        if len(found) != width:
            table.wrong(roll, "results_width", roll=roll, count=len(found), width=width)
        return tuple(found)

    # Turns

    def _turns(self, first: int) -> tuple[TurnSpace, ...]:
        found = []
        for table in self.top.tables("turns"):
            text = table.text("support", "0/0")
            match = re.fullmatch(r"(\d{1,3})(?:/(\d{1,3}))?", text)
            if match is None:
                table.wrong("support", "support", value=text)
                continue
            left = int(match[1])
            right = int(match[2]) if match[2] is not None else left
            found.append(TurnSpace(self._side(table, "first_player", first), (left, right)))
            table.done()
        if not found:
            self.notes.in_toml(("turns",), "no_turns")
        return tuple(found)

    # Units and markers

    def _units(
        self, ground: Ground | None, terrains: tuple[Terrain, ...], turns: int
    ) -> tuple[Unit, ...]:
        found: list[Unit] = []
        standing: dict[int, str] = {}
        for table in self.top.tables("units"):
            unit = self._unit(table, turns)
            if unit is None:
                continue
            if any(other.id == unit.id for other in found):
                table.wrong("id", "unit_twice", id=unit.id)
            if len(unit.setup) == 1:
                other = standing.setdefault(unit.setup[0], unit.id)
                if other != unit.id:
                    table.wrong("hex", "stacked", id=unit.id, other=other)
            if ground is not None:
                self._check_ground(table, unit, ground, terrains)
            found.append(unit)
        if not found:
            self.notes.in_toml(("units",), "no_units")
        self._check_choices(found)
        return tuple(found)

    def _unit(self, table: Table, turns: int) -> Unit | None:
        name = table.need_text("id")
        if name and not _ID.fullmatch(name):
            table.wrong("id", "id", id=name)
        side = self._side(table, "side")
        size = table.text("size")
        if size and size not in SIZES:
            table.wrong("size", "choice", value=size, known=tuple(SIZES))
        front = self._strength(table, "front", table.need_text("front"))
        back_text = table.text("back")
        back = self._strength(table, "back", back_text) if back_text else None
        flags = table.texts("flags")
        for flag in flags:
            if flag not in FLAGS:
                table.wrong("flags", "choice", value=flag, known=FLAGS)
        setup = self._hexes(table, "hex")
        entry = self._hexes(table, "entry")
        turn = table.number("turn", 0)
        if bool(setup) == bool(turn):
            table.wrong("hex", "setup_or_turn", id=name)
        if turn and not entry:
            table.wrong("turn", "no_entry", id=name)
        if turn > turns:
            table.wrong("turn", "late", id=name, turn=turn, turns=turns)
        unit = Unit(
            name,
            side,
            size,
            table.text("arm"),
            front,
            back,
            table.flag("mobile"),
            "special_forces" in flags,
            "amphibious" in flags,
            "ignores_zoc_stop" in flags,
            table.names(default=name),
            table.text("formation"),
            table.number("value", 1),
            setup,
            turn,
            entry,
            "acts_after_advance" in flags,
        )
        table.done()
        return unit if name else None

    def _strength(self, table: Table, key: str, text: str) -> Strength:
        match = _STRENGTH.fullmatch(text)
        if match is None:
            if text:
                table.wrong(key, "strength", value=text)
            return Strength(0, 0, 0)
        return Strength(int(match[1]), int(match[2]), int(match[3]))

    def _hexes(self, table: Table, key: str) -> tuple[int, ...]:
        found = []
        for label in table.texts(key):
            hex = self._hex(table, key, label)
            if hex is not None:
                found.append(hex)
        return tuple(dict.fromkeys(found))

    def _hex(self, table: Table, key: str, label: str) -> int | None:
        found = self.hexes.get(label)
        if found is None and self.hexes:
            labels = list(self.hexes)
            table.wrong(key, "no_hex", hex=label, first=labels[0], last=labels[-1])
        return found

    def _check_ground(
        self, table: Table, unit: Unit, ground: Ground, terrains: tuple[Terrain, ...]
    ) -> None:
        """Nobody is put where he could never go."""
        for key, hexes in (("hex", unit.setup), ("entry", unit.entry)):
            for hex in hexes:
                terrain = terrains[ground.terrain[hex]]
                near = ground.grid.neighbours[hex]
                by_road = any((j, hex) in ground.roads | ground.trails for j in near)
                if terrain.sea or (terrain.costs[unit.mobile] is None and not by_road):
                    label = ground.grid.label(ground.grid.hexes[hex])
                    table.wrong(key, "prohibited", id=unit.id, hex=label, terrain=terrain.id)

    def _check_choices(self, units: list[Unit]) -> None:
        """F3.0c: every unit with a choice of hexes finds one of its own."""
        owner: dict[int, int] = {}
        taken = {unit.setup[0] for unit in units if len(unit.setup) == 1}

        def seat(i: int, tried: set[int]) -> bool:
            for hex in units[i].setup:
                if hex in taken or hex in tried:
                    continue
                tried.add(hex)
                if hex not in owner or seat(owner[hex], tried):
                    owner[hex] = i
                    return True
            return False

        for i, unit in enumerate(units):
            if len(unit.setup) > 1 and not seat(i, set()):
                self.notes.in_toml(("units", i, "hex"), "no_room", id=unit.id)

    def _markers(self) -> tuple[Marker, ...]:
        found: list[Marker] = []
        pools = self.top.table("markers")
        for side in self.sides:
            for table in pools.tables(side):
                name, plus = table.need_text("id"), table.number("plus", 0)
                if name and not _ID.fullmatch(name):
                    table.wrong("id", "id", id=name)
                if name in {marker.id for marker in found}:
                    table.wrong("id", "marker_twice", id=name)
                order = table.number("order", plus)  # Q-MRK-1
                found.append(Marker(name, self.sides.index(side), plus, order))
                table.done()
        pools.done()
        return tuple(found)

    # Victory

    def _victory(self) -> Victory:
        table = self.top.table("victory", required=True)
        objectives = tuple(self._objectives(table))
        losses = self._by_side(table.table("points_per_loss"))
        exits = self._by_side(table.table("points_per_exit"))
        gates_table = table.table("exit_hexes")
        gates = [sum(1 << hex for hex in self._hexes(gates_table, side)) for side in self.sides]
        gates_table.done()
        levels = tuple(self._levels(table))
        sudden = tuple(self._sudden(table, {o.hex for o in objectives}))
        if not levels and table.keys():
            self.notes.in_toml(("victory",), "no_levels")
        table.done()
        return Victory(objectives, losses, exits, (gates[0], gates[1]), levels, sudden)

    def _by_side(self, table: Table) -> tuple[int, int]:
        a, b = (table.number(side, 0) for side in self.sides)
        table.done()
        return a, b

    def _objectives(self, victory: Table) -> Iterator[Objective]:
        for table in victory.tables("hexes"):
            hex = self._hex(table, "hex", table.need_text("hex"))
            points = table.any("points", 1)
            if isinstance(points, dict):
                both = self._by_side(table.table("points"))
            else:
                both = (table.number("points", 1),) * 2
            holder_name = table.text("holder")
            holder = self._side(table, "holder", 0) if holder_name else None
            names = table.names()
            table.done()
            if hex is not None:
                yield Objective(hex, both, holder, names)

    def _levels(self, victory: Table) -> Iterator[Level]:
        for table in victory.tables("levels"):
            side = self._side(table, "side")
            margin = table.any("margin", None)
            if not isinstance(margin, int) or isinstance(margin, bool):
                table.wrong("margin", "missing", name="margin")
                margin = 0
            yield Level(side, margin, table.names())
            table.done()

    def _sudden(self, victory: Table, objectives: set[int]) -> Iterator[Sudden]:
        for table in victory.tables("sudden"):
            side = self._side(table, "side")
            holds = self._hexes(table, "holds")
            for hex in holds:
                if hex not in objectives:
                    label = list(self.hexes)[hex]
                    table.wrong("holds", "not_objective", hex=label)
            way = Sudden(
                side,
                holds,
                table.maybe_number("margin"),
                table.maybe_number("enemy_lost"),
                table.maybe_number("exited"),
                table.names(),
            )
            if not holds and way.margin is way.enemy_lost is way.exited is None:
                table.wrong("side", "sudden_empty")
            yield way
            table.done()

    # Options

    def _options(self) -> Options | None:
        table = self.top.table("options")
        chosen: dict[str, Any] = {}
        hints = get_type_hints(Options)
        ok = True
        for name in table.keys():  # noqa: SIM118
            if name not in hints:
                table.wrong(name, "option", name=name, known=tuple(hints))
                ok = False
                continue
            value = table.any(name)
            if not _fits(hints[name], value):
                known = _values(hints[name])
                table.wrong(name, "choice", value=str(value), known=known)
                ok = False
            chosen[name] = value
        for name, value in self.wanted.items():
            if name not in hints:
                raise BadInput("folio.option.unknown", name=name, known=tuple(hints))
            if not _fits(hints[name], value):
                known = _values(hints[name])
                raise BadInput("folio.option.value", name=name, value=str(value), known=known)
            chosen[name] = value
        return Options(**chosen) if ok else None


def _values(hint: Any) -> tuple[str, ...]:
    return ("true", "false") if hint is bool else tuple(str(v) for v in get_args(hint))


def _fits(hint: Any, value: Any) -> bool:
    return isinstance(value, bool) if hint is bool else value in get_args(hint)
