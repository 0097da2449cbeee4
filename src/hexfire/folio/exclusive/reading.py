"""`[exclusive]`: exclusive rules read and checked; mistakes go to the notes of their table.

The format is in `docs/folio-exclusive.md`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from hexfire.folio.counters import FOOT, MOBILE
from hexfire.folio.crt import Crt
from hexfire.folio.exclusive.declared import (
    CHANGES,
    SAME,
    USES,
    Arrival,
    Bridge,
    Change,
    Command,
    Condition,
    Costs,
    Effect,
    Entering,
    Exclusive,
    Headquarters,
    Landing,
    MarkerRule,
    Replacements,
    Rule,
    Shift,
    Stacking,
    Stage,
    Supply,
    SupplySide,
    Weather,
    Works,
)
from hexfire.folio.exclusive.given import MOST, Given
from hexfire.folio.problems import Table
from hexfire.folio.sections.crt import read_crt
from hexfire.folio.sections.ground import read_costs
from hexfire.folio.sections.named import check_id
from hexfire.rulebook import BadInput

_DIE = re.compile(r"([1-3]?)d([1-9]\d?)")
_ROLLS = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")
OPTION: Final = "exclusive."
"""What the name of an option begins with that takes an optional rule in, or leaves it out."""


def read_exclusive(
    table: Table, given: Given, wanted: Mapping[str, Any], rows: set[str]
) -> Exclusive | None:
    """All exclusive rules of a file; None if it has none."""
    given.wanted = {
        name[len(OPTION) :]: value for name, value in wanted.items() if name.startswith(OPTION)
    }
    conditions = _conditions(table.table("conditions"), given)
    weather = _weather(table, given, conditions)
    rules = Exclusive(
        conditions=conditions,
        weather=weather,
        supply=_supply(table, given),
        command=_command(table, given),
        shifts=tuple(_shifts(table, given)),
        tables=_tables(table, given, rows),
        bridges=tuple(_bridges(table, given)),
        arrivals=tuple(_arrivals(table, given)),
        landing=_landing(table, given),
        entering=_entering(table, given),
        replacements=_replacements(table, given),
        works=_works(table, given),
        markers=tuple(_markers(table, given)),
        drawn=_drawn(table, given),
        stacking=_stacking(table, given),
        optional=tuple(given.optional.values()),
    )
    table.done()
    for name, value in given.wanted.items():
        known = tuple(OPTION + id for id in given.optional)
        if name not in given.optional:
            raise BadInput("folio.option.unknown", name=OPTION + name, known=known)
        if not isinstance(value, bool):
            known = ("true", "false")
            raise BadInput("folio.option.value", name=OPTION + name, value=str(value), known=known)
    return rules if table.keys() or given.beyond_the_common_rules else None


# -- parts that several families have ----------------------------------------


def change(table: Table, key: str, default: Change = SAME) -> Change:
    """`half`, `half_up`, `none`, or a number to be added."""
    value = table.any(key)
    if value is None:
        return default
    if isinstance(value, int) and not isinstance(value, bool) and -99 <= value <= 99:
        return Change("", value)
    if value in CHANGES:
        return Change(value)
    table.wrong(key, "change", name=key, value=str(value)[:30], known=CHANGES)
    return default


def effect(table: Table) -> Effect:
    """What a stage, a condition or a lack of command does to a unit."""
    movement = change(table, "movement")
    return Effect(
        change(table, "attack"),
        change(table, "defence"),
        change(table, "foot", movement),
        change(table, "mobile", movement),
        table.flag("may_attack", True),
    )


def die(table: Table, key: str = "die") -> tuple[int, int]:
    text = table.text(key, "d6")
    match = _DIE.fullmatch(text)
    if match is None:
        table.wrong(key, "die", value=text)
        return 1, 6
    return int(match[1] or 1), int(match[2])


# -- the families --------------------------------------------------


def _conditions(kinds: Table, given: Given) -> tuple[Condition, ...]:
    conditions = []
    for name, table in kinds.sub_tables():
        rule = given.rule(table, name)
        sides = given.named.sides
        condition = Condition(
            name,
            rule,
            given.turns_of(table, "turns"),
            effect(table),
            _costs(table.table("terrain"), [t.id for t in given.terrains], 1),
            _costs(table.table("hexside"), [h.id for h in given.hexsides], 0),
            given.kinds_of(table, "ignores", [h.id for h in given.hexsides]),
            table.choice("roads", ("road", "trail", "none")) or "road",
            table.flag("trails", True),
            _by_side(table, "support", sides),
            (
                _by_side(table, "shift", sides)[0].plus,
                _by_side(table, "shift", sides)[1].plus,
            ),
            table.flag("barrages", True),
            table.flag("zoc", True),
            table.flag("landings", True),
            frozenset(table.texts("without")),
        )
        table.done()
        if given.plays(table, rule):
            conditions.append(condition)
    given.check_count(kinds, "", len(conditions))
    return tuple(conditions)


def _costs(table: Table, names: list[str], default: int) -> Mapping[int, Costs]:
    """By kind of terrain or hexside, the MP it costs: `woods = 3`, or `woods = {mobile = "no"}`."""
    costs_by_kind = {}
    for name in table.keys():  # noqa: SIM118
        if name not in names:
            table.wrong(name, "choice", value=name, known=tuple(names))
            table.any(name)
            continue
        value = table.any(name)
        inner = table.table(name) if isinstance(value, dict) else None
        costs = read_costs(inner or Table(table.notes, (*table.path, name), {"mp": value}), default)
        if inner is not None:
            inner.done()
        costs_by_kind[names.index(name)] = costs
    return costs_by_kind


def _by_side(table: Table, key: str, sides: tuple[str, str]) -> tuple[Change, Change]:
    """A change for both sides, or one for each: `support = {axis = "half"}`."""
    value = table.any(key)
    if isinstance(value, dict):
        inner = table.table(key)
        both = change(inner, sides[0]), change(inner, sides[1])
        inner.done()
        return both
    one = change(table, key)
    return one, one


def _weather(top: Table, given: Given, conditions: tuple[Condition, ...]) -> Weather | None:
    table = top.table("weather")
    if not table.keys():
        return None
    rule, rolled = given.rule(table, "weather"), die(table)
    results, names = table.table("results", required=True), [c.id for c in conditions]
    low, high = rolled[0], rolled[0] * rolled[1]
    results_by_roll: list[tuple[int, int, int]] = []
    for key in results.keys():  # noqa: SIM118
        match, value = _ROLLS.fullmatch(key), results.text(key)
        if match is None:
            results.wrong(key, "rolls", value=key)
            continue
        if value not in (FAIR, *names):
            results.wrong(key, "choice", value=value, known=(FAIR, *names))
            continue
        first = int(match[1])
        last = int(match[2]) if match[2] else first
        results_by_roll.append((first, last, names.index(value) if value != FAIR else -1))
    results_by_roll.sort()
    covered = [
        roll for first, last, _ in results_by_roll for roll in range(first, min(last, 999) + 1)
    ]
    if covered != list(range(low, high + 1)):
        table.wrong("results", "rolls_gap", low=low, high=high)
        results_by_roll = [(low, high, -1)]
    turns = given.turns_of(table, "turns") or frozenset(range(1, given.turns + 1))
    table.done()
    if not given.plays(table, rule):
        return None
    return Weather(rule, rolled, tuple(results_by_roll), turns)


FAIR: Final = "fair"
"""What the weather is called when no condition holds."""


def _supply(top: Table, given: Given) -> Supply | None:
    table = top.table("supply")
    if not table.keys():
        return None
    rule = given.rule(table, "supply")
    sides = [_supply_side(table, side, n, given) for n, side in enumerate(given.named.sides)]
    ezoc = table.choice("ezoc", ("friends_open", "blocks", "free")) or "blocks"
    stages = []
    for stage in table.tables("stages"):
        loss = stage.choice("loss", ("none", "reduced", "eliminated")) or "none"
        stages.append(Stage(effect(stage), "" if loss == "none" else loss))
        stage.done()
    given.check_count(table, "stages", len(stages))
    if not stages:
        table.wrong("stages", "missing", name="stages")
        stages = [Stage(Effect(), "")]
    supply = Supply(
        rule,
        (sides[0], sides[1]),
        ezoc,
        tuple(stages),
        given.units_of(table, "exempt"),
        table.number("first_turn", 1, low=1),
    )
    table.done()
    if sides == [None, None]:
        table.wrong("rule", "no_sources")
    return supply if given.plays(table, rule) else None


def _supply_side(top: Table, side: str, number: int, given: Given) -> SupplySide | None:
    table = top.table(side)
    if not table.keys():
        return None
    sources, units = (
        given.named.hexes_of(table, "sources"),
        given.units_of(table, "source_units", number),
    )
    if not sources and not units:
        table.wrong("sources", "no_sources")
    measure = table.choice("measure", ("hexes", "mp"))
    length = table.number("length", 1, low=1, high=999) if "length" in table.keys() else None  # noqa: SIM118
    by_points = measure == "mp"
    supply_side = SupplySide(
        sources,
        units,
        None if length is None else 2 * length if by_points else length,
        by_points,
        MOBILE if table.choice("class", ("foot", "mobile")) == "mobile" else FOOT,
        table.flag("roads"),
    )
    table.done()
    return supply_side


def _command(top: Table, given: Given) -> Command | None:
    table = top.table("command")
    if not table.keys():
        return None
    rule, hqs = given.rule(table, "command"), []
    for entry in table.tables("headquarters"):
        name = entry.need_text("unit")
        unit = given.unit(entry, "unit", name)
        radius = entry.number("radius", 1, low=0, high=99)
        side = None if unit is None else given.units[unit].side
        commanded = given.units_of(entry, "commands", side)
        if not commanded:
            entry.wrong("commands", "missing", name="commands")
        entry.done()
        if unit is not None:
            hqs.append(Headquarters(unit, radius, commanded))
    given.check_count(table, "headquarters", len(hqs))
    subject = 0
    for hq in hqs:
        subject |= hq.commands
    command = Command(rule, tuple(hqs), effect(table), subject)
    table.done()
    return command if given.plays(table, rule) else None


def _shifts(top: Table, given: Given) -> Iterator[Shift]:
    tables = top.tables("shifts")
    given.check_count(top, "shifts", len(tables))
    for table in tables[:MOST]:
        rule = given.rule(table, "shift")
        side = given.named.side(table, "side")
        columns = table.any("columns")
        if not isinstance(columns, int) or isinstance(columns, bool) or not -9 <= columns <= 9:
            table.wrong("columns", "columns", value=str(columns)[:20])
            columns = 0
        only = table.choice("only", ("all", "combats", "barrages"))
        shift = Shift(
            rule,
            side,
            columns,
            given.turns_of(table, "turns"),
            given.units_of(table, "attackers", side),
            table.flag("every"),
            given.units_of(table, "targets", 1 - side),
            given.kinds_of(table, "terrain", [t.id for t in given.terrains]),
            sum(1 << hex for hex in given.named.hexes_of(table, "hexes")),
            only != "combats",
            only != "barrages",
        )
        table.done()
        if given.plays(table, rule):
            yield shift


def _tables(top: Table, given: Given, rows: set[str]) -> tuple[Crt | None, Crt | None]:
    """`[exclusive.tables.SIDE]`: a CRT for the attacks of one side, as wide as the common one."""
    tables = top.table("tables")
    by_side: list[Crt | None] = []
    for side in given.named.sides:
        table = tables.table(side)
        if not table.keys():
            by_side.append(None)
            continue
        crt = read_crt(table, rows)
        if crt is not None and given.crt is not None and crt.columns != given.crt.columns:
            width = given.crt.columns
            table.wrong("rows", "row_width", name=side, count=crt.columns, width=width)
        by_side.append(crt)
    tables.done()
    return by_side[0], by_side[1]


def _bridges(top: Table, given: Given) -> Iterator[Bridge]:
    tables = top.tables("bridges")
    given.check_count(top, "bridges", len(tables))
    known: set[str] = set()
    for table in tables[:MOST]:
        name = table.need_text("id")
        if name:
            check_id(table, "id", name)
        if name in known:
            table.wrong("id", "bridge_twice", id=name)
        known.add(name)
        rule = given.rule(table, name or "bridge")
        hexes = _crossing(table, given)
        owner = given.named.side(table, "blown_by", 0) if table.text("blown_by") else None
        state = table.choice("state", ("intact", "blown"))
        bridge = Bridge(
            name,
            table.names(default=name),
            rule,
            hexes or (0, 0),
            state == "blown",
            owner,
            table.number("chance", 6, low=1, high=6),
            table.choice("when", ("order", "approach")) == "approach",
            table.flag("guarded", True),
            given.units_of(table, "built_by"),
            table.flag("capture", True),
        )
        if state == "blown" and not bridge.built_by:
            table.wrong("built_by", "missing", name="built_by")
        table.done()
        if hexes is not None and given.plays(table, rule):
            yield bridge


def _crossing(table: Table, given: Given) -> tuple[int, int] | None:
    """`at = "0405/0505"`: two hexes next to each other, with a road or trail between them."""
    text = table.need_text("at")
    a, _, b = text.partition("/")
    first, second = given.named.hex(table, "at", a), given.named.hex(table, "at", b)
    ground = given.ground
    if first is None or second is None or ground is None:
        return None
    if (first, second) not in ground.roads | ground.trails:
        table.wrong("at", "no_road", value=text)
        return None
    return first, second


def _arrivals(top: Table, given: Given) -> Iterator[Arrival]:
    tables = top.tables("arrivals")
    given.check_count(top, "arrivals", len(tables))
    taken = 0
    for table in tables[:MOST]:
        rule, units = given.rule(table, "arrival"), given.late_units(table, "units")
        if units & taken:
            table.wrong("units", "arrival_twice")
        taken |= units
        first = (units & -units).bit_length() - 1
        holds, lost = _holds(table, given), _lost(table, given)
        arrival = Arrival(
            rule,
            units,
            given.units[first].side if units else 0,
            min((u.turn for i, u in enumerate(given.units) if units >> i & 1), default=1),
            table.number("chance", 6, low=1, high=6),
            holds,
            lost,
        )
        if arrival.chance == 6 and holds is None and lost is None:
            table.wrong("units", "arrival_empty")
        table.done()
        if units and given.plays(table, rule):
            yield arrival


def _holds(top: Table, given: Given) -> tuple[int, int] | None:
    """`holds = {hex = "0604", side = "axis"}`: an objective of the victory conditions."""
    table = top.table("holds")
    if not table.keys():
        return None
    hex, side = (
        given.named.hex(table, "hex", table.need_text("hex")),
        given.named.side(table, "side"),
    )
    table.done()
    if hex is None:
        return None
    if hex not in given.objectives:
        table.wrong("hex", "not_objective", hex=list(given.named.hexes)[hex])
        return None
    return given.objectives.index(hex), side


def _lost(top: Table, given: Given) -> tuple[int, int] | None:
    """`lost = {side = "axis", value = 5}`."""
    table = top.table("lost")
    if not table.keys():
        return None
    both = given.named.side(table, "side"), table.number("value", 1, low=1, high=9999)
    table.done()
    return both


def _landing(top: Table, given: Given) -> Landing | None:
    table = top.table("landing")
    if not table.keys():
        return None
    rule, drift = given.rule(table, "landing"), table.any("drift", [0, 0, 0, 1, 1, 2])
    good = isinstance(drift, list) and len(drift) == 6
    if not good or any(type(hexes) is not int or not 0 <= hexes <= 9 for hexes in drift):
        table.wrong("drift", "drift", value=str(drift)[:30])
        drift = [0] * 6
    landing = Landing(
        rule,
        given.late_units(table, "units"),
        tuple(drift),
        given.kinds_of(table, "rough", [t.id for t in given.terrains]),
        table.flag("in_ezoc"),
    )
    table.done()
    return landing if given.plays(table, rule) else None


def _entering(top: Table, given: Given) -> Entering | None:
    table = top.table("entering")
    if not table.keys():
        return None
    rule = given.rule(table, "entering")
    entering = Entering(rule, given.late_units(table, "units"), table.flag("pays", True))
    table.done()
    return entering if given.plays(table, rule) else None


def _replacements(top: Table, given: Given) -> Replacements | None:
    table = top.table("replacements")
    if not table.keys():
        return None
    rule, points = given.rule(table, "replacements"), table.table("points", required=True)
    per_side = [_per_turn(points, side, given.turns) for side in given.named.sides]
    points.done()
    back, rebuild = table.table("hexes"), table.maybe_number("rebuild")
    hexes = [sum(1 << hex for hex in given.named.hexes_of(back, s)) for s in given.named.sides]
    back.done()
    if rebuild is not None and not any(hexes):
        table.wrong("rebuild", "missing", name="hexes")
    if rebuild is not None and not 1 <= rebuild <= 99:
        table.wrong("rebuild", "too_small", name="rebuild", value=rebuild, low=1)
    replacements = Replacements(
        rule,
        (per_side[0], per_side[1]),
        table.flag("kept"),
        table.number("restore", 1, low=1, high=99),
        rebuild,
        given.units_of(table, "units") or given.everybody,
        (hexes[0], hexes[1]),
    )
    table.done()
    return replacements if given.plays(table, rule) else None


def _per_turn(table: Table, side: str, turns: int) -> tuple[int, ...]:
    """A number for each game turn: one for all of them, or a list, 0 after its end."""
    value = table.any(side, 0)
    numbers = value if isinstance(value, list) else [value] * turns
    if len(numbers) > turns or any(type(n) is not int or not 0 <= n <= 99 for n in numbers):
        table.wrong(side, "per_turn", name=side, turns=turns)
        return (0,) * turns
    return (*numbers, *[0] * (turns - len(numbers)))


def _works(top: Table, given: Given) -> Works | None:
    table = top.table("works")
    if not table.keys():
        return None
    rule, markers = given.rule(table, "works"), table.table("markers", required=True)
    limit = [markers.number(side, 0, high=99) for side in given.named.sides]
    markers.done()
    works = Works(
        rule,
        (limit[0], limit[1]),
        given.units_of(table, "units") or given.everybody,
        given.kinds_of(table, "not_in", [t.id for t in given.terrains]),
        table.flag("exempt"),
        table.flag("kept", True),
    )
    table.done()
    return works if given.plays(table, rule) else None


def _markers(top: Table, given: Given) -> Iterator[MarkerRule]:
    tables = top.tables("markers")
    given.check_count(top, "markers", len(tables))
    taken = 0
    for table in tables[:MOST]:
        rule, markers = given.rule(table, "markers"), given.markers_of(table, "markers")
        if markers & taken:
            table.wrong("markers", "marker_rule_twice")
        taken |= markers
        uses = table.texts("uses")
        for use in uses:
            if use not in USES:
                table.wrong("uses", "choice", value=use, known=USES)
        near, units = given.named.hexes_of(table, "near"), given.units_of(table, "near_units")
        reach = table.number("range", 0, high=999) if "range" in table.keys() else None  # noqa: SIM118
        if reach is not None and not near and not units:
            table.wrong("range", "missing", name="near")
        park = table.text("park")
        limits = MarkerRule(
            rule,
            markers,
            table.text("kind"),
            reach,
            near,
            units,
            given.kinds_of(table, "not_in", [t.id for t in given.terrains]),
            frozenset(uses or USES),
            given.named.hex(table, "park", park) if park else None,
        )
        table.done()
        if markers and given.plays(table, rule):
            yield limits


def _drawn(top: Table, given: Given) -> Rule | None:
    """`[exclusive.draw]`: markers are drawn at random."""
    table = top.table("draw")
    if not table.keys():
        return None
    rule = given.rule(table, "draw")
    table.done()
    return rule if given.plays(table, rule) else None


def _stacking(top: Table, given: Given) -> Stacking | None:
    """`[exclusive.stacking]`: how many units, or points of them, a hex takes."""
    table = top.table("stacking")
    if not table.keys():
        return None
    rule, kinds = given.rule(table, "stacking"), table.table("terrain")
    if isinstance(table.any("limit"), dict):
        by_side = table.table("limit")
        limits = [by_side.number(side, 1, low=1, high=MOST_POINTS) for side in given.named.sides]
        by_side.done()
    else:
        limits = [table.number("limit", 1, low=1, high=MOST_POINTS)] * 2
    names = [terrain.id for terrain in given.terrains]
    terrain = {}
    for name in kinds.keys():  # noqa: SIM118
        points = kinds.number(name, 1, low=1, high=MOST_POINTS)
        if name in names:
            terrain[names.index(name)] = points
        else:
            kinds.wrong(name, "choice", value=name, known=tuple(names))
    stacking = Stacking(
        rule,
        (limits[0], limits[1]),
        terrain,
        _weights(table, given),
        table.choice("together", ("any", "formation")) == "formation",
    )
    table.done()
    return stacking if given.plays(table, rule) else None


MOST_POINTS: Final = 99


def _weights(top: Table, given: Given) -> tuple[int, ...]:
    """`counts = {"size:X" = 3, "HQ" = 0}`: the points of units; of two that fit, the later word."""
    table, weights = top.table("counts"), [1] * len(given.units)
    for name in table.keys():  # noqa: SIM118
        points = table.number(name, 1, high=MOST_POINTS)
        units = given.units_named(table, name, name)
        for i in range(len(weights)):
            if units >> i & 1:
                weights[i] = points
    given.check_count(top, "counts", len(list(table.keys())))
    return tuple(weights)
