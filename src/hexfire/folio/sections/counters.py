"""`[[units]]` and `[markers]`: what each side has, and where and when it comes."""

from __future__ import annotations

import re

from hexfire.folio.counters import SIZES, Marker, Strength, Unit
from hexfire.folio.ground import Ground, Terrain
from hexfire.folio.problems import Notes, Table
from hexfire.folio.sections.named import Named, check_id

_STRENGTH = re.compile(r"(\d{1,3})-(\d{1,3})-(\d{1,3})")

MOST_STEPS = 8
"""No unit has more steps beyond its second."""

FLAGS = ("special_forces", "amphibious", "ignores_zoc_stop", "acts_after_advance", "no_zoc")


def read_units(
    top: Table, named: Named, ground: Ground | None, terrains: tuple[Terrain, ...], turns: int
) -> tuple[Unit, ...]:
    units: list[Unit] = []
    for table in top.tables("units"):
        unit = _unit(table, named, turns)
        if unit is None:
            continue
        if any(other.id == unit.id for other in units):
            table.wrong("id", "unit_twice", id=unit.id)
        if ground is not None:
            _check_ground(table, unit, ground, terrains)
        units.append(unit)
    if not units:
        top.notes.in_toml(("units",), "no_units")
    return tuple(units)


def check_one_each(notes: Notes, units: tuple[Unit, ...]) -> None:
    """F3.0c, F5.3a: nobody begins in another's hex, and every choice leaves each a hex."""
    standing: dict[int, str] = {}
    for i, unit in enumerate(units):
        if len(unit.setup) == 1:
            other = standing.setdefault(unit.setup[0], unit.id)
            if other != unit.id:
                notes.in_toml(("units", i, "hex"), "stacked", id=unit.id, other=other)
    _check_choices(notes, units)


def _unit(table: Table, named: Named, turns: int) -> Unit | None:
    name = table.need_text("id")
    if name:
        check_id(table, "id", name)
    side = named.side(table, "side")
    size = table.text("size")
    if size and size not in SIZES:
        table.wrong("size", "choice", value=size, known=tuple(SIZES))
    front = _strength(table, "front", table.need_text("front"))
    back_text = table.text("back")
    back = _strength(table, "back", back_text) if back_text else None
    flags = table.texts("flags")
    for flag in flags:
        if flag not in FLAGS:
            table.wrong("flags", "choice", value=flag, known=FLAGS)
    setup, entry = named.hexes_of(table, "hex"), named.hexes_of(table, "entry")
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
        table.text("nation"),
        no_zoc="no_zoc" in flags,
        further=_further(table, back),
    )
    table.done()
    return unit if name else None


def _further(table: Table, back: Strength | None) -> tuple[Strength, ...]:
    """Steps beyond the second, from best to worst."""
    texts = table.texts("further")
    if texts and back is None:
        table.wrong("further", "missing", name="back")
    if len(texts) > MOST_STEPS:
        table.wrong("further", "too_large", name="further", value=len(texts), high=MOST_STEPS)
    return tuple(_strength(table, "further", text) for text in texts[:MOST_STEPS])


def _strength(table: Table, key: str, text: str) -> Strength:
    match = _STRENGTH.fullmatch(text)
    if match is None:
        if text:
            table.wrong(key, "strength", value=text)
        return Strength(0, 0, 0)
    return Strength(int(match[1]), int(match[2]), int(match[3]))


def _check_ground(table: Table, unit: Unit, ground: Ground, terrains: tuple[Terrain, ...]) -> None:
    """Nobody is put where he could never go."""
    for key, hexes in (("hex", unit.setup), ("entry", unit.entry)):
        for hex in hexes:
            terrain = terrains[ground.terrain[hex]]
            near = ground.grid.neighbours[hex]
            by_road = any((j, hex) in ground.roads | ground.trails for j in near)
            if terrain.sea or (terrain.costs[unit.mobile] is None and not by_road):
                label = ground.grid.label(ground.grid.hexes[hex])
                table.wrong(key, "prohibited", id=unit.id, hex=label, terrain=terrain.id)


def _check_choices(notes: Notes, units: tuple[Unit, ...]) -> None:
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
            notes.in_toml(("units", i, "hex"), "no_room", id=unit.id)


def read_markers(pools: Table, named: Named) -> tuple[Marker, ...]:
    markers: list[Marker] = []
    for i, side in enumerate(named.sides):
        for table in pools.tables(side):
            name, plus = table.need_text("id"), table.number("plus", 0)
            if name:
                check_id(table, "id", name)
            if name in {marker.id for marker in markers}:
                table.wrong("id", "marker_twice", id=name)
            order = table.number("order", plus)  # Q-MRK-1
            markers.append(Marker(name, i, plus, order))
            table.done()
    pools.done()
    return tuple(markers)
