"""C1.5, C1.51 on the table: an FFE falls on everything in its Blast Area, and on who enters it.

The attack is that of `asl.artillery.resolution`; who is there comes from the table, and what
becomes of him is carried out on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from hexfire.asl.artillery.battery import Mission
from hexfire.asl.artillery.cover import Cover, more_vulnerable, tem
from hexfire.asl.artillery.engine import lose_phone
from hexfire.asl.artillery.ffe import (
    Ground,
    Inside,
    attack_drm,
    attacks_entrants,
    firepower,
)
from hexfire.asl.artillery.on_ground import cover_of, ground_of, smoke_hex
from hexfire.asl.artillery.resolution import (
    Barrage,
    Fire,
    MissingDice,
    Struck,
    entrants,
    fallen,
    ffe_of,
    strike,
    wires,
)
from hexfire.asl.artillery.shells import Fate, HexShelled, Shells, smoke_events
from hexfire.asl.artillery.smoke import SmokeCounter
from hexfire.asl.artillery.state import Counter
from hexfire.asl.battle.artillery import traces
from hexfire.asl.battle.fire.acquisitions import lose_the_unfit
from hexfire.asl.battle.fire.harm import carry_out, men_of, show
from hexfire.asl.battle.fire.screens import laid
from hexfire.asl.battle.fire.targets import in_target_hex
from hexfire.asl.battle.table.batteries import put
from hexfire.asl.battle.table.carriers import passengers, riders
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.pieces import (
    AnyPiece,
    Dummy,
    Gait,
    Gun,
    Hull,
    Men,
    Moving,
    OnFoot,
    Support,
    Vehicle,
    Veil,
)
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.state import State
from hexfire.asl.battle.table.units import location_of
from hexfire.asl.counters import Gun as GunCounter
from hexfire.asl.counters import Vehicle as VehicleCounter
from hexfire.asl.effects import guns
from hexfire.asl.fieldguns.state import Emplacement
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.targets import (
    After,
    AnyTarget,
    Effect,
    GunTarget,
    Rank,
    Unknown,
    VehicleAfter,
    vehicle,
)
from hexfire.asl.tables import ift
from hexfire.asl.tables.ift import NO_EFFECT, Cell, Harm
from hexfire.dice import Dice, NeedRoll
from hexfire.rulebook import Refusal

ENTRY = (Phase.MPH, Phase.RTPH, Phase.APH, Phase.CCPH)
"""C1.51: the phases in which an FFE attacks who enters."""


# Who is there


def fire_of(at: Position, name: str) -> Fire:
    """C1.5: a battery's FFE on all that lies in its Blast Area.

    Every hex has its DR, for somebody hidden might be there: a DR that was made only where
    somebody is would tell of him.
    """
    record = at.record
    falling, grid = ffe_of(record, name, _said(at, name)), at.grid
    labels = tuple(grid.label(hex) for hex in falling.area)
    cables, scene = wires(record), at.seen(None).scene
    ground: dict[str, Ground | None] = {
        grid.label(hex): replace(ground_of(scene, hex, cables), hidden_units=True)
        for hex in falling.area
    }
    return Fire(
        battery=name,
        counter=falling.counter,
        hex=record.setup.label(falling.hex),
        shelling=falling.shelling,
        area=tuple(smoke_hex(at.scene, hex, grid.label(hex)) for hex in falling.area),
        stacks=tuple((hex, tuple(_stack(at, name, hex))) for hex in labels),
        ground=ground,
        off_board=tuple(record.setup.label(hex) for hex in falling.off_board),
    )


def _said(at: Position, name: str) -> Barrage | None:
    """R-E12: what the owner of a Barrage has said of its hexes and FP."""
    return next(one.barrage for one in at.state.batteries if one.name == name)


def _stack(at: Position, name: str, hex: str) -> Iterator[Inside]:
    for piece in in_target_hex(at, hex):
        if isinstance(piece, Men | Gun | Vehicle):
            yield inside(at, name, piece)


def inside(at: Position, name: str, piece: Moving | Gun) -> Inside:
    """C1.52, C1.54: a piece as an FFE meets it."""
    battery = next(one for one in at.state.batteries if one.name == name)
    friendly = piece.side == battery.side
    observes = battery.state.observer == piece.id and friendly
    own = observes and not battery.walked_in
    return replace(met(at, piece, friendly=friendly), own_observer=own)


def met(at: Position, piece: Moving | Gun, *, friendly: bool) -> Inside:
    """C1.52: a piece as Indirect Fire meets it where it stands."""
    spot = at.spot(piece)
    assert spot is not None
    cover = cover_of(at.walls, at.unit(piece))
    if isinstance(piece, Gun):
        cover = replace(cover, emplaced=_emplaced(at, piece))
    return Inside(
        target=_target(at, piece, cover),
        id=piece.id,
        cover=cover,
        location=location_of(spot),
        friendly=friendly,
    )


def _target(at: Position, piece: Moving | Gun, cover: Cover) -> AnyTarget | Unknown:
    match piece:
        case Men():
            return men_of(at, piece)
        case Gun():
            return _gun(at, piece, cover)
        case Vehicle():
            return _vehicle(at, piece)
        case Dummy():
            return Unknown()


def _gun(at: Position, gun: Gun, cover: Cover) -> GunTarget:
    """C11.4, C11.5: a Gun and who works it; shield or TEM against a Near Miss, not both."""
    crew, counter = at.crew(gun), at.counter(gun)
    men = men_of(at, crew) if crew else None
    if men is None:
        return GunTarget(name=gun.id)
    assert isinstance(counter, GunCounter)
    shield = guns.gunshield(men, shielded=guns.has_gunshield(counter), indirect=True)
    drm = guns.near_miss_drm(shield, tem(cover).total)
    return GunTarget(name=gun.id, crew=men, gunshield=drm)


def _emplaced(at: Position, gun: Gun) -> bool:
    """C11.2: the Emplacement TEM, which a squad or half-squad at the Gun does not have."""
    crew = at.crew(gun)
    squad = crew is not None and men_of(at, crew).rank in (Rank.SQUAD, Rank.HS)
    return gun.emplaced is Emplacement.EMPLACED and not squad


def _vehicle(at: Position, piece: Vehicle) -> AnyTarget:
    """C1.5: a vehicle with those who are in or on it."""
    counter = at.counter(piece)
    assert isinstance(counter, VehicleCounter)
    return vehicle(
        counter,
        ce=piece.ce,
        immobile=piece.hull is not Hull.MOBILE,
        riders=tuple(men_of(at, men) for men in riders(at, piece)),
        passengers=tuple(men_of(at, men) for men in passengers(at, piece)),
    )


# The shells


def resolve(at: Position, name: str, dice: Dice, log: Log) -> Position:
    """C1.5: a battery's FFE:1 or FFE:2 falls; wires it cuts are cut, SMOKE it lays lies."""
    state = at.record.table.states[at.record.setup.index(name)]
    if state.mission is None or not _is_told(state.mission, _said(at, name)):
        return at  # R-E12: the flow has told the players to look it up
    fire = fire_of(at, name)
    struck = _strike(at, fire, dice)
    at = _carried_out(at, struck, log)
    at = _found_out(at, fire, struck, log)
    at = _screened(at, struck.shells, log)
    for wire in struck.shells.cut:
        side = at.record.setup.battery(wire.battery).side
        lost = lose_phone(at.record.setup, at.record.table, wire.battery)
        for event in lost.events:
            log.tell(event.rule, event.message, seats=(side,))
        at = at.then(put(at.state, lost.table))
    at = traces.ask(at, name, fire.shelling, fallen(fire, struck.shells), log)
    return lose_the_unfit(at, log)


def _is_told(mission: Mission, barrage: Barrage | None) -> bool:
    """R-E12: whether the table knows where an FFE lies and what it does."""
    return mission.in_our_books or (mission.is_barrage and barrage is not None)


def _strike(at: Position, fire: Fire, dice: Dice, entering: str = "") -> Struck:
    try:
        return strike(at.record, fire, dice, entering)
    except MissingDice as missing:
        raise NeedRoll(missing.request) from None


def _carried_out(at: Position, struck: Struck, log: Log) -> Position:
    """Hex by hex: the DR, then what became of everybody there."""
    fates = dict(struck.after)
    rule = "C1.51" if struck.shells.entering else "C1.5"
    for row in struck.shells.hexes:
        if not row.dr:
            continue
        before = len(log.events)
        for one in row.units:
            at = carry_out(at, one.id, fates[one.id], log)
            if _met(one, struck.shells.mission, fates[one.id]):
                at = show(at, one.id, log)
        done, log.events[before:] = log.events[before:], []
        dr = f"{row.dr[0]},{row.dr[1]}"
        log.say(rule, "ffe_hex", hex=row.hex, dr=dr, data={"units": _figures(at, row)})
        log.events += done
    return at


def _met(fate: Fate, mission: Mission, after: After) -> bool:
    """R-A12.14: whether a unit met a result of PTC or better, a vehicle one that harms it; WP's
    NMC is one."""
    if isinstance(after, VehicleAfter):
        return after.final is not Effect.NONE
    if mission is Mission.WP:
        return True
    if fate.column is None or fate.final is None:
        return False
    return ift.result(fate.column, fate.final).harm is not Harm.NONE


def _found_out(at: Position, fire: Fire, struck: Struck, log: Log) -> Position:
    """R-A12.14: dummies where men would have met a result are no more."""
    column = ift.column(firepower(fire.shelling))
    for row in struck.shells.hexes:
        for piece in at.in_hex(row.hex):
            if not isinstance(piece, Dummy) or not row.dr:
                continue
            there = Inside(target=Unknown(), cover=cover_of(at.walls, at.unit(piece)))
            cell = Cell(Harm.MC, 0)
            if fire.shelling.mission is not Mission.WP:
                final = sum(row.dr) + attack_drm(fire.shelling, there).total
                cell = ift.result(column, final) if column is not None else NO_EFFECT
            at = carry_out(at, piece.id, cell, log)
    return at


def _figures(at: Position, row: HexShelled) -> dict[str, object]:
    """The column, DRM and result of everybody there whom both sides know."""
    return {
        fate.id: {
            "drm": fate.drm.total,
            "column": fate.column,
            "final": fate.final,
            "result": fate.result,
            "ch": fate.ch,
        }
        for fate in row.units
        if at.piece(fate.id).veil is Veil.KNOWN
    }


def _screened(at: Position, shells: Shells, log: Log) -> Position:
    """C1.71, C8.51: a counter in every hex; Dispersed unless it fell in the PFPh."""
    for one in shells.smoke:
        dispersed = one.side is SmokeCounter.DISPERSED
        at = laid(at, one.hex, wp=shells.mission is Mission.WP, dispersed=dispersed)
    for event in smoke_events(shells):
        log.tell(event.rule, event.message)
    return at


# Who enters (C1.51)


def struck_where(at: Position, hex: str) -> tuple[str, ...]:
    """C1.51: the batteries whose HE or WP FFE, whatever its number, covers a hex."""
    names = []
    record, there = at.record, at.grid.hex(hex)
    for one in at.state.batteries:
        marker, mission = one.state.marker, one.state.mission
        if marker is None or mission is None or marker.counter is Counter.SR:
            continue
        if not _is_told(mission, one.barrage) or not attacks_entrants(mission):
            continue
        if there in ffe_of(record, one.name, one.barrage).area:
            names.append(one.name)
    return tuple(names)


def entered(before: State, at: Position) -> tuple[str, ...]:
    """The units whose last action brought them into another hex or Location."""
    move, old = at.state.move, before.move
    if move is None:
        return ()
    known = len(old.steps) if old is not None and old.unit in move.units else 0
    return move.units if any(step.entered for step in move.steps[known:]) else ()


def on_entry(at: Position, units: tuple[str, ...], dice: Dice, log: Log) -> Position:
    """C1.51: every FFE over the hex attacks who has come in, each time, all with one DR."""
    spot = next((at.spot(at.piece(id)) for id in units if id in at.by_id), None)
    if spot is None:
        return at
    for name in struck_where(at, spot.hex):
        there = [at.piece(id) for id in units]
        targets = tuple(hit for piece in there if (hit := _struck_there(at, piece)) is not None)
        if not targets:
            break
        for piece in there:
            at = _walks_in(at, name, piece)
        at = _attacked(at, name, targets, dice, log)
    return lose_the_unfit(at, log)


def _struck_there(at: Position, piece: AnyPiece) -> Moving | Gun | None:
    """What is struck of a piece that has come in: a Gun with who works it; no wreck."""
    target = (at.mans(piece) or piece) if isinstance(piece, Men) else piece
    if not isinstance(target, Moving | Gun) or at.spot(target) is None:
        return None
    return None if isinstance(target, Vehicle) and target.wreck else target


def stepped(
    before: Position, at: Position, units: tuple[str, ...], dice: Dice, log: Log
) -> Position:
    """C1.51: a new hex is entered; within a hex only who stands barer than before is attacked."""
    here, there = before.spot(before.piece(units[0])), at.spot(at.piece(units[0]))
    if here is None or there is None or here.hex != there.hex:
        return on_entry(at, units, dice, log)
    for unit in units:
        at = barer(before, at, unit, dice, log)
    return at


def barer(before: Position, at: Position, unit: str, dice: Dice, log: Log) -> Position:
    """C1.51: who stands barer in his hex than before is attacked as if he had entered it."""
    if at.state.clock.phase not in ENTRY or not at.state.batteries:
        return at
    was, now = (cover_of(then.walls, then.unit(then.piece(unit))) for then in (before, at))
    return on_entry(at, (unit,), dice, log) if more_vulnerable(was, now) else at


def _walks_in(at: Position, name: str, piece: AnyPiece) -> Position:
    """C1.54: an Observer who goes into his own FFE has no exemption there any more."""
    with_him = (
        {piece.id, *(p.id for p in at.aboard(piece))} if isinstance(piece, Vehicle) else {piece.id}
    )
    batteries = tuple(
        replace(one, walked_in=True) if one.name == name and one.state.observer in with_him else one
        for one in at.state.batteries
    )
    return at.then(replace(at.state, batteries=batteries))


def _attacked(
    at: Position, name: str, targets: tuple[Moving | Gun, ...], dice: Dice, log: Log
) -> Position:
    """C1.51: one DR against those who enter; FFMO and FFNAM in the MPh alone."""
    first = targets[0]
    spot = at.spot(first)
    assert spot is not None
    stack = ((spot.hex, tuple(inside(at, name, target) for target in targets)),)
    men = at.crew(first) if isinstance(first, Gun) else first
    assault = isinstance(men, OnFoot) and men.gait is Gait.ASSAULT
    ids = tuple(target.id for target in targets)
    fire = entrants(replace(fire_of(at, name), stacks=stack), ids, assault)
    for id in ids:
        log.say("C1.51", "ffe_entered", id=id, hex=spot.hex, battery=name)
    return _carried_out(at, _strike(at, fire, dice, at.state.clock.phase.value), log)


def check_strike(at: Position, unit: str) -> None:
    """C1.51: by hand, in a phase of movement, on a unit in a Blast Area."""
    piece = at.piece(unit)
    spot = at.spot(piece)
    if spot is None or isinstance(piece, Support):
        raise Refusal("C1.51", "battle.not_on_board", id=unit)
    if at.state.clock.phase not in ENTRY:
        raise Refusal("C1.51", "artillery.no_entry_attack", phase=at.state.clock.phase.value)
    if not struck_where(at, spot.hex):
        raise Refusal("C1.51", "battle.oba.no_ffe", hex=spot.hex)
