"""From the table to a `Shot`: a weapon, a target and what is declared; the board says the rest.

The one function from a position to a `Shot` is `shot`. The game, its questions and whoever else
asks what a weapon can do call it; nothing that lies on the table is ever typed.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from hexfire.asl.battle.fire import spotting
from hexfire.asl.battle.fire.canisters import swept
from hexfire.asl.battle.fire.groups import arms_of, directed
from hexfire.asl.battle.fire.hands import check_hands
from hexfire.asl.battle.fire.spotting import with_eyes
from hexfire.asl.battle.fire.targets import (
    Aimed,
    aimed,
    check_aerial_af,
    empty_place,
    in_target_hex,
    target,
    together,
)
from hexfire.asl.battle.fire.weapons import Arm, fired_before
from hexfire.asl.battle.orders.actions import Fire
from hexfire.asl.battle.table.carriers import carrier, check_passenger, portee_carrier
from hexfire.asl.battle.table.cover import terrain_row
from hexfire.asl.battle.table.pieces import (
    Aboard,
    Armed,
    Drive,
    Dummy,
    Gun,
    Men,
    Spot,
    Support,
    Vehicle,
    Veil,
)
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.sighting import clock_of
from hexfire.asl.battle.table.stacking import overstacked
from hexfire.asl.battle.table.state import SecretKind
from hexfire.asl.battle.table.units import location_of
from hexfire.asl.battle.table.whose import fire_phase
from hexfire.asl.counters import Leader, Squad
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.effects.condition import CrewState, require_able
from hexfire.asl.gunnery.acquisition import drm_for
from hexfire.asl.gunnery.arc import aim_at_vertex, spines_to
from hexfire.asl.gunnery.bore_sight import may_use
from hexfire.asl.gunnery.firepower import firepower
from hexfire.asl.gunnery.small_arms import is_small_arms
from hexfire.asl.gunnery.weapons import Armament
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import (
    Ammo,
    Facing,
    FireCounter,
    Firer,
    Kind,
    Mount,
    Shot,
    Target,
    TargetKind,
    TargetType,
    Turned,
    Weapon,
)
from hexfire.asl.walls.bocage import bocage_at
from hexfire.asl.walls.crossing import may_turn_and_fire
from hexfire.asl.walls.tem import may_fire_bmg
from hexfire.hexes import Hex
from hexfire.rulebook import Refusal

TIME_ENOUGH = 4.0
"""More than the 3 MP below which C5.31 and C5.32 add to Case C."""
_TURRETS = (Mount.T, Mount.ST, Mount.RST, Mount.ONE_MAN)


def shot(at: Position, order: Fire, seat: str | None = None) -> Shot:
    """The shot that an order means on this table, or the Refusal with its rule.

    `seat`: whose weapon it must be. Ammunition and Target Type stay unsaid where the order leaves
    them so: gunnery settles them (C2.21, C.9).
    """
    return shot_of(at, arms_for(at, order, seat), order)


def arms_for(at: Position, order: Fire, seat: str | None = None) -> tuple[Arm, ...]:
    """The weapons that an order names, each with the eyes that it fires by (C9.3)."""
    return tuple(with_eyes(at, arm, order) for arm in arms_of(at, order.weapon, seat))


def shot_of(at: Position, arms: Sequence[Arm], order: Fire) -> Shot:
    """The shot of the weapons that an order names."""
    shots = [_shot(at, arm, order) for arm in arms]
    check_hands(at, arms)
    if is_small_arms(shots[0]):
        for arm, member in zip(arms, shots, strict=True):
            _check_again(at, arm, member)
        return together(_one_leader(shots))
    if len(shots) > 1:
        raise Refusal("A7.5", "battle.fire.no_group", id=order.weapon)
    return shots[0]


def _shot(at: Position, arm: Arm, order: Fire) -> Shot:
    """The shot of one weapon alone."""
    check_able(at, arm)
    phase = fire_phase(at.state, arm.piece.side)
    if phase is None:
        raise Refusal(
            "A3", "battle.fire.not_now", phase=f"@battle.phase.{at.state.clock.phase.value}"
        )
    if order.levels and order.ammo is not Ammo.CANISTER:
        raise Refusal("C8.4", "battle.fire.levels")
    if order.once and phase is not Phase.DFF:
        raise Refusal("A8.2", "battle.fire.once_dff")
    if arm.service.turned is at.state.clock.phase:
        raise Refusal("C3.22", "battle.fire.turned", id=arm.name)
    aim = aimed(at, arm.piece.side, order.at)
    seen_for = _check_moment(at, arm, aim, order, phase)
    _check_board(at, arm, aim)
    bullets = isinstance(arm.piece, Men) or order.ift
    on_ift = bullets or order.ife
    if aim.piece is None:
        main = empty_place(at, arm, aim.spot)
    else:
        main = target(at, arm, aim.piece, phase, in_hex=order.tem, on_ift=on_ift)
    if isinstance(aim.piece, Dummy) and aim.piece.large and order.kind is TargetType.VEHICLE:
        main = replace(main, kind=TargetKind.AFV)
    if order.underbelly:
        main = _underbelly(at, aim, main, phase)
    if seen_for is not None and main.mp_in_los is not None:
        main = replace(main, mp_in_los=seen_for)
    here = at.hex(arm.piece)
    assert here is not None
    there = at.grid.hex(aim.spot.hex)
    if not main.in_los and here != there:
        raise Refusal("C3.4", "battle.fire.no_los", weapon=arm.name, target=order.at)
    ordnance = not on_ift and arm.weapon.kind is not Kind.MG
    if ordnance and order.kind is not TargetType.AREA:
        _check_trailer(aim, arm, main)
    shot = Shot(
        weapon=_without_rate(arm.weapon) if order.once or order.spraying else arm.weapon,
        target=main,
        others=tuple(
            target(at, arm, piece, phase, on_ift=on_ift)
            for piece in in_target_hex(at, aim.spot.hex)
            if piece is not aim.piece and piece is not arm.piece and piece is not arm.crew
        ),
        range=aim_at_vertex(here, there).range,
        phase=phase,
        target_type=order.kind or (None if aim.piece or not ordnance else TargetType.AREA),
        ammo=order.ammo,
        firer=_firer(at, arm, aim, order, phase),
        nation=at.scenario.side(arm.piece.side).nation,
        date=at.scenario.date,
        elite=at.scenario.side(arm.piece.side).elite,
        hindrance=main.hindrance or 0,
        bore_sighted=_bore_sighted(at, arm, aim),
        prefer=order.case,
        deliberate_immobilization=order.immobilize,
        ife=order.ife,
        small_arms=bullets,
    )
    arc = arc_of(arm)
    if order.ammo is Ammo.CANISTER and arc is not None:
        return swept(at, arm, shot, arc[0], levels=order.levels)
    return spotting.directed(at, arm, replace(shot, acquisition=_acquired(arm, shot)))


def _check_trailer(aim: Aimed, arm: Arm, main: Target) -> None:
    """C10.41: a rear hull hit is the trailer's; our books have no figures of one, so by hand."""
    tows = isinstance(aim.piece, Vehicle) and aim.piece.trailer
    if not tows or main.facing is not Facing.REAR or arm.weapon.kind is Kind.MTR:
        return
    if not main.hd:
        raise Refusal("C10.41", "battle.fire.trailer", id=main.name)


def _underbelly(at: Position, aim: Aimed, main: Target, phase: Phase) -> Target:
    """B9.54c, C7.12: First Fire at the moment that an AFV comes across bocage.

    R-D4.3: from where its underbelly is to be seen the firer says.
    """
    move = at.state.move
    crossing = move is not None and bool(move.steps) and move.steps[-1].underbelly
    mover = move is not None and aim.piece is not None and aim.piece.id in move.units
    if phase is not Phase.DFF or not crossing or not mover or not main.is_vehicle:
        raise Refusal("B9.54c", "battle.fire.no_underbelly", id=main.name)
    assert isinstance(aim.piece, Vehicle)
    check_aerial_af(at, aim.piece)
    return replace(main, underbelly=True)


def _without_rate(weapon: Weapon) -> Weapon:
    """A8.2, A9.5: a weapon that keeps no rate: for its Residual FP, or because it sprays."""
    limbered = weapon.limbered and replace(weapon.limbered, rof=0)
    return replace(weapon, rof=0, limbered=limbered)


def _one_leader(shots: list[Shot]) -> list[Shot]:
    """A7.531: leaders of several Locations lend their Fire Group the worst of their modifiers."""
    worst = max(member.firer.leadership for member in shots)
    return [replace(m, firer=replace(m.firer, leadership=worst)) for m in shots]


def _check_again(at: Position, arm: Arm, shot: Shot) -> None:
    """A8.3, A8.31, A8.4 (R-A8.3): how who bears a fire counter may fire on the IFT again.

    Under First Fire: in the MPh within Normal Range, and at nobody farther off than another Known
    enemy in LOS; in the DFPh at who is adjacent. Infantry under Final Fire: in the MPh at who is
    adjacent, as Final Protective Fire.
    """
    marker = arm.service.marker
    if marker is not FireCounter.NONE:
        _check_marker(at, arm, shot, marker)
    if marker is FireCounter.FIRST and shot.phase is Phase.DFF:
        normal = firepower(shot)[1]
        if shot.range > normal:
            raise Refusal("A8.3", "battle.fire.again_far", id=arm.name, most=normal)
        if _is_nearer(at, arm, shot.range):
            raise Refusal("A8.3", "battle.fire.again_nearer", id=arm.name)
    elif marker is not FireCounter.NONE and shot.range > 1:
        rule = "A8.4" if marker is FireCounter.FIRST else "A8.31"
        raise Refusal(rule, "battle.fire.again_far", id=arm.name, most=1)
    if arm.service.shots and shot.phase is Phase.AFPH and not shot.firer.opportunity_fire:
        raise Refusal("A9.3", "battle.fire.marked", id=arm.name, marker="@battle.phase.AFPh")


def _check_marker(at: Position, arm: Arm, shot: Shot, marker: FireCounter) -> None:
    """A9.3, A8.31: the counters that leave somebody able to fire once more; Final Fire a MMC."""
    first = marker is FireCounter.FIRST and shot.phase in (Phase.DFF, Phase.DFPH)
    mmc = arm.crew is not None and isinstance(at.counter(arm.crew), Squad)
    infantry = isinstance(arm.piece, Men | Support) and mmc
    final = marker is FireCounter.FINAL and shot.phase is Phase.DFF and infantry
    if not first and not final:
        shown = f"@gunnery.marker.{marker.name}"
        raise Refusal("A9.3", "battle.fire.marked", id=arm.name, marker=shown)


def _is_nearer(at: Position, arm: Arm, range: int) -> bool:
    """A8.3: whether a Known enemy is nearer than that, and seen."""
    here = at.hex(arm.piece)
    assert here is not None
    for piece in at.state.pieces:
        there = at.hex(piece) if piece.side != arm.piece.side else None
        if there is None or here.distance(there) >= range or at.represents(piece) is not piece:
            continue
        if piece.veil is Veil.KNOWN and not at.sees(arm.eye, piece).blocked:
            return True
    return False


# Whether the weapon can fire at all


def check_able(at: Position, arm: Arm) -> None:
    """Who is at the weapon, and whether it and they are fit to fire."""
    piece, crew = arm.piece, arm.crew
    if at.spot(piece) is None:
        raise Refusal("A2.9", "battle.not_on_board", id=piece.id)
    gone = arm.service.state is WeaponState.DISABLED
    if arm.service.marker is FireCounter.INTENSIVE and not gone and not is_overrun(at, arm):
        marker = f"@gunnery.marker.{FireCounter.INTENSIVE.name}"
        raise Refusal("C5.6", "gunnery.already_fired", marker=marker)
    if not arm.service.works:
        raise Refusal("C2.28", "battle.fire.malfunctioned", id=arm.name)
    match piece:
        case Vehicle():
            if piece.wreck:
                raise Refusal("D10.1", "battle.fire.wreck", id=piece.id)
            crew_state = CrewState(
                ce=piece.ce, shock=piece.shock, stunned=piece.stunned, abandoned=piece.abandoned
            )
            require_able(crew_state, "fire")
            busy = piece.ti
        case Men():
            _check_men(at, piece)
            busy = piece.ti
        case Gun() | Support():
            if crew is None:
                raise Refusal("A4.4", "battle.fire.unmanned", id=piece.id)
            if crew.broken:
                raise Refusal("A10.4", "battle.fire.broken", id=crew.id)
            if isinstance(piece, Gun) and piece.spot is None:
                _check_portee(at, piece, crew)
            if isinstance(piece, Gun) and piece.dismantled:
                raise Refusal("C9.2", "battle.gun.in_parts", id=piece.id)
            busy = crew.ti
    vehicle = carrier(at, crew)
    if crew is not None and vehicle is not None and portee_carrier(at, _gun(piece)) is None:
        check_passenger(at, crew, vehicle)
    if busy:
        raise Refusal("A7.352", "battle.fire.ti", id=piece.id)


def _check_portee(at: Position, gun: Gun, crew: Men) -> None:
    """C10.54: a Gun fires from its vehicle if its note says so and its crew is aboard as well."""
    place = gun.place
    if not isinstance(place, Aboard) or not place.portee:
        raise Refusal("C10.1", "battle.fire.hooked", id=gun.id)
    vehicle = at.piece(place.vehicle)
    note = vehicle.portee if isinstance(vehicle, Vehicle) else None
    aboard = isinstance(crew.place, Aboard) and crew.place.vehicle == place.vehicle
    if note is None or not note.fires or not aboard:
        raise Refusal("C10.54", "battle.fire.portee", id=gun.id, vehicle=place.vehicle)


def _check_men(at: Position, men: Men) -> None:
    """A7.1: who fires his own arms: of Good Order."""
    if men.broken:
        raise Refusal("A10.4", "battle.fire.broken", id=men.id)


def _check_moment(at: Position, arm: Arm, aim: Aimed, order: Fire, phase: Phase) -> float | None:
    """C5.3, A8.1: in the MPh who moves may fire, and who moves may be fired at.

    C6.17: for how many MF or MP the target has been in sight when Defensive First Fire strikes it.
    """
    move = at.state.move
    if phase is Phase.MPH and not _may_move_and_fire(at, arm):
        raise Refusal("C5.3", "battle.fire.not_mover", id=arm.piece.id)
    vehicle = moving_with(at, arm)
    if phase is Phase.MPH and vehicle is not None and fired_before(vehicle):
        raise Refusal("A3.2", "battle.move.fired", id=vehicle.id)
    if phase is not Phase.DFF:
        if order.mp is not None:
            raise Refusal("C6.17", "battle.fire.moment_dff")
        return None
    if move is None or not move.open:
        raise Refusal("A8.1", "battle.fire.no_window")
    mover = at.piece(move.unit)
    spot = at.spot(mover)
    here = spot is not None and aim.piece is None and aim.spot.hex == spot.hex
    moves = aim.piece is not None and aim.piece.id in move.units
    if not moves and not here and not _mans_or_rides(at, aim, mover.id):
        raise Refusal("A8.1", "battle.fire.did_not_move", id=aim.piece.id if aim.piece else "")
    clock = clock_of(at, mover, arm.piece, arm.name)
    if not clock.may_shoot(order.mp):
        raise Refusal("C6.17", "battle.fire.shots_spent", mp=f"{clock.here:g}")
    return clock.shoots(order.mp)[1]


def _may_move_and_fire(at: Position, arm: Arm) -> bool:
    """C5.3, C5.33: the vehicle that moves, or one that could and has not begun to; who is in it."""
    move, vehicle = at.state.move, moving_with(at, arm)
    if vehicle is None:
        return False
    return vehicle.id not in at.state.moved if move is None else move.unit == vehicle.id


def moving_with(at: Position, arm: Arm) -> Vehicle | None:
    """C5.3: the vehicle that a weapon moves with: its own, or that of the Passenger who has it."""
    return arm.piece if isinstance(arm.piece, Vehicle) else carrier(at, arm.crew)


def board_hides(at: Position, here: Spot, there: Spot) -> bool:
    """C3.4: what the board alone hides is out of LOS; the rest is looked at more closely.

    This is only the quick answer: a unit in bypass is seen at its vertices.
    """
    plain = not here.bypass and not there.bypass and here.hex != there.hex
    return plain and at.memo.blocked(here, there)


def _check_board(at: Position, arm: Arm, aim: Aimed) -> None:
    here = at.spot(arm.eye)
    assert here is not None
    if board_hides(at, here, aim.spot):
        name = aim.piece.id if aim.piece else aim.spot.hex
        raise Refusal("C3.4", "battle.fire.no_los", weapon=arm.name, target=name)


def _mans_or_rides(at: Position, aim: Aimed, mover: str) -> bool:
    """C10.3: who pushes a Gun moves with it."""
    return isinstance(aim.piece, Gun) and aim.piece.by == mover


# The firer


def _firer(at: Position, arm: Arm, aim: Aimed, order: Fire, phase: Phase) -> Firer:
    piece, crew, service = arm.piece, arm.crew, arm.service
    spot, hex = at.spot(piece), at.hex(piece)
    assert spot is not None and hex is not None
    turned, by = _turn(at, arm, aim, order)
    gun = _gun(piece)
    vehicle = piece if isinstance(piece, Vehicle) else None
    driven = vehicle or carrier(at, crew)
    portee = portee_carrier(at, gun) is not None
    overrun = is_overrun(at, arm)
    marked = service.marker is not FireCounter.NONE
    terrain = at.board.centre_terrain(hex)
    leader = directed(at, arm, order.leader, aim)
    passenger = vehicle is None and driven is not None and not portee
    return Firer(
        hex=spot.hex,
        terrain=terrain_row(terrain),
        bypassing=bool(spot.bypass),
        level=at.board.base_level(hex) + spot.level,
        hexspines_turned=turned,
        turned=by,
        bu=not vehicle.ce if vehicle else None,
        entered_new_hex=_has_moved(driven or piece, crew),
        non_stopped=driven is not None and driven.drive is Drive.NON_STOPPED,
        motion=driven is not None and driven.drive is Drive.MOTION,
        portee=portee,
        passenger=passenger,
        man=crew.id if passenger and crew is not None else "",
        mp_target_in_los=_aim_time(at, arm, aim, phase),
        pinned=crew is not None and crew.pinned,
        opportunity_fire=arm.waits,
        intensive_fire=order.intensive or (overrun and marked),
        spraying=bool(order.spraying),
        ovr_prevention=overrun,
        friends_fired=piece.side in at.state.fired,
        marker=service.marker,
        shots_this_phase=service.shots,
        smoke_shots=service.smoke,
        mp_since_shot=_mp_since_shot(at, arm),
        fired_from_here=service.fired_here,
        low_ammo=service.state is WeaponState.LOW_AMMO,
        limbered=gun is not None and gun.limbered,
        captured=not isinstance(piece, Men) and piece.captured,
        non_qualified=gun is not None and not _is_crew(at, crew),
        gyro_in_use=vehicle is not None and vehicle.gyro,
        cx=crew is not None and crew.cx,
        overstacked=overstacked(at, piece.side, spot) if crew is not None else 0,
        leadership=leader or 0,
        hero=_is_hero(at, crew),
        cowers=None if leader is None else False,
        morale=_morale(at, crew),
    )


def _gun(piece: Armed | Men) -> Gun | None:
    return piece if isinstance(piece, Gun) else None


def is_overrun(at: Position, arm: Arm) -> bool:
    """C5.64: whether the vehicle that moves has just announced an OVR of this Gun."""
    move = at.state.move
    if move is None or not move.steps or not isinstance(arm.piece, Gun):
        return False
    last, spot = move.steps[-1], arm.piece.spot
    inside = spot is not None and (spot.hex, spot.level) == (last.hex, last.level)
    return bool(last.overrun) and inside and fire_phase(at.state, arm.piece.side) is Phase.DFF


def _has_moved(piece: Armed | Men, crew: Men | None) -> bool:
    match piece:
        case Vehicle():
            return piece.entered or piece.vbm
        case Gun():
            return piece.moved
        case Support() | Men():
            return crew is not None and bool(crew.gait)


def _is_crew(at: Position, crew: Men | None) -> bool:
    """C2.1, A21.13: only a crew (or a unit that the counter names) is qualified for a Gun."""
    counter = at.counter(crew) if crew else None
    return isinstance(counter, Squad) and counter.kind == "crew"


def _is_hero(at: Position, crew: Men | None) -> bool:
    counter = at.counter(crew) if crew else None
    return isinstance(counter, Leader) and counter.kind == "hero"


def _morale(at: Position, crew: Men | None) -> int | None:
    counter = at.counter(crew) if crew else None
    return counter.morale if isinstance(counter, Squad | Leader) else None


def _aim_time(at: Position, arm: Arm, aim: Aimed, phase: Phase) -> float | None:
    """C5.31, C5.32: for how many of its own MP a vehicle on the move has had the target in LOS.

    C5.33: who fires from where his MPh began needs no time to aim.
    """
    move, vehicle = at.state.move, moving_with(at, arm)
    if phase is not Phase.MPH or aim.piece is None or vehicle is None:
        return None
    if move is None or not any(step.entered for step in move.steps):
        return TIME_ENOUGH
    return clock_of(at, vehicle, aim.piece).in_los


def _mp_since_shot(at: Position, arm: Arm) -> float | None:
    before, move = arm.service.shot_at_mp, at.state.move
    return None if before is None or move is None else move.spent - before


# The Covered Arc


def arc_of(arm: Arm) -> tuple[int, Turned] | None:
    """C3.2: the hexspine that a weapon points along, and what turns it; None: it has no arc."""
    match arm.piece:
        case Gun():
            return arm.piece.ca, Turned.CA
        case Vehicle():
            if arm.weapon.aamg and arm.armament is Armament.AAMG:
                return None
            if arm.weapon.mount in _TURRETS:
                return arm.piece.tca, Turned.TCA
            return arm.piece.vca, Turned.VCA
        case _:
            return None


def _turn(at: Position, arm: Arm, aim: Aimed, order: Fire) -> tuple[int, Turned | None]:
    """C3.21, C5.1: how many hexspines must be turned, and what is turned."""
    arc, here = arc_of(arm), at.hex(arm.piece)
    if arc is None or here is None:
        return 0, None
    spine, usual = arc
    there = at.grid.hex(aim.spot.hex)
    count = spines_to(here, spine, there, entered_by(at, aim, here))
    _check_bocage(at, arm, aim, count)
    if not count:
        return 0, None
    by = order.turning or usual
    fits = by is usual or (by is Turned.VCA and usual is Turned.TCA)
    if not fits:
        raise Refusal("C5.11", "battle.fire.cannot_turn", id=arm.name, what=by.value)
    return count, by


def entered_by(at: Position, aim: Aimed, here: Hex) -> int | None:
    """C5.51: in Defensive First Fire, the side across which the target came into the own hex."""
    move = at.state.move
    there = at.grid.hex(aim.spot.hex)
    if there != here or move is None or aim.piece is None or aim.piece.id not in move.units:
        return None
    labels = (move.began, *(step.hex for step in move.steps))
    before = [hex for label in labels if label and (hex := at.grid.hex(label)) != here]
    return here.direction_to(before[-1]) if before else None


def _check_bocage(at: Position, arm: Arm, aim: Aimed, count: int) -> None:
    """B9.53, B9.36e: no turning and firing through bocage; no bow MG across a Hull Down wall."""
    unit, here = at.unit(arm.piece), at.hex(arm.piece)
    assert here is not None
    there = at.grid.hex(aim.spot.hex)
    if isinstance(arm.piece, Gun):
        check_turn_and_fire(at, arm, turns=bool(count), through=is_through_bocage(at, arm, there))
    bow = arm.armament is Armament.BMG and aim.piece is not None
    if bow and aim.piece and not may_fire_bmg(at.walls, unit, at.unit(aim.piece)):
        raise Refusal("B9.36e", "battle.fire.bmg_wall", id=arm.name)


def is_through_bocage(at: Position, arm: Arm, there: Hex) -> bool:
    """B9.53: whether fire at a hex passes bocage of the weapon's own hex."""
    here = at.hex(arm.piece)
    return here is not None and here != there and bool(bocage_at(at.walls, here, there))


def check_turn_and_fire(at: Position, arm: Arm, *, turns: bool, through: bool) -> None:
    """B9.53: not both in one fire phase, in whichever order; First and Final Fire are one."""
    turns, through = turns or arm.service.changed_ca, through or arm.service.through_bocage
    direct = arm.weapon.kind is not Kind.MTR
    if not may_turn_and_fire(turns, through, at.unit(arm.piece), direct=direct):
        raise Refusal("B9.53", "battle.fire.bocage_turn", id=arm.name)


# What the weapon has been laid on before


def _acquired(arm: Arm, shot: Shot) -> int:
    """C6.5: the best of the acquisitions that the weapon may use at this place."""
    hex, location = shot.target.hex, shot.target.location
    values = [drm_for(held, shot, hex, location) for held in arm.service.acquired]
    return min(values, default=0)


def _bore_sighted(at: Position, arm: Arm, aim: Aimed) -> bool:
    """C6.43: whether the target stands in the Location that weapon and crew were laid on."""
    user = arm.crew.id if arm.crew else arm.piece.id
    return any(
        secret.kind is SecretKind.BORE_SIGHT
        and secret.sight is not None
        and secret.sight.weapon == arm.name
        and location_of(aim.spot) == "0"
        and may_use(secret.sight, user, aim.spot.hex)
        for secret in at.state.secrets
        if secret.side == arm.piece.side
    )
