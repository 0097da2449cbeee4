"""C3.6–C3.9: one To Hit DR, read for every target it may hit."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from hexfire.asl.counters import Leader
from hexfire.asl.effects.ammunition import Supply, supply
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.effects.leaders import is_leader
from hexfire.asl.gunnery.rof import wear
from hexfire.asl.gunnery.tables import is_marsh
from hexfire.asl.gunnery.target_cases import is_hull_down, location_drm, tem_of
from hexfire.asl.gunnery.to_hit import Aim, ToHit, hardest, takes_tem_on_effects
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.hit import Aspect, Hit, Hits
from hexfire.asl.shots.shot import Ammo, Facing, Kind, Shot, Target, TargetKind, TargetType
from hexfire.asl.shots.targets import Personnel
from hexfire.dice import DR, Dice, Memo, Odds, Then, in_turn, numbered, odds, play

Further = Callable[[], int]


class Crew(StrEnum):
    """C5.64: how the men at the Gun stood the overrun."""

    FIT = ""
    PINNED = "pinned"
    BROKEN = "broken"


class Thrown(msgspec.Struct, frozen=True, cache_hash=True):
    """What the To Hit DR decided: which targets are hit and how, and what became of the weapon."""

    hits: Hits = ()
    rof_kept: bool = False
    wear: WeaponState = WeaponState.WORKING
    supply: Supply = Supply.HAD
    crew: Crew = Crew.FIT

    @property
    def fired(self) -> bool:
        """C8.9: without the declared ammunition the weapon has not fired at all."""
        return self.supply is not Supply.NEVER


class _Struck(msgspec.Struct, frozen=True):
    """A target that is hit, before the Critical Hit has found its one victim."""

    aim: Aim
    aspect: Aspect
    is_ch: bool = False
    improbable: bool = False


def throw(dice: Dice, th: ToHit, watch: tuple[int, ...] = ()) -> Thrown:
    """C3.3: the To Hit DR, and everything that follows from it alone.

    `watch` picks the targets (by their places) whose fate is asked for: of others that are alike
    nobody asks which of them a Critical Hit strikes.
    """
    return thrown(dice, th, dice.DR("C3.3"), watch)


def thrown(dice: Dice, th: ToHit, dr: DR, watch: tuple[int, ...] = ()) -> Thrown:
    """C3.3: what a To Hit DR comes to that is known already."""
    result: Thrown = play(dice, _whom, _after_dr(dice, th, dr), th, watch)
    return result


def throw_odds(th: ToHit, watch: tuple[int, ...] = (), memo: Memo | None = None) -> Odds[Thrown]:
    """The exact odds of `throw`; what the DR comes to is read once, whomever a CH may strike and
    whoever is asked for."""
    return odds(in_turn, Then(_to_hit_dr, (th,)), Then(_whom, (th, watch)), memo=memo)


class _Critical(msgspec.Struct, frozen=True, cache_hash=True):
    """A Critical Hit that may strike several: their places among the hits, their aims, and how they
    are hit if it does not strike them."""

    result: Thrown
    places: tuple[int, ...]
    aims: tuple[Aim, ...]
    spared: Hits


def _to_hit_dr(dice: Dice, th: ToHit) -> Thrown | _Critical:
    return _after_dr(dice, th, dice.DR("C3.3"))


def _after_dr(dice: Dice, th: ToHit, dr: DR) -> Thrown | _Critical:
    """All that follows from the DR, but for whom a Critical Hit strikes of several."""
    shot = th.shot
    worn, stock = wear(shot, th.breakdown.total, dr.total), supply(th.depletion, dr.total)
    crew = ovr_nmc(shot, dr) if shot.firer.ovr_prevention else Crew.FIT
    if stock is Supply.NEVER or crew is not Crew.FIT:
        return Thrown(wear=worn, supply=stock, crew=crew)
    struck = read(dice, th, dr)
    kept = is_sound(worn) and dr.colored <= th.rof.total
    critical = _critical(struck)
    rolls = 2 if not critical and _is_multiple(th, dr) else 1
    hits = tuple(_hit(th, dr, s, i in critical, rolls) for i, s in enumerate(struck))
    result = Thrown(hits, kept, worn, stock)
    if len(critical) <= 1:
        return result
    spared = tuple(_hit(th, dr, struck[i], False, rolls) for i in critical)
    return _Critical(result, critical, tuple(struck[i].aim for i in critical), spared)


def _whom(
    dice: Dice, thrown: Thrown | _Critical, th: ToHit, watch: tuple[int, ...]
) -> Then | Thrown:
    if isinstance(thrown, Thrown):
        return thrown
    return Then(_strike, (thrown, _signs(th, thrown.aims, watch)))


def is_sound(state: WeaponState) -> bool:
    """Whether the weapon can still be fired."""
    return state in (WeaponState.WORKING, WeaponState.LOW_AMMO)


def ovr_nmc(shot: Shot, dr: DR) -> Crew:
    """C5.64: the Original To Hit DR of OVR Prevention is the manning Infantry's NMC as well."""
    assert shot.firer.morale is not None
    if dr.total > shot.firer.morale:
        return Crew.BROKEN
    return Crew.PINNED if dr.total == shot.firer.morale else Crew.FIT


def read(dice: Dice, th: ToHit, dr: DR) -> tuple[_Struck, ...]:
    """Which targets the DR hits. An Original 2 may need one further dr for all (R-C3.6)."""
    follow_up: list[int] = []

    def further() -> int:
        if not follow_up:
            follow_up.append(dice.dr("C3.6"))
        return follow_up[0]

    hits: list[_Struck] = []
    for aim in th.aims:
        if aim.with_hardest:
            continue
        struck = _improbable(th, aim, dr, further) or _ordinary(th, aim, dr, further)
        if struck is not None:
            hits.append(struck)
    return tuple(hits) + _out_of_los(th, dr, hits)


class _Undecided(Exception):
    """A further dr decides."""


def strikes(th: ToHit, dr: DR) -> bool | None:
    """C3.3, C3.9: whether a DR hits the target aimed at; None if a further dr decides (C3.6)."""

    def further() -> int:
        raise _Undecided

    try:
        struck = _improbable(th, th.aim, dr, further) or _ordinary(th, th.aim, dr, further)
    except _Undecided:
        return None
    return struck is not None


def _out_of_los(th: ToHit, dr: DR, hits: list[_Struck]) -> tuple[_Struck, ...]:
    """C3.33: a mortar that hits the hardest target hits the units out of its LOS as well.

    A24.31: WP that hits the hex reaches everybody in it, though nobody there is seen.
    """
    blind = tuple(aim for aim in th.aims if aim.with_hardest)
    key = hardest(th) if blind else None
    everybody = th.shot.ammo is Ammo.WP and bool(hits)
    if not everybody and (key is None or not any(s.aim is key for s in hits)):
        return ()
    by_ch = any(s.is_ch for s in hits)
    return tuple(_Struck(a, location(dr), by_ch) for a in blind)


def location(dr: DR, drm: int = 0) -> Aspect:
    """C3.9: the coloured dr (with a wall's `drm`, B9.33c) below the white one hits the turret."""
    return Aspect.TURRET if dr.colored + drm < dr.white else Aspect.HULL


def _improbable(th: ToHit, aim: Aim, dr: DR, further: Further) -> _Struck | None:
    """C3.6: where no DR can hit, an Original 2 still may: dr 1 CH, 2 turret, 3 hull."""
    if dr.total != 2 or th.can_hit(aim):
        return None
    face = further()
    hidden = is_hull_down(th.shot, aim.target)
    if face > (2 if hidden else 3):
        return None
    aspect = Aspect.HULL if face == 3 or (face == 1 and not hidden) else Aspect.TURRET
    return _Struck(aim, aspect, face == 1 and may_be_ch(th.shot), improbable=True)


def may_be_ch(shot: Shot) -> bool:
    """C3.7, C5.72: MG and Deliberate Immobilization make no Critical Hits."""
    return shot.weapon.kind is not Kind.MG and not shot.deliberate_immobilization


def _ordinary(th: ToHit, aim: Aim, dr: DR, further: Further) -> _Struck | None:
    """C3.3, C3.9: a Final DR of the Modified TH# or less hits; a hidden hull is not hit."""
    if th.final(dr, aim) > th.number:
        return None
    hidden = is_hull_down(th.shot, aim.target)
    if is_critical(th, aim, dr, further):
        return _Struck(aim, Aspect.TURRET if hidden else location(dr), is_ch=True)
    if dr.total == 2 and _is_last_chance(th, aim):
        return _Struck(aim, Aspect.TURRET if hidden else Aspect.HULL)
    aspect = location(dr, location_drm(th.shot, aim.target).total)
    return None if hidden and aspect is Aspect.HULL else _Struck(aim, aspect)


def _is_last_chance(th: ToHit, aim: Aim) -> bool:
    """C3.7: an Original 2 that is the only DR to hit is a Critical Hit only after a dr of 1.

    Else it is a hull hit, a turret hit on who is Hull Down: a MG's too, which has no CH (R-C3.7).
    """
    return _by_original_2(th.shot) and th.only_lowest_hits(aim)


def _by_original_2(shot: Shot) -> bool:
    """C3.7: all but the Infantry Target Type have their Critical Hits on an Original 2."""
    return shot.target_type is not TargetType.INFANTRY or shot.weapon.th_table is not None


def is_critical(th: ToHit, aim: Aim, dr: DR, further: Further) -> bool:
    """C3.7: whether a hit is a Critical Hit.

    Vehicle and Area Types (mortars: C9.5), and LATW with their own numbers: an Original 2.
    Infantry Type: a Final DR below half the Modified TH#, or an Original 2 and then a dr of 1 or of
    no more than half the Modified TH# (R-C3.7).
    """
    if not may_be_ch(th.shot):
        return False
    if not _by_original_2(th.shot):
        if 2 * th.final(dr, aim) < th.number:
            return True
        if dr.total != 2:
            return False
        face = further()
        return face == 1 or 2 * face <= th.number
    if dr.total != 2:
        return False
    return not th.only_lowest_hits(aim) or further() == 1


def _is_ground(target: Target) -> bool:
    """C3.73: a Critical Hit does nothing special to terrain."""
    return target.kind in (TargetKind.TERRAIN, TargetKind.BRIDGE)


def _critical(struck: tuple[_Struck, ...]) -> tuple[int, ...]:
    """Whom a Critical Hit may strike."""
    return tuple(i for i, s in enumerate(struck) if s.is_ch and not _is_ground(s.aim.target))


def _strike(dice: Dice, critical: _Critical, signs: tuple[Hashable, ...]) -> Thrown:
    """C3.74: the CH strikes whom Random Selection finds; the others are spared it, and merely
    hit."""
    locations = tuple(aim.target.location for aim in critical.aims)
    victims = _victims(dice, locations, signs)
    hits = list(critical.result.hits)
    for at, i in enumerate(critical.places):
        if at not in victims:
            hits[i] = critical.spared[at]
    return replace(critical.result, hits=tuple(hits))


def _victims(dice: Dice, locations: tuple[str, ...], signs: tuple[Hashable, ...]) -> frozenset[int]:
    """C3.74: a Critical Hit strikes what Random Selection finds: the Location, then the unit.

    `signs`: of those with the same sign nobody asks which is struck.
    """
    several: Sequence[int] = range(len(locations))
    names = sorted(set(locations))
    if len(names) > 1:
        there = [
            tuple(sorted((signs[i] for i in several if locations[i] == name), key=repr))
            for name in names
        ]
        chosen = {names[n] for n in dice.selection(len(names), "C3.74", alike=numbered(there))}
        several = [i for i in several if locations[i] in chosen]
    if len(several) == 1:
        return frozenset(several)
    alike = numbered([signs[i] for i in several])
    return frozenset(several[n] for n in dice.selection(len(several), "C3.74", alike=alike))


def _signs(th: ToHit, aims: tuple[Aim, ...], watch: tuple[int, ...]) -> tuple[Hashable, ...]:
    """What tells the targets apart for whom a Critical Hit looks: who is asked for, and leaders,
    whose fate others feel, each for himself; the rest by the column and DRM they would meet."""
    if not watch:
        return tuple(range(len(aims)))
    asked = [th.aims[i] for i in watch]
    return tuple(
        i if aim in asked or not is_one_of_many(aim.target) else sign_of_aim(th, aim)
        for i, aim in enumerate(aims)
    )


def is_one_of_many(target: Target) -> bool:
    """Infantry that leads nobody."""
    return target.kind is TargetKind.INFANTRY and not leads(target)


def leads(target: Target) -> bool:
    return isinstance(target.unit, Leader) or is_leader(target.unit)


def sign_of_aim(th: ToHit, aim: Aim) -> Hashable:
    """What decides the column and DRM of a hit on men, a Critical Hit or not."""
    shot, target = th.shot, aim.target
    tem = (effects_tem(shot, aim, False), effects_tem(shot, aim, True))
    own = (target.unit.drm, target.unit.eliminated) if isinstance(target.unit, Personnel) else ()
    return (*tem, movement_again(aim), halvings(shot, target, False), target.air_burst, *own)


def sign_of(hit: Hit) -> Hashable:
    """What of a hit on men decides the column and DRM they meet."""
    return (hit.is_ch, hit.tem, hit.move_drm, hit.half_fp, hit.air_burst)


def _is_multiple(th: ToHit, dr: DR) -> bool:
    """C3.8: doubles of a 15–40mm gun are two hits; not for MG, LATW and guns with several TK DR."""
    weapon, kind = th.shot.weapon, th.shot.weapon.kind
    gun = kind not in (Kind.MG, Kind.LATW, Kind.ATR) and weapon.tk_rolls == 1
    aimed = th.shot.target_type is not TargetType.AREA
    return dr.doubles and gun and aimed and 15 <= weapon.caliber <= 40


def _hit(th: ToHit, dr: DR, struck: _Struck, is_ch: bool, rolls: int) -> Hit:
    shot, aim = th.shot, struck.aim
    target = aim.target
    assert shot.ammo is not None and shot.target_type is not None
    return Hit(
        target=target,
        weapon=shot.weapon,
        ammo=shot.ammo,
        target_type=shot.target_type,
        range=shot.range,
        nation=shot.nation or shot.weapon.nation,
        date=shot.date,
        captured=shot.firer.captured,
        facing=facing(shot, target, struck.aspect, dr),
        aspect=struck.aspect if target.is_vehicle else Aspect.HULL,
        is_ch=is_ch,
        improbable=struck.improbable,
        rolls=1 if struck.improbable else rolls,
        deliberate_immobilization=shot.deliberate_immobilization,
        tem=effects_tem(shot, aim, is_ch),
        air_burst=bursts_in_the_air(shot, target),
        move_drm=movement_again(aim) if is_ch else 0,
        half_fp=halvings(shot, target, is_ch),
        first_fire=shot.phase is Phase.DFF,
        underbelly=target.underbelly,
        aerial=shot.firer.aerial,
    )


def met_by(shot: Shot, target: Target) -> Hit:
    """A target as an attack straight on the IFT meets it: no To Hit DR, its TEM on the IFT DR."""
    return Hit(
        target=target,
        weapon=shot.weapon,
        ammo=Ammo.HE,
        target_type=TargetType.INFANTRY,
        range=shot.range,
        tem=tem_of(shot, target),
        first_fire=shot.phase is Phase.DFF,
    )


def bursts_in_the_air(shot: Shot, target: Target) -> bool:
    """B13.3: Air Bursts that the TEM does not hold already: a mortar's TEM of woods does."""
    counted = shot.weapon.kind is Kind.MTR and target.tem is None and tem_of(shot, target) < 0
    return target.air_burst and not counted


def halvings(shot: Shot, target: Target, is_ch: bool) -> int:
    """C3.5, C3.53: how often the shell's FP is halved: for the Area Target Type, and HE against men
    in marsh or water.

    Nothing else changes it: neither Area Fire (C.4) nor Point Blank (C3.51); and a Critical Hit is
    doubled from the full FP (C3.71, C3.75).
    """
    if is_ch:
        return 0
    men = target.kind in (TargetKind.INFANTRY, TargetKind.CAVALRY)
    wet = men and shot.ammo is Ammo.HE and (target.in_marsh or is_marsh(target.terrain))
    return int(shot.target_type is TargetType.AREA) + int(wet)


def effects_tem(shot: Shot, aim: Aim, is_ch: bool) -> int:
    """C.3, C3.331, C3.71: the TEM that the effects DR takes.

    What the To Hit DR took is not taken again; a Critical Hit takes every positive TEM reversed,
    except the part of it that is kept (upper building levels, a pillbox's sides), and an AFV hit by
    the Area Target Type none at all (C3.72).
    """
    if not is_ch:
        return aim.tem if takes_tem_on_effects(shot) else 0
    if aim.target.is_armored:
        return 0
    kept = min(aim.target.tem_kept, max(aim.tem, 0))
    reversed_part = -(aim.tem - kept) if aim.tem > 0 else aim.tem
    return reversed_part + (kept if takes_tem_on_effects(shot) else 0)


def movement_again(aim: Aim) -> int:
    """C3.71: FFNAM, FFMO and Hazardous Movement count on a Critical Hit's effects DR as well."""
    return sum(aim.tally.value_of(case) for case in ("J3", "J4", "O"))


_ROUND = (Facing.FRONT, Facing.FRONT, Facing.SIDE, Facing.REAR, Facing.REAR, Facing.SIDE)


def facing(shot: Shot, target: Target, aspect: Aspect, dr: DR) -> Facing:
    """C3.9, D3.2: the Target Facing: of the TCA for a turret hit, else of the VCA.

    Within one hex the coloured dr tells the direction the shot came from, unless the target uses
    VBM (R-C5.1).
    """
    if shot.own_hex and target.is_vehicle and not target.vbm:
        return _ROUND[(dr.colored - target.front_dr) % 6]
    if aspect is Aspect.TURRET and target.turret_facing is not None:
        return target.turret_facing
    return target.facing
