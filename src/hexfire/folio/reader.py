"""Scenario files read and checked: either a whole scenario, or every mistake with its line.

The format is described in `docs/folio-scenarios.md`.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from hexfire.folio.exclusive.given import Given
from hexfire.folio.exclusive.reading import OPTION, read_exclusive
from hexfire.folio.ground import Ground, Hexside, Terrain
from hexfire.folio.mapfile import MapReader
from hexfire.folio.problems import BadScenario, Notes, Problem, Table
from hexfire.folio.scenario import EDITION, Scenario, TurnSpace
from hexfire.folio.sections.counters import check_one_each, read_markers, read_units
from hexfire.folio.sections.crt import read_crt
from hexfire.folio.sections.ground import read_hexsides, read_lie, read_terrains
from hexfire.folio.sections.named import Named, read_sides
from hexfire.folio.sections.options import read_options
from hexfire.folio.sections.victory import read_victory
from hexfire.folio.stacking import Arranger, Standing, fits
from hexfire.rulebook import BadInput, Message
from hexfire.rulebook.toml import read_toml

MARKERS: Final = 2
"""F8.3c has two slots for each side: an exclusive rule may allow fewer markers, not more."""

_SUPPORT = re.compile(r"(\d{1,3})(?:/(\d{1,3}))?")
_TOML_LINE = re.compile(r"\(at line (\d+), column \d+\)")


def load(
    source: Mapping[str, str], options: Mapping[str, Any] | None = None, edition: int = EDITION
) -> Scenario:
    """A scenario from its two texts, `toml` and `map`; refused with all its mistakes.

    `options` are rule options that go before the scenario's own.
    """
    key_of(source, options or {}, edition)
    scenario, problems = read(source["toml"], source["map"], options or {}, edition)
    if scenario is None:
        raise BadScenario(problems)
    return scenario


def key_of(source: Mapping[str, str], options: Mapping[str, Any], edition: int = EDITION) -> str:
    """What a scenario made of these texts and options is known by, in an edition of the rules."""
    for name in ("toml", "map"):
        if not isinstance(source, Mapping) or not isinstance(source.get(name), str):
            raise BadInput("folio.scenario.texts")
    return digest(source["toml"], source["map"], options, edition)


def check(toml: str, map: str) -> tuple[Problem, ...]:
    """All mistakes of a scenario's texts, in the order of their lines."""
    return read(toml, map, {})[1]


def read(
    toml: str, map: str, options: Mapping[str, Any], edition: int = EDITION
) -> tuple[Scenario | None, tuple[Problem, ...]]:
    """The scenario (None if it has mistakes) and its mistakes."""
    notes = Notes(toml)
    try:
        data = read_toml(toml)
    except tomllib.TOMLDecodeError as error:
        why = str(error)
        at_line = _TOML_LINE.search(why)
        line = int(at_line[1]) if at_line else toml.count("\n") + 1
        message = Message.of("folio.scenario.toml", why=_TOML_LINE.sub("", why).strip())
        return None, (Problem("toml", line, message),)
    key = digest(toml, map, options, edition)
    scenario = read_data(notes, data, map, options, key, toml, edition)
    if notes.problems:
        in_order = {"toml": 0, "map": 1}
        unique = dict.fromkeys(notes.problems)
        problems = tuple(sorted(unique, key=lambda p: (in_order[p.file], p.line)))
        return None, problems
    return scenario, ()


def digest(toml: str, map: str, options: Mapping[str, Any], edition: int = EDITION) -> str:
    """A short hash of what a scenario is made of. The first edition did not name itself in it."""
    parts = [toml, map, options] if edition == 1 else [toml, map, options, edition]
    whole = msgspec.json.encode(parts, order="deterministic")
    return hashlib.sha256(whole).hexdigest()[:16]


def read_data(
    notes: Notes,
    data: dict[str, Any],
    map: str,
    options: Mapping[str, Any],
    key: str,
    toml: str,
    edition: int = EDITION,
) -> Scenario | None:
    """A scenario from TOML data that has been parsed; mistakes go to the notes."""
    top = Table(notes, (), data)
    head = top.table("scenario", required=True)
    sides = read_sides(top.table("sides", required=True))
    if len(sides) != 2:
        return None
    named = Named((sides[0].id, sides[1].id), {})
    name_id = head.need_text("id")
    names, about = head.names(), head.names("about")
    sources = tuple(head.texts("sources"))
    first = named.side(head, "first_player")
    setup_first = named.side(head, "sets_up_first", first)
    terrains = read_terrains(top.table("terrain", required=True))
    hexsides = read_hexsides(top.table("hexside"))
    ground, hexes = _map(map, top, named, terrains, hexsides)
    named = named._replace(hexes=hexes)
    rows = {t.row for t in terrains} | {h.row for h in hexsides if h.row}
    crt = read_crt(top.table("crt", required=True), rows)
    turns = _turns(top, named, first)
    units = read_units(top, named, ground, terrains, len(turns))
    markers = read_markers(top.table("markers"), named)
    victory = read_victory(top.table("victory", required=True), named)
    limits = top.table("exceptions")
    attackers = limits.number("attacker_limit", 6, low=1)
    # The first edition took more than two, and let a combat use them in part only.
    per_combat = limits.number("marker_limit", 2, low=0, high=MARKERS if edition > 1 else None)
    limits.done()
    said = tuple(table.names("text") for table in top.tables("exclusive_rules"))
    wanted = {name: value for name, value in options.items() if not name.startswith(OPTION)}
    chosen = read_options(top.table("options"), wanted)
    given = Given(named, terrains, hexsides, units, len(turns), crt, ground, victory, markers)
    exclusive = read_exclusive(top.table("exclusive"), given, options, rows)
    stacking = exclusive.stacking if exclusive is not None else None
    if stacking is None or stacking.rule.id in given.optional:
        check_one_each(notes, units)  # players may leave out what is optional
    head.done()
    top.done()
    if ground is None or crt is None or chosen is None or notes.problems:
        return None
    scenario = Scenario(
        key=key,
        id=name_id,
        name=names,
        about=about,
        sources=sources,
        sides=(sides[0], sides[1]),
        setup_first=setup_first,
        terrains=terrains,
        hexsides=hexsides,
        ground=ground,
        crt=crt,
        units=units,
        markers=markers,
        turns=turns,
        victory=victory,
        options=chosen,
        attacker_limit=attackers,
        marker_limit=per_combat,
        notes=said,
        edition=edition,
        source={"toml": toml, "map": map},
        exclusive=exclusive,
    )
    if stacking is not None:
        _check_stacks(notes, scenario)
    return None if notes.problems else scenario


def _check_stacks(notes: Notes, scenario: Scenario) -> None:
    """F3.0c: everybody finds room where several may stand in a hex."""
    standing: Standing = {}
    for i, unit in enumerate(scenario.units):
        if len(unit.setup) == 1:
            there = standing.get(unit.setup[0], ())
            if not fits(scenario, there, i, unit.setup[0]):
                other = scenario.units[there[-1]].id
                notes.in_toml(("units", i, "hex"), "no_room_with", id=unit.id, other=other)
            standing[unit.setup[0]] = (*there, i)
    choosing = [i for i, unit in enumerate(scenario.units) if len(unit.setup) > 1]
    if Arranger(scenario).arrangement(standing, choosing) is None:
        unit = scenario.units[choosing[-1]]
        notes.in_toml(("units", choosing[-1], "hex"), "no_room", id=unit.id)


def _map(
    text: str,
    top: Table,
    named: Named,
    terrains: tuple[Terrain, ...],
    hexsides: tuple[Hexside, ...],
) -> tuple[Ground | None, Mapping[str, int]]:
    """The ground of the map file, and its hexes by label: these also if a part is wrong."""
    lie = read_lie(top.table("map"))
    if lie is None or not terrains:
        return None, {}
    reader = MapReader(text, top.notes, terrains, hexsides, named.sides, *lie)
    return reader.ground(), reader.index


def _turns(top: Table, named: Named, first: int) -> tuple[TurnSpace, ...]:
    spaces = []
    for table in top.tables("turns"):
        text = table.text("support", "0/0")
        match = _SUPPORT.fullmatch(text)
        if match is None:
            table.wrong("support", "support", value=text)
            continue
        left = int(match[1])
        right = int(match[2]) if match[2] is not None else left
        spaces.append(TurnSpace(named.side(table, "first_player", first), (left, right)))
        table.done()
    if not spaces:
        top.notes.in_toml(("turns",), "no_turns")
    return tuple(spaces)
