"""Attacks on a vehicle from its own hex or the next: FT, MOL, DC, ATMM, minefields (C7, C13.7).

None of them makes a To Hit DR. `play(dice, assault, made)` plays one, `odds(assault, made)` gives
its exact odds.
"""

from __future__ import annotations

import msgspec

from hexfire.asl.antitank.atmm import (
    AtmmAttack,
    Hunter,
    Tank,
    atmm_attack,
    atmm_check_drm,
    cc_leadership,
    refuse_atmm,
    refuse_combined,
)
from hexfire.asl.counters import Vehicle
from hexfire.asl.effects.firetable import after_kill
from hexfire.asl.effects.flame import (
    Charge,
    Flame,
    FlameAttack,
    Position,
    dc_attack,
    dc_number,
    flame_attack,
    flame_number,
    position_drm,
)
from hexfire.asl.effects.kill_number import KillNumber
from hexfire.asl.effects.mines import Minefield, mine_attack
from hexfire.asl.effects.stack import Fire, Struck, location_key
from hexfire.asl.effects.struck import men_aboard, struck_by
from hexfire.asl.gunnery.firepower import FT_FP, FT_RANGE
from hexfire.asl.gunnery.firer_cases import in_motion
from hexfire.asl.gunnery.throw import met_by
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.hit import Aspect
from hexfire.asl.shots.shot import Facing, Kind, Shot, Target, TargetKind
from hexfire.asl.shots.targets import After, Effect, Rank, VehicleAfter, VehicleTarget, vehicle
from hexfire.asl.tables import ift
from hexfire.dice import Dice, Then, in_turn
from hexfire.rulebook import BadInput, Refusal, Tally

MINES = (Kind.AP_MINES, Kind.AT_MINES)
CLOSE_KINDS = (Kind.FT, Kind.MOL, Kind.DC, Kind.ATMM, *MINES)
REACH = {Kind.FT: 2, Kind.MOL: 1, Kind.DC: 1, Kind.ATMM: 0, Kind.AP_MINES: 0, Kind.AT_MINES: 0}
"""How far each reaches; a FT at its second hex is at Long Range."""
SQUAD_CCV = 5

Means = FlameAttack | Charge | Minefield


class CloseAttack(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """One such attack: a flame, a charge, a minefield, or a hunter with his mine.

    `ccv` and `cc_drm` are those of the CC DR after his check, of all who attack with him (C13.73).
    """

    shot: Shot
    means: Means | None = None
    hunter: Hunter | None = None
    ccv: int = SQUAD_CCV
    cc_drm: int = 0


class CloseOutcome(msgspec.Struct, frozen=True, cache_hash=True):
    """What became of the vehicle; for an ATMM also what its check came to.

    `bystanders`: what became of the shot's other targets that are not armored, in their order.
    """

    vehicle: VehicleAfter
    check: str = ""
    bystanders: tuple[After, ...] = ()


def is_close(shot: Shot) -> bool:
    """Whether a weapon attacks without a To Hit DR at arm's length.

    A FT at whatever is no vehicle is an attack on the IFT like any other (R-A22).
    """
    flame_on_ift = shot.weapon.kind is Kind.FT and not shot.target.is_vehicle
    return shot.weapon.kind in CLOSE_KINDS and not flame_on_ift


def close_attack(shot: Shot, by: tuple[Rank, ...] = (), cc_drm: int = 0) -> CloseAttack:
    """The attack that a shot with one of these weapons means, or the rule against it.

    `by`: who attacks; with an ATMM the first makes the check, the others attack together with him.
    `cc_drm`: what modifies the CC DR beside leadership and the mine.
    """
    target, kind = shot.target, shot.weapon.kind
    if kind is Kind.ATMM and target.kind is TargetKind.MOTORCYCLE:
        raise Refusal("C13.7", "fieldguns.atmm_target")
    if not isinstance(target.unit, Vehicle):
        raise BadInput("fieldguns.close_vehicle", weapon=kind.value)
    if not 0 <= shot.range <= REACH[kind]:
        rules = {Kind.ATMM: "C13.7", Kind.DC: "C7.346", **dict.fromkeys(MINES, "C7.7")}
        raise Refusal(
            rules.get(kind, "C7.344"), "fieldguns.close_range", weapon=kind.value, max=REACH[kind]
        )
    match kind:
        case Kind.DC:
            return CloseAttack(shot=shot, means=_charge(shot, target.unit))
        case Kind.AP_MINES | Kind.AT_MINES:
            return CloseAttack(shot=shot, means=_minefield(shot, target.unit))
        case Kind.ATMM:
            return _hunt(shot, by or (Rank.SQUAD,), cc_drm)
        case _:
            return CloseAttack(shot=shot, means=_flame(shot, target.unit))


def _flame(shot: Shot, unit: Vehicle) -> FlameAttack:
    """C7.344: a FT at two hexes is at Long Range; MOL from above profit by it (C7.22)."""
    ft = shot.weapon.kind is Kind.FT
    far = ft and shot.range > FT_RANGE
    return FlameAttack(
        means=Flame.FT if ft else Flame.MOL,
        target=unit,
        rear=shot.target.facing is Facing.REAR,
        ce=shot.target.ce,
        elevation=shot.firer.level > shot.target.level,
        long_range=far,
        fp=FT_FP // (1 + far) if ft else ift.special_fp("MOL"),
        riders=men_aboard(shot.target.riders),
        passengers=men_aboard(shot.target.passengers),
    )


def _minefield(shot: Shot, unit: Vehicle) -> Minefield:
    """C7.7: the FP of a minefield is B28's, and said by who asks."""
    if not shot.weapon.fp:
        raise BadInput("fieldguns.mine_fp_needed")
    return Minefield(
        target=_met(shot, unit), fp=int(shot.weapon.fp), anti_tank=shot.weapon.kind is Kind.AT_MINES
    )


def _met(shot: Shot, unit: Vehicle) -> VehicleTarget:
    target = shot.target
    return vehicle(
        unit,
        ce=target.ce,
        immobile=target.immobile,
        riders=men_aboard(target.riders),
        passengers=men_aboard(target.passengers),
    )


def bystanders(shot: Shot) -> tuple[Target, ...]:
    """C7.346-T1: who is not armored around the AFV and, if the charge was thrown, its thrower."""
    return tuple(other for other in shot.others if not other.is_armored)


def _charge(shot: Shot, unit: Vehicle) -> Charge:
    """C7.346: how a DC is placed or thrown."""
    target, firer = shot.target, shot.firer
    return Charge(
        target=unit,
        facing=target.facing,
        thrown=firer.thrown,
        moving_thrower=firer.thrown and in_motion(shot),
        moving_target=target.motion or target.non_stopped,
        concealed_target=target.concealed or target.hidden,
        ce=target.ce,
        in_afph=shot.phase is Phase.AFPH,
        opportunity_fire=firer.opportunity_fire,
        cx=firer.cx,
        elevation=firer.level > target.level,
        immobile=target.immobile,
        bypassing=target.vbm,
        riders=men_aboard(target.riders),
        passengers=men_aboard(target.passengers),
        location=location_key(target.location, target.hex),
        bystanders=struck_by(tuple(met_by(shot, t) for t in bystanders(shot))),
    )


def _hunt(shot: Shot, by: tuple[Rank, ...], cc_drm: int) -> CloseAttack:
    """C13.7, C13.73: who attacks in Close Combat; the CCV of other than one squad is asked for."""
    if not shot.date:
        raise BadInput("fieldguns.date_needed", weapon="ATMM")
    ccv = shot.firer.ccv if shot.firer.ccv is not None or by != (Rank.SQUAD,) else SQUAD_CCV
    if ccv is None:
        raise BadInput("fieldguns.ccv_needed")
    rank, *others = by
    hunter = Hunter(
        rank=rank, cx=shot.firer.cx, pinned=shot.firer.pinned, nation=shot.nation or "German"
    )
    refuse_combined(hunter, tuple(others))
    leads = cc_leadership(shot.firer.leadership, attacks_alone=by == (Rank.LEADER,))
    attack = CloseAttack(shot=shot, hunter=hunter, ccv=ccv, cc_drm=cc_drm + leads)
    refuse_atmm(hunter, tank_of(attack), shot.date)
    return attack


def tank_of(attack: CloseAttack) -> Tank:
    """C13.7: what the mine is put on."""
    return Tank.ARMORED if attack.shot.target.is_armored else Tank.UNARMORED


def drm_of(attack: CloseAttack) -> Tally:
    """What modifies the first roll: a DC's Position DR, the check of an ATMM; flames have none."""
    if attack.hunter is not None:
        return atmm_check_drm(attack.hunter, tank_of(attack))
    return position_drm(attack.means) if isinstance(attack.means, Charge) else Tally()


def numbers_of(attack: CloseAttack) -> tuple[tuple[Aspect | None, KillNumber], ...]:
    """The TK numbers that the attack may be resolved with; none where it goes to the IFT."""
    match attack.means:
        case FlameAttack(target=unit) as flame if unit.armored:
            return ((None, flame_number(flame)),)
        case Charge(target=unit) as charge:
            return tuple(
                (aspect, dc_number(charge, Position.GOOD, aspect is Aspect.TURRET))
                for aspect in Aspect
                if unit.armored and unit.af(charge.facing, aspect is Aspect.TURRET) is not None
            )
        case _:
            return ()


def assault(dice: Dice, attack: CloseAttack) -> Then:
    """C7.344, C7.346, C13.7: the attack from its first die to the end of the vehicle."""
    if attack.hunter is not None:
        args = (
            attack.hunter,
            tank_of(attack),
            attack.ccv,
            attack.cc_drm,
            attack.shot.date,
        )
        return Then(in_turn, (Then(atmm_attack, args), Then(_mined, (attack.shot,))))
    if isinstance(attack.means, Minefield):
        return Then(in_turn, (Then(mine_attack, (attack.means,)), Then(_burned)))
    procedure = dc_attack if isinstance(attack.means, Charge) else flame_attack
    return Then(in_turn, (Then(procedure, (attack.means,)), Then(_burned)))


def _mined(dice: Dice, attack: AtmmAttack, shot: Shot) -> Then:
    """C13.72: who was in or on a vehicle that a mine destroyed fares as in any other wreck."""
    assert isinstance(shot.target.unit, Vehicle)
    struck = Struck(_met(shot, shot.target.unit), None)
    wreck = Then(_wreck, (struck, attack.vehicle))
    return Then(in_turn, (wreck, Then(_mine_done, (attack.check.value,))))


def _wreck(dice: Dice, struck: Struck, effect: Effect) -> Then | tuple[After, ...]:
    return after_kill((struck,), Fire(), 0, effect)


def _mine_done(dice: Dice, results: tuple[VehicleAfter], check: str) -> CloseOutcome:
    return CloseOutcome(results[0], check)


def _burned(dice: Dice, results: tuple[VehicleAfter, *tuple[After, ...]]) -> CloseOutcome:
    vehicle, *others = results
    return CloseOutcome(vehicle, bystanders=tuple(others))
