"""C7: from a hit on a vehicle to what becomes of it."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from hexfire.asl.effects import vehicles
from hexfire.asl.effects.ammunition import he_equivalent
from hexfire.asl.effects.firetable import after_kill
from hexfire.asl.effects.kill_number import KillNumber, aerial_af, counter_of
from hexfire.asl.effects.projector import projector_number
from hexfire.asl.effects.stack import Fire, Struck
from hexfire.asl.effects.struck import vehicle_hit
from hexfire.asl.shots.hit import Aspect, Hit
from hexfire.asl.shots.shot import Ammo, Facing, Kind, TargetType, Weapon
from hexfire.asl.shots.targets import (
    After,
    Effect,
    VehicleAfter,
    VehicleTarget,
)
from hexfire.asl.tables import to_kill as table
from hexfire.dice import Dice, Then
from hexfire.rulebook import Message, Modifier, Refusal, Tally

_MG_UP_TO = 15
_ALWAYS_APCR = ("28LL", "40LL")


class _Basic(NamedTuple):
    table: str
    number: int


# -- the Basic TK# -----------------------------------------------------------------------------


def is_mg(weapon: Weapon) -> bool:
    """A MG for the AFV Destruction Table: 12.7 and 15 mm too (C7.7 note F)."""
    light = weapon.caliber <= _MG_UP_TO and weapon.kind not in (Kind.ATR, Kind.LATW)
    return weapon.kind is Kind.MG or light


def basic_number(hit: Hit) -> _Basic:
    """C7.1, C7.3: the Basic TK# against armour; the ammunition alone decides the table."""
    weapon = hit.weapon
    if weapon.kind is Kind.MTR:
        raise Refusal("C7.345", "effects.tk.mortar")
    size = table.gun_size(weapon.caliber, weapon.barrel)
    nation = weapon.nation or hit.nation
    if weapon.kind is Kind.ATR:
        return _Basic("AP", table.atr_basic(nation, size))
    if is_mg(weapon):
        of_mg = table.mg_basic() if weapon.caliber < 12 else table.ap_basic("12.7")
        return _Basic("AP", of_mg or 0)
    match hit.ammo:
        case Ammo.AP if size in _ALWAYS_APCR:  # C7.32: squeeze-bore shot
            name, number = "APCR", table.apcr_basic(size, nation)
        case Ammo.AP:
            name, number = "AP", _ap(weapon, size, nation)
        case Ammo.APCR:
            name, number = "APCR", table.apcr_basic(size, nation)
        case Ammo.APDS:
            name, number = "APDS", table.apds_basic(size)
        case Ammo.HEAT:
            name, number = "HEAT", table.heat_basic(weapon.th_table or f"{weapon.caliber:g}")
        case Ammo.HE:
            name, number = "HE", table.he_basic(weapon.caliber)
        case _:
            raise Refusal("C7.1", "effects.tk.ammo", ammo=str(hit.ammo))
    if number is None:
        raise Refusal("C7.1", "effects.tk.no_entry", gun=size, table=name)
    return _Basic(name, number)


def _ap(weapon: Weapon, size: str, nation: str) -> int | None:
    """C7.31: colour-coded entries of one vehicle, before those of a nation."""
    if size == "75" and any(word in weapon.name for word in ("Grant", "Lee")):
        return table.special_ap("75")
    return table.ap_basic(size, nation)


def unarmored_number(hit: Hit) -> _Basic:
    """C7.311, C7.321, C7.331, C7.342: the Final TK# against an unarmored target, by calibre."""
    weapon = hit.weapon
    number: int | None
    match hit.ammo:
        case Ammo.HEAT:
            name, number = "HEAT", table.heat_unarmored()
        case Ammo.HE:
            name, number = "HE", table.he_unarmored(weapon.caliber)
        case Ammo.AP | Ammo.APCR | Ammo.APDS:
            name, number = str(hit.ammo), table.ap_unarmored(_shot_caliber(weapon))
        case _:
            raise Refusal("C7.1", "effects.tk.ammo", ammo=str(hit.ammo))
    if number is None:
        raise Refusal("C7.311", "effects.tk.use_ift", gun=f"{weapon.caliber:g}")
    return _Basic(name, number)


def _shot_caliber(weapon: Weapon) -> float:
    """An ATR stands with the 20 mm guns, whatever its bore (C7.31-T)."""
    return max(weapon.caliber, 20) if weapon.kind is Kind.ATR else weapon.caliber


# -- Cases A–D -----------------------------------------------------------------------------------


def case_a(hit: Hit) -> Modifier:
    """C7.21: +1 against an armored rear; an aerial hit always has it."""
    return Modifier("A", "C7.21", 1, applies=hit.aerial or hit.facing is Facing.REAR)


def case_b(hit: Hit, open_topped: bool) -> Modifier:
    """C7.22: +1 for an aerial hit on armour, +2 if the AFV is OT; nothing for guns from above."""
    why = None if hit.aerial else Message.of("effects.tk.case_b_no")
    return Modifier("B", "C7.22", 2 if open_topped else 1, applies=hit.aerial, why=why)


def case_c(hit: Hit, basic: int) -> Modifier:
    """C7.23: a Critical Hit doubles the Basic TK# before all else; MG never have one (C3.7)."""
    no_ch = is_mg(hit.weapon) and hit.weapon.caliber < _MG_UP_TO
    why = Message.of("effects.tk.mg_no_ch") if no_ch and hit.is_ch else None
    return Modifier("C", "C7.23", basic, applies=hit.is_ch and not no_ch, why=why)


def case_d(hit: Hit, name: str) -> Modifier | None:
    """C7.24: range weakens AP, APCR and APDS; `None` where they can do nothing any more."""
    if hit.aerial or name in ("HEAT", "HE"):
        rule = {"HEAT": "C7.332", "HE": "C7.341"}.get(name, "C7.24")
        return Modifier("D", rule, 0, applies=False)
    weapon = hit.weapon
    caliber = min(weapon.caliber, 25) if weapon.kind in (Kind.MG, Kind.ATR) else weapon.caliber
    if name == "AP":
        value = table.case_d_ap(caliber, hit.range)
    else:
        value = table.case_d_apcr(caliber, hit.range, name == "APDS")
    if value is None:
        return None
    return Modifier("D", "C7.24", value, applies=value != 0)


def kill_number(hit: Hit) -> KillNumber:
    """C7.11, C7.2, D1.22: Basic TK#, Cases A–D, the AF of the facing and part that was hit."""
    counter = counter_of(hit)
    if hit.weapon.th_table == "MOL-P":
        return projector_number(hit, counter)
    turret = hit.aspect is Aspect.TURRET
    af = counter.af(hit.facing, turret) if counter.armored else None
    if af is None:
        name, number = unarmored_number(hit)
        doubled = Modifier("C", "C7.311", number, applies=hit.is_ch)
        return KillNumber(table=name, basic=number, cases=Tally.of((doubled,)), af=None)
    name, number = basic_number(hit)
    distance = case_d(hit, name)
    cases = [case_c(hit, number), case_a(hit), case_b(hit, counter.open_topped)]
    if distance is not None:
        cases.append(distance)
    af, rule = (aerial_af(counter), "C7.12") if hit.aerial or hit.underbelly else (af, "C7.11")
    return KillNumber(
        table=name,
        basic=number,
        cases=Tally.of(cases),
        af=af,
        af_rule=rule,
        possible=distance is not None,
    )


# -- the TK DR and what follows ------------------------------------------------------------------


def to_kill(dice: Dice, hit: Hit) -> Then | tuple[After, ...]:
    """C7.11: resolve a hit on a vehicle by the TK table of its ammunition: one `VehicleAfter`."""
    if hit.target_type is TargetType.AREA:
        raise Refusal("C3.332", "effects.tk.area")
    target = vehicle_hit(hit)
    if hit.deliberate_immobilization:
        return deliberate_immobilization(dice, hit, target)
    if hit.rolls > 1:
        again = tuple(_facts(second_hit(hit, aspect), target) for aspect in Aspect)
        return Then(_first_of_two, (_facts(hit, target), *again))
    return Then(_tk_roll, (_facts(hit, target), hit.weapon.tk_rolls, 12))


def second_hit(hit: Hit, aspect: Aspect) -> Hit:
    """C3.8, C3.9: the second of two hits, where the first Effects DR has placed it.

    A turret shows the facing of its TCA; within one hex the To Hit DR gave the facing of both.
    """
    turned = aspect is Aspect.TURRET and hit.range > 0
    facing = hit.target.turret_facing or hit.target.facing if turned else hit.facing
    return replace(hit, aspect=aspect, facing=facing)


class _Facts(msgspec.Struct, frozen=True, cache_hash=True):
    """What the TK DR is compared with: made once, so that the stages stay small."""

    target: VehicleTarget
    final: int
    possible: bool
    armored: bool
    turret: bool
    column: str
    he: bool
    collateral_column: int | None


def _facts(hit: Hit, target: VehicleTarget) -> _Facts:
    number = kill_number(hit)
    return _Facts(
        target=target,
        final=number.final,
        possible=number.possible,
        armored=number.af is not None,
        turret=hit.aspect is Aspect.TURRET,
        column="mg" if is_mg(hit.weapon) else "direct_fire_or_bomb",
        he=hit.ammo is Ammo.HE,
        collateral_column=he_equivalent(hit.weapon, hit.ammo),
    )


def _first_of_two(dice: Dice, first: _Facts, hull: _Facts, turret: _Facts) -> Then:
    """C3.8: the TK DR of the first hit also places the second one: hull or turret (C3.9)."""
    dr = dice.DR("C7.11")
    second = turret if dr.colored < dr.white else hull
    return Then(_second_of_two, (first, dr.total, second))


def _second_of_two(dice: Dice, first: _Facts, dr: int, second: _Facts) -> Then:
    """C3.8: of two hits only one counts: the one that serves the firer best (R-C3.8)."""
    facts, best = max((first, dr), (second, dice.total("C7.11")), key=lambda hit: _worth(*hit))
    return Then(tk_result, (facts, best))


def _worth(facts: _Facts, dr: int) -> tuple[int, int]:
    """How much a TK DR serves the firer: by its effect, then by what it does to exposed PRC."""
    dud = dr == 12
    return (-1 if dud else tk_effect(facts, dr).order, -dr)


def _tk_roll(dice: Dice, facts: _Facts, left: int, best: int) -> Then:
    """C7.11: a TK DR; a gun that makes several for one hit keeps the lowest."""
    best = min(best, dice.total("C7.11"))
    if left > 1:
        return Then(_tk_roll, (facts, left - 1, best))
    return Then(tk_result, (facts, best))


def tk_result(dice: Dice, facts: _Facts, dr: int) -> Then | tuple[After, ...]:
    """C7.35, C7.7: what an Original TK DR does; the same DR then attacks exposed PRC (D.8A)."""
    target = facts.target
    effect = Effect.DUD if dr == 12 else tk_effect(facts, dr)
    if target.ce or target.aboard:
        stack = (Struck(target, facts.collateral_column),)
        return after_kill(stack, Fire(turret=facts.turret), dr, effect)
    # Nobody looks at the DR again: rolls with the same effect are one branch.
    return Then(_aftermath, (target, effect, facts.turret))


def _aftermath(
    dice: Dice, target: VehicleTarget, effect: Effect, turret: bool
) -> tuple[VehicleAfter]:
    return (vehicles.aftermath(dice, target, effect, turret),)


def tk_effect(facts: _Facts, dr: int) -> Effect:
    """C7.4–C7.7: the AFV Destruction Table, or the plain kill of an unarmored target (C7.11)."""
    if not facts.possible:
        return Effect.NONE
    if not facts.armored:
        if dr >= facts.final:
            return Effect.NONE
        burns = 2 * (dr - facts.target.cs_red) <= facts.final
        return Effect.BURNING if burns else Effect.ELIMINATED
    effect = vehicles.destruction(
        facts.column,
        dr,
        facts.final,
        turret=facts.turret,
        he=facts.he,
        cs_red=facts.target.cs_red,
    )
    # C7.5: what is hull down to the firer cannot be immobilized by him.
    if effect is Effect.IMMOBILIZED and facts.target.hd:
        return Effect.NONE
    return effect


def deliberate_immobilization(dice: Dice, hit: Hit, target: VehicleTarget) -> tuple[After, ...]:
    """C5.72: a hull hit immobilizes without a TK DR, even a CH; any other hit does nothing."""
    if hit.aspect is not Aspect.HULL:
        return (VehicleAfter(aboard=target.aboard),)
    after = vehicles.aftermath(dice, target, Effect.IMMOBILIZED)
    return (replace(after, aboard=target.aboard),)
