"""Rate of Fire, breakdown and depletion: what the same To Hit DR does to the weapon itself."""

from __future__ import annotations

from hexfire.asl.effects.breakdown import Reliability, WeaponState, after_shot
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Ammo, FireCounter, Kind, Mount, Shot, TargetType
from hexfire.rulebook import Message, Modifier, Tally


def _to_zero(reason: str, rule: str, left: int) -> Modifier:
    return Modifier(reason, rule, -left, why=Message.of(f"gunnery.rof.{reason}"))


def rate_of_fire(shot: Shot) -> Tally:
    """C2.24: the ROF that counts for this shot: the printed one and all that lowers or ends it."""
    weapon, firer = shot.weapon, shot.firer
    rof = shot.printed.rof
    items = [Modifier("printed", "C2.24", rof)]
    if not rof:
        return Tally.of(items)
    mortar = weapon.kind is Kind.MTR
    if turned_nt_gun(shot):
        items.append(Modifier("ca_changed", "C2.5", -1))
    if shot.ife:
        items.append(Modifier("ife", "C2.29", -1))
    if firer.captured:
        items.append(Modifier("captured", "A21.12", -1))
    if firer.spotted:
        items.append(Modifier("spotted", "C9.31", -1))
    left = max(0, sum(item.value for item in items))
    ends = (
        (firer.pinned, "pinned", "C5.4"),
        (shot.target_type is TargetType.AREA and not mortar and not shot.ife, "area", "C3.33"),
        (shot.phase is Phase.AFPH and not firer.opportunity_fire, "afph", "C5.2"),
        (firer.intensive_fire, "intensive", "C5.6"),
    )
    for is_so, reason, rule in ends:
        if is_so and left:
            items.append(_to_zero(reason, rule, left))
            left = 0
    return Tally.of(items)


def turned_nt_gun(shot: Shot) -> bool:
    """C2.5: a non-vehicular NT Gun that turned to fire; 76–82mm mortars are excepted."""
    weapon = shot.weapon
    light = weapon.kind is Kind.MTR and 76 <= weapon.caliber <= 82
    fixed = not weapon.vehicular and not weapon.sw and shot.printed.mount is Mount.NT
    return bool(shot.firer.hexspines_turned) and fixed and not light


def breakdown_number(shot: Shot) -> Tally:
    """C2.28: the B#: 12 unless printed; 2 less in Intensive Fire (C5.62) or captured (C5.8).

    C12.2, C13.59: who is not qualified for a RCL or LATW handles it like a captured one (R-C13.59).
    """
    items = [Modifier("printed", "C2.28", shot.printed.b)]
    if shot.firer.intensive_fire:
        items.append(Modifier("intensive", "C5.62", -2))
    if shot.firer.captured:
        items.append(Modifier("captured", "C5.8", -2))
    if shot.firer.non_qualified and shot.weapon.kind in (Kind.LATW, Kind.RCL):
        items.append(Modifier("non_qualified", "C12.2", -2))
    if shot.firer.inexperienced:
        items.append(Modifier("inexperienced", "A19.32", -1))
    return Tally.of(items)


def wear(shot: Shot, number: int, original: int) -> WeaponState:
    """C2.28, A9.7: what an Original DR does to the weapon, by its B# and what lowers it."""
    return after_shot(reliability_of(shot, number), original)


def reliability_of(shot: Shot, number: int) -> Reliability:
    """A9.7: the printed B# and X#, lowered as far as `number`, the B# that counts."""
    weapon, printed = shot.weapon, shot.printed.b
    return Reliability(
        b=printed,
        x=weapon.x,
        lowered=printed - number,
        circled=weapon.circled_b,
        low_ammo=shot.firer.low_ammo,
    )


def depletion_number(shot: Shot) -> int | None:
    """C8.9: the Depletion Number of the declared ammunition; an Elite force has one more (C8.2)."""
    ammo = shot.ammo or Ammo.HE
    number = shot.weapon.depletion(ammo)
    if number is None:
        return None
    return number + 1 if shot.elite else number


_MARKERS = {
    Phase.PFPH: FireCounter.PREP,
    Phase.MPH: FireCounter.PREP,
    Phase.DFF: FireCounter.FIRST,
    Phase.DFPH: FireCounter.FINAL,
    Phase.AFPH: FireCounter.PREP,
}


def marker_after(shot: Shot, rof_kept: bool) -> FireCounter:
    """C2.24, C2.5, C5.6, C5.64: the counter that the weapon is marked with after the shot."""
    if shot.firer.ovr_prevention and shot.firer.intensive_fire:
        return FireCounter.NO_FIRE
    if shot.firer.intensive_fire:
        return FireCounter.INTENSIVE
    if turned_nt_gun(shot) and not shot.printed.rof:
        return FireCounter.INTENSIVE
    if rof_kept:
        return FireCounter.NONE
    # R-A8.3: who had fired in First Fire already is under Final Fire then.
    again = shot.phase is Phase.DFF and shot.firer.marker in (FireCounter.FIRST, FireCounter.FINAL)
    return FireCounter.FINAL if again else _MARKERS[shot.phase]
