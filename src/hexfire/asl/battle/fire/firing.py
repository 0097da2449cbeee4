"""C3.1 on the table: a weapon fires, and everything that follows is carried out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from hexfire.asl.antitank.backblast import rcl_keeps_concealment
from hexfire.asl.antitank.fire import AtOutcome, AtShot, aim, at_fire
from hexfire.asl.battle.fire import residual, spotting, spraying
from hexfire.asl.battle.fire.acquisitions import after_fire, lose_the_unfit
from hexfire.asl.battle.fire.aiming import (
    arc_of,
    arms_for,
    entered_by,
    is_through_bocage,
    moving_with,
    shot_of,
)
from hexfire.asl.battle.fire.groups import mark_leaders, records
from hexfire.asl.battle.fire.harm import hurt_men, men_of, nmc_of, suffered
from hexfire.asl.battle.fire.light import after_light, light_shot
from hexfire.asl.battle.fire.meeting import meet, meet_light
from hexfire.asl.battle.fire.panzerfausts import after_check, thrown_away
from hexfire.asl.battle.fire.screens import screened
from hexfire.asl.battle.fire.targets import aimed
from hexfire.asl.battle.fire.weapons import Arm, with_service
from hexfire.asl.battle.orders.actions import Fire
from hexfire.asl.battle.table.bore_sights import disturbed
from hexfire.asl.battle.table.carriers import carrier
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.known import known
from hexfire.asl.battle.table.pieces import GONE, Dummy, Gun, Men, Support, Vehicle, Veil
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.sighting import is_watched
from hexfire.asl.battle.table.state import Move, ShotAt
from hexfire.asl.effects.ammunition import Supply
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.gunnery.arc import new_spine
from hexfire.asl.gunnery.bore_sight import Disturbed
from hexfire.asl.gunnery.canister import Sweep
from hexfire.asl.gunnery.fire import (
    Attack,
    Outcome,
    after_first_roll,
    counts_as_fired,
    first_roll,
    ready,
)
from hexfire.asl.gunnery.rof import marker_after
from hexfire.asl.gunnery.small_arms import SmallArms, is_again, is_protective
from hexfire.asl.gunnery.throw import Crew, strikes
from hexfire.asl.gunnery.to_hit import ToHit
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Ammo, FireCounter, Kind, Shot, Turned
from hexfire.asl.tables import ift
from hexfire.asl.tables.ift import NO_EFFECT, Harm
from hexfire.dice import DR, AnyRequest, Dice, play
from hexfire.play import Seat

Rolled = tuple[AnyRequest, tuple[int, ...]]


def check(at: Position, seat: Seat, order: Fire) -> None:
    """Refuse a shot that may not be made, with its rule."""
    arms = arms_for(at, order, seat)
    shot = shot_of(at, arms, order)
    attack(at, arms[0], order, shot)
    if order.spraying:
        spraying.check(at, arms, order, shot)


def attack(at: Position, arm: Arm, order: Fire, shot: Shot) -> tuple[Attack, AtShot | None]:
    """C3.1, C12, C13: the attack that a shot makes, and its own chain for a light weapon."""
    light = light_shot(at, arm, order, shot)
    return (ready(shot), None) if light is None else (aim(light), light)


@dataclass(frozen=True)
class Laid:
    """A shot that is settled and not yet thrown: as its firer knows it, and as it will meet."""

    seen: Position
    order: Fire
    arms: tuple[Arm, ...]
    aimed: Attack
    met: Attack
    light: AtShot | None

    @property
    def arm(self) -> Arm:
        return self.arms[0]


def lay(at: Position, seat: Seat, order: Fire) -> Laid:
    """C3.1: the shot is settled on what the seat knows, and meets who is really there."""
    seen = at.then(known(at.state, seat))
    arms = arms_for(seen, order, seat)
    shot = shot_of(seen, arms, order)
    aimed, light = attack(seen, arms[0], order, shot)
    met = meet(at, seen, arms, aimed)
    return Laid(seen, order, arms, aimed, met, meet_light(light, met) if light else None)


def fire(at: Position, seat: Seat, order: Fire, dice: Dice, log: Log) -> Position:
    """C3.1: the arc is turned, the dice thrown, the effects carried out, the weapon marked."""
    before, laid = at, lay(at, seat, order)
    at = turned(_begun(at, laid), laid, log)
    asked = len(dice.log)
    if laid.light:
        around: AtOutcome = play(dice, at_fire, laid.light)
        return after_light_shot(at, laid, around, laid.light, dice.log[asked:], log)
    outcome: Outcome = play(dice, first_roll, laid.met)
    second = _effect_dr(laid, outcome, dice.log[asked + 1 :])
    dr = DR(*dice.log[asked][1][:2])
    at = aftermath(at, laid, outcome, dr, log, second)
    if not order.spraying:
        return at
    return _sprayed(at, lay(before, seat, spraying.other_half(order)), dr, dice, log)


def _sprayed(at: Position, laid: Laid, dr: DR, dice: Dice, log: Log) -> Position:
    """A9.5: the second hex of Spraying Fire meets the DR that was thrown for the first."""
    outcome: Outcome = play(dice, after_first_roll, laid.met, dr)
    _say(log, laid, dr, outcome)
    return lose_the_unfit(suffered(at, outcome, log), log)


def after_light_shot(
    at: Position,
    laid: Laid,
    around: AtOutcome,
    fired_as: AtShot,
    rolls: Sequence[Rolled],
    log: Log,
    dr: DR | None = None,
) -> Position:
    """C12, C13: what follows from the dice of a light weapon: its check, its blast, its shot.

    `dr`: its To Hit DR, where others were thrown before it (C2.2401).
    """

    def beside(at: Position) -> Position:
        return after_light(at, laid.arm, laid.aimed.shot, laid.seen, fired_as, around, log)

    if around.check is not None:
        check = next(faces for request, faces in rolls if request.rule == "C13.31")
        at = after_check(at, laid.arm, laid.order, around, check[0], log)
    if around.shot is None:  # only a Panzerfaust's check can end without a shot
        return lose_the_unfit(beside(at), log)
    second = None
    if dr is None:
        own = rolls[around.check is not None :]
        dr = DR(*own[0][1][:2])
        second = _effect_dr(laid, around.shot, own[1:])
    return aftermath(at, laid, around.shot, dr, log, second, beside)


def _effect_dr(laid: Laid, outcome: Outcome, rolls: Sequence[Rolled]) -> Rolled | None:
    """The DR that decides about the target aimed at: both see it, if both saw what was hit.

    Whatever else is rolled, for somebody who may be hidden there, is not theirs to know.
    """
    aimed, hit = laid.aimed.shot.target.name, [struck.name for struck in outcome.hits[:1]]
    both_see = _is_seen(laid) and hit == [aimed]
    return rolls[0] if both_see and rolls and len(rolls[0][1]) == 2 else None


def _is_seen(laid: Laid) -> bool:
    """Whether both sides see who was aimed at."""
    piece = laid.seen.by_id.get(laid.aimed.shot.target.name)
    return piece is not None and not isinstance(piece, Dummy)


def _begun(at: Position, laid: Laid) -> Position:
    """C5.33: a vehicle that fires before it spends any MP has begun its move with it."""
    if laid.aimed.shot.phase is not Phase.MPH or at.state.move is not None:
        return at
    vehicle = moving_with(at, laid.arm)
    assert vehicle is not None
    spot = at.spot(vehicle)
    move = Move(unit=vehicle.id, began=spot.hex if spot else "")
    return at.then(replace(at.state, move=move))


def aftermath(
    at: Position,
    laid: Laid,
    outcome: Outcome,
    dr: DR,
    log: Log,
    second: Rolled | None = None,
    beside: Callable[[Position], Position] | None = None,
) -> Position:
    """C3.1: what follows from the dice: for who fired, for his weapon, for who was fired at.

    `second`: the DR of the effects, if both may hear it. `beside`: what else happens at the firer's
    place, once he is seen.
    """
    shown, met, order = laid.aimed.shot, laid.met.shot, laid.order
    _say(log, laid, dr, outcome)
    if second is not None:
        request, faces = second
        log.say(request.rule, "effect_dr", dr=f"{faces[0]},{faces[1]}", target=order.at)
    for arm in laid.arms:
        at = _shown(at, arm, log)
    if beside is not None:
        at = beside(at)
    for arm, record in zip(laid.arms, records(laid.met, outcome, dr), strict=True):
        at = _counted(_served(at, arm, met, record, log), arm, order, shown)
        at = spotting.after_shot(at, arm, shown)
    at = mark_leaders(at, order.leader, order.weapon, met, outcome)
    at = _opened(at, laid.arm.piece.side, shown)
    at = suffered(at, outcome, log)
    if outcome.hits and shown.ammo in (Ammo.SMOKE, Ammo.WP):
        at = screened(at, shown)
        log.say("C8.51", "smoke_laid", ammo=shown.ammo.value, hex=shown.target.hex)
    at = _protective(at, laid, dr, log)
    aim = aimed(laid.seen, laid.arm.piece.side, order.at)
    at = residual.laid(at, aim.spot, residual.left_by(laid.aimed, outcome, dr), log)
    return lose_the_unfit(at, log)


# What is seen of it


def _say(log: Log, laid: Laid, dr: DR, outcome: Outcome) -> None:
    """What both sides hear: the figures of the shot as its firer knew it, and what they mean."""
    order, aimed = laid.order, laid.aimed
    rolled = f"{dr.colored},{dr.white}"
    if not isinstance(aimed, ToHit):
        log.say(
            "C2.29",
            "fired_ift",
            weapon=order.weapon,
            target=order.at,
            result=_cell(aimed, dr, outcome),
            fp=f"{float(aimed.fp[0]):g}",
            drm=f"{aimed.drm[0].total:+d}",
            dr=rolled,
            data={"cases": dict(aimed.drm[0].as_dict()), "range": aimed.shot.range},
        )
        return
    shot, aim = aimed.shot, aimed.aim
    log.say(
        "C3.3",
        "fired",
        weapon=order.weapon,
        target=order.at,
        ammo=shot.ammo.value if shot.ammo else "",
        result=f"@battle.shot.{_meaning(laid, aimed, dr, outcome)}",
        type=f"@battle.type.{shot.target_type.value}" if shot.target_type else "",
        th=aimed.number,
        drm=f"{aim.total:+d}",
        dr=rolled,
        final=aimed.final(dr, aim),
        data={"cases": dict(aim.tally.as_dict()), "range": shot.range},
    )


def _cell(aimed: SmallArms | Sweep, dr: DR, outcome: Outcome) -> str:
    """A7.3, A7.9: the cell of the IFT that the DR finds for who was aimed at."""
    if not outcome.fired:
        return "@battle.shot.none"
    column = aimed.columns[0]
    if isinstance(aimed, SmallArms) and aimed.cowers and dr.doubles and column is not None:
        column = ift.column_left(column)
    cell = NO_EFFECT if column is None else ift.result(column, dr.total + aimed.drm[0].total)
    return str(cell) if cell.harm is not Harm.NONE else "@battle.shot.nothing"


def _meaning(laid: Laid, aimed: ToHit, dr: DR, outcome: Outcome) -> str:
    """What a To Hit DR means for who was aimed at, by the figures that both have heard.

    After a further dr (C3.6, C3.7) it is told of whom both see.
    """
    if not outcome.fired:
        return "none"
    if outcome.crew:
        return f"crew_{outcome.crew}"
    hit = strikes(aimed, dr)
    if hit is None and _is_seen(laid):
        hit = any(struck.name == aimed.shot.target.name for struck in outcome.hits)
    return {True: "hit", False: "miss", None: "open"}[hit]


# The firer


def _protective(at: Position, laid: Laid, dr: DR, log: Log) -> Position:
    """A8.31 (R-A8.3): the DR of Final Protective Fire is a NMC of everybody who fires."""
    for arm, shot in zip(laid.arms, (laid.aimed.shot, *laid.aimed.shot.group), strict=False):
        if arm.crew is None or not is_protective(shot):
            continue
        men = at.piece(arm.crew.id)
        assert isinstance(men, Men)
        if men.broken or not men.on_board:
            continue
        log.say("A8.31", "protective_nmc", id=men.id, dr=f"{dr.colored},{dr.white}")
        at = hurt_men(at, men.id, nmc_of(men_of(at, men), dr.total, shot.firer.leadership), log)
    return at


def turned(at: Position, laid: Laid, log: Log) -> Position:
    """C3.21, C5.1: the barrel is turned just far enough; with the VCA the turret comes along."""
    arm, shot = laid.arm, laid.aimed.shot
    arc = arc_of(arm)
    here = at.hex(arm.piece)
    if not shot.firer.hexspines_turned or arc is None or here is None:
        return at
    aim = aimed(laid.seen, arm.piece.side, laid.order.at)
    spine = new_spine(here, arc[0], at.grid.hex(shot.target.hex), entered_by(at, aim, here))
    piece = at.piece(arm.piece.id)
    match piece:
        case Gun():
            piece = replace(piece, ca=spine)
        case Vehicle() if shot.firer.turned is Turned.TCA:
            piece = replace(piece, tca=spine)
        case Vehicle():
            by = (spine - arc[0]) % 6
            piece = replace(piece, vca=(piece.vca + by) % 6, tca=(piece.tca + by) % 6)
    log.say("C3.21", "turned", id=arm.piece.id, count=shot.firer.hexspines_turned)
    by_vca = isinstance(piece, Vehicle) and shot.firer.turned is not Turned.TCA
    event = Disturbed.VCA_CHANGED if by_vca else Disturbed.CA_CHANGED
    return at.then(disturbed(at.state.put(piece), arm.piece.id, event))


def _opened(at: Position, side: str, shot: Shot) -> Position:
    """C8.5, C8.6: once a side fires anything else its SMOKE comes too late in this phase."""
    if shot.ammo in (Ammo.SMOKE, Ammo.WP) or side in at.state.fired:
        return at
    return at.then(replace(at.state, fired=(*at.state.fired, side)))


def _shown(at: Position, arm: Arm, log: Log) -> Position:
    """A12.141: who fires is seen: the weapon and who works it lose their «?» or hiding.

    C12.22: a RCL and its user do so in the LOS of a Good Order enemy; by nobody seen, they keep it.
    """
    if arm.weapon.kind is Kind.RCL and rcl_keeps_concealment(is_watched(at, arm.piece)):
        return at
    for piece in (carrier(at, arm.crew), at.piece(arm.piece.id), arm.crew):
        if piece is not None and piece.veil is not Veil.KNOWN:
            log.say("A12.141", "shows_itself", id=piece.id, reveals=True)
            at = at.changed(at.piece(piece.id), veil=Veil.KNOWN)
    return at


def _served(at: Position, arm: Arm, shot: Shot, outcome: Outcome, log: Log) -> Position:
    """C2.24, C2.28, C8.9, C6.5: ROF or a fire counter, breakdown, depletion, acquisition."""
    if arm.inherent:
        return thrown_away(at, arm)
    service, move = arm.service, at.state.move
    gone = service.gone
    if outcome.supply is not Supply.HAD and shot.ammo is not None:
        gone = (*gone, shot.ammo)
        log.say("C8.9", f"supply_{outcome.supply.value}", weapon=arm.name, ammo=shot.ammo.value)
    if not counts_as_fired(shot, outcome.fired, outcome.weapon):
        return at.then(
            at.state.put(with_service(at.piece(arm.piece.id), replace(service, gone=gone)))
        )
    marker = marker_after(shot, outcome.rof_kept)
    new = replace(
        service,
        marker=marker or service.marker,
        shots=service.shots + 1,
        smoke=service.smoke + (shot.ammo in (Ammo.SMOKE, Ammo.WP)),
        state=outcome.weapon,
        gone=gone,
        acquired=after_fire(at, arm, shot, outcome),
        fired_here=service.fired_here or shot.phase is not Phase.MPH,
        shot_at_mp=move.spent if move and shot.phase is Phase.MPH else None,
    )
    if isinstance(arm.piece, Gun):
        through = is_through_bocage(at, arm, at.grid.hex(shot.target.hex))
        new = replace(
            new,
            changed_ca=service.changed_ca or shot.firer.hexspines_turned > 0,
            through_bocage=service.through_bocage or through,
        )
    if not isinstance(arm.piece, Men):
        log.say("C2.24", "rof_kept" if outcome.rof_kept else "rof_lost", weapon=arm.name)
    if new.state is not service.state:
        log.say("C2.28", "weapon_state", weapon=arm.name, state=f"@battle.weapon.{new.state.name}")
    at = at.then(at.state.put(with_service(at.piece(arm.piece.id), new)))
    if is_again(shot):
        at = _spent(at, arm)
    return _crew(_scrapped(at, arm, log), arm, outcome)


def _spent(at: Position, arm: Arm) -> Position:
    """A8.3 (R-A8.3): after Subsequent First Fire men and all they have are under Final Fire."""
    if arm.crew is None:
        return at
    men = at.piece(arm.crew.id)
    assert isinstance(men, Men)
    at = at.changed(men, marker=FireCounter.FINAL)
    for weapon in at.in_hands_of(men):
        if isinstance(weapon, Support):
            final = replace(weapon.service, marker=FireCounter.FINAL)
            at = at.then(at.state.put(replace(weapon, service=final)))
    return at


def _scrapped(at: Position, arm: Arm, log: Log) -> Position:
    """C2.28: what is disabled for good is removed at once; a vehicle stays, without that weapon."""
    piece = at.piece(arm.piece.id)
    if not isinstance(piece, Gun | Support) or piece.service.state is not WeaponState.DISABLED:
        return at
    log.say("C2.28", "weapon_gone", id=piece.id)
    return at.changed(piece, place=GONE, by="")


def _crew(at: Position, arm: Arm, outcome: Outcome) -> Position:
    """C5.64: the men at a Gun that tried to stop an overrun."""
    if outcome.crew is Crew.FIT or arm.crew is None:
        return at
    men = at.piece(arm.crew.id)
    assert isinstance(men, Men)
    broken = outcome.crew is Crew.BROKEN
    return at.changed(men, broken=broken, dm=broken, pinned=not broken)


def _counted(at: Position, arm: Arm, order: Fire, shot: Shot) -> Position:
    """C6.17: a shot at the unit that moves counts against the MF or MP it has spent there."""
    move = at.state.move
    if shot.phase is not Phase.DFF or move is None:
        return at
    shots = (*move.shots, ShotAt(arm.name, len(move.steps), order.mp))
    return at.then(replace(at.state, move=replace(move, shots=shots)))
