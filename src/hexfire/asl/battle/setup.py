"""Before the first turn: counters into their areas, what is hidden, what is written down."""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.artillery.battery import may_preregister
from hexfire.asl.battle.artillery import missions
from hexfire.asl.battle.fire.weapons import Arm, armed
from hexfire.asl.battle.moves import finds
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.facing import read_facing
from hexfire.asl.battle.table.pieces import AnyPiece, Dummy, Gun, Men, Spot, Support, Vehicle, Veil
from hexfire.asl.battle.table.position import Memo, Position
from hexfire.asl.battle.table.sighting import sees_hex
from hexfire.asl.battle.table.state import Clock, Secret, SecretKind, State, Walls
from hexfire.asl.battle.table.walls import settled
from hexfire.asl.battle.table.whose import unplaced
from hexfire.asl.gunnery import bore_sight
from hexfire.asl.gunnery.place import check_place
from hexfire.asl.gunnery.weapons import weapon_of
from hexfire.asl.sequence import Phase
from hexfire.asl.walls.cover import chart_row
from hexfire.play import Seat
from hexfire.rulebook import BadInput, Refusal


def first_state(memo: Memo) -> State:
    """The position before the first decision; without anything to set up, play begins at once."""
    scenario = memo.scenario
    clock = scenario.start or Clock(0, scenario.first, Phase.SETUP)
    state = State(
        scenario=scenario.key,
        clock=clock,
        pieces=tuple(entry.piece for entry in scenario.entries),
        ground=scenario.ground,
        walls=Walls(holders=scenario.holders),
        weather=scenario.weather,
    )
    at = Position(memo, state)
    if scenario.start is not None:
        at = missions.in_mid_phase(missions.open_play(at, Log()))
    return settled(at)


def check_placing(at: Position, seat: Seat, action: act.Place) -> AnyPiece:
    """A2.9: whether a piece may be set up there; the piece as it would stand."""
    piece = at.piece(action.unit)
    entry = at.scenario.entry(piece.id)
    if piece.side != seat or entry is None or not entry.area:
        raise Refusal("A2.9", "battle.setup.not_yours", id=action.unit)
    label = at.grid.label(at.grid.hex(action.at))
    if label not in entry.area:
        raise Refusal("A2.9", "battle.setup.area", id=piece.id, hex=label)
    levels = {location.level for location in at.board.locations(at.grid.hex(label))}
    if action.level not in levels:
        raise Refusal("A2.9", "battle.no_level", hex=label, level=action.level)
    veil = action.veil or (Veil.CONCEALED if isinstance(piece, Dummy) else Veil.KNOWN)
    if veil is Veil.HIDDEN and not entry.may_hide:
        raise Refusal("A12.3", "battle.setup.no_hip", id=piece.id)
    if veil is Veil.CONCEALED and not (entry.may_conceal or isinstance(piece, Dummy)):
        raise Refusal("A12.12", "battle.setup.no_concealment", id=piece.id)
    placed = replace(
        piece, place=Spot(label, action.level, entrenched=action.entrenched), veil=veil
    )
    return _faced(at, placed, action, label)


def _faced(at: Position, piece: AnyPiece, action: act.Place, label: str) -> AnyPiece:
    hex = at.grid.hex(label)
    facing = read_facing(at.grid, hex, action.facing) if action.facing else 0
    if isinstance(piece, Gun):
        row = chart_row(at.board.centre_terrain(hex)) or "open_ground"
        gun = weapon_of(at.counter(piece), at.scenario.date, at.scenario.theatre)
        check_place(gun, row, upper_level=action.level > 0)
        return replace(piece, ca=facing)
    if isinstance(piece, Vehicle):
        turret = read_facing(at.grid, hex, action.turret) if action.turret else facing
        return replace(piece, vca=facing, tca=turret)
    return piece


def place(at: Position, seat: Seat, action: act.Place, log: Log) -> Position:
    """Set a piece up. A Gun and whoever mans it, a SW and its owner, go together."""
    placed = check_placing(at, seat, action)
    state = at.state.put(placed)
    if isinstance(placed, Gun) and placed.by:
        state = state.change(placed.by, place=placed.place, veil=placed.veil)
    if placed.veil is not Veil.HIDDEN:
        log.say("A2.9", "set_up", seats=(seat,), id=placed.id, hex=action.at)
    else:
        log.say("A12.3", "set_up_hidden", seats=(seat,), id=placed.id, hex=action.at)
    return at.then(state)


def check_bore_sight(at: Position, seat: Seat, action: act.BoreSight) -> Secret:
    """C6.41, C6.42: a Bore Sighted Location, one for each weapon that may have one."""
    arm = armed(at, action.weapon, seat)
    here, crew = at.spot(arm.piece), arm.crew
    unmanned = crew is None and not isinstance(arm.piece, Vehicle)
    if here is None or unmanned or isinstance(arm.piece, Men):
        raise Refusal("C6.42", "battle.setup.bore_unmanned", id=action.weapon)
    target = at.grid.hex(action.at)
    label = at.grid.label(target)
    note = bore_sight.designate(
        arm.weapon,
        bore_sight.BoreSight(
            weapon=action.weapon,
            crew=crew.id if crew else arm.piece.id,
            setup=here.hex,
            location=label,
        ),
        scenario_defender=seat == at.scenario.defender,
        range_=at.grid.hex(here.hex).distance(target),
        in_los=_sees(at, arm, label),
        sw_kind=at.counter(arm.piece).name if isinstance(arm.piece, Support) else "",
        normal_range=arm.weapon.normal_range,
    )
    return Secret(seat, SecretKind.BORE_SIGHT, label, note)


def _sees(at: Position, arm: Arm, label: str) -> bool:
    """C6.42: whether a weapon or, for a mortar, its Spotter sees a Location."""
    named = arm.piece.spotter if isinstance(arm.piece, Gun | Support) else ""
    eyes = (arm.piece, at.by_id.get(named))
    return any(eye is not None and not sees_hex(at, eye, label).blocked for eye in eyes)


def write_down(at: Position, seat: Seat, secret: Secret, log: Log) -> Position:
    """C6.42, C1.73: a secret note; a new one for the same weapon replaces the old."""
    kept = tuple(
        old
        for old in at.state.secrets
        if old.sight is None or secret.sight is None or old.sight.weapon != secret.sight.weapon
    )
    rule = "C6.42" if secret.kind is SecretKind.BORE_SIGHT else "C1.73"
    log.say(rule, "written_down", seats=(seat,), hex=secret.hex)
    return at.then(replace(at.state, secrets=(*kept, secret)))


def check_pre_registration(at: Position, seat: Seat, action: act.PreRegister) -> Secret:
    """C1.73: as many Pre-Registered hexes as the scenario gives the side."""
    mine = [
        old
        for old in at.state.secrets
        if old.side == seat and old.kind is SecretKind.PRE_REGISTERED
    ]
    allowed = at.scenario.side(seat).pre_registered
    if len(mine) >= allowed:
        raise Refusal("C1.73", "battle.setup.pre_registered", count=allowed)
    label = at.grid.label(at.grid.hex(action.at))
    modules = [one for one in at.scenario.modules if one.battery.side == seat]
    own = [one.battery.name for one in modules]
    battery = action.battery or (own[0] if len(own) == 1 else "")
    if own and battery not in own:
        raise BadInput("artillery.unknown_battery", text=battery or "–", batteries=tuple(own))
    if not all(may_preregister(one.battery) for one in modules if one.battery.name == battery):
        raise Refusal("C1.73", "artillery.registers_on_board", name=battery)
    return Secret(seat, SecretKind.PRE_REGISTERED, label, battery=battery)


def check_ready(at: Position, seat: Seat) -> None:
    """A2.9: a side's set-up ends when all of its pieces are placed."""
    left = unplaced(at.scenario, at.state, seat)
    if left:
        raise Refusal("A2.9", "battle.setup.not_all", ids=left)


def ready(at: Position, seat: Seat, log: Log) -> Position:
    """The side has finished; after the last side the first Player Turn begins."""
    state = replace(at.state, ready=(*at.state.ready, seat))
    if len(state.ready) < 2:
        return at.then(state)
    clock = Clock(1, at.scenario.first, Phase.RPH)
    at = finds.set_up_over(at.then(replace(state, clock=clock)), log)
    at = missions.open_play(at, log)
    bombards = tuple(side.name for side in at.scenario.sides if side.bombardment)
    return at.then(replace(settled(at), bombards=bombards))
