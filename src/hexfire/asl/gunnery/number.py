"""C3.3 and C4: the To Hit number before the DR is thrown."""

from __future__ import annotations

from hexfire.asl.gunnery.tables import color_of, nation_row, to_hit_table
from hexfire.asl.shots.shot import Ammo, Barrel, Kind, Shot, TargetType
from hexfire.rulebook import Modifier, Refusal, Tally

SMOKE_AMMO = (Ammo.SMOKE, Ammo.WP)


def th_color(shot: Shot) -> str:
    """C3.3: red or black To Hit numbers, by nation and date.

    A captured weapon uses red ones (C5.8); ATR and MG use black ones whatever the nation (C13.2);
    a counter marked with red numbers up to a date uses them until then (R-C.4red).
    """
    weapon = shot.weapon
    if shot.firer.captured:
        return "red"
    if weapon.kind in (Kind.ATR, Kind.MG):
        return "black"
    if weapon.red_th_through and shot.date and shot.date <= weapon.red_th_through:
        return "red"
    afv = weapon.vehicular and weapon.armored
    return color_of(shot.nation or weapon.nation, shot.date, afv)


def basic_number(shot: Shot) -> int:
    """C3.3: the Basic To Hit number: Target Type against range, or the LATW's own number."""
    table = to_hit_table()
    if shot.weapon.th_table is not None:
        own = table.own[shot.weapon.th_table].th
        if shot.range >= len(own):
            raise Refusal("C13.1", "gunnery.beyond_range", range=shot.range, max=len(own) - 1)
        return own[shot.range]
    if shot.target_type is TargetType.AREA:
        row = "area"
    else:
        row = f"{str(shot.target_type).lower()}_{th_color(shot)}"
    return table.basic[row][table.band(shot.range)]


def modifications(shot: Shot) -> Tally:
    """C4.5: every change of the Basic To Hit number by gun and ammunition; all are cumulative."""
    if shot.weapon.th_table is not None:
        return Tally()
    modifiers = (_barrel(shot), _at_most_57mm(shot), _at_most_40mm(shot), _apcr(shot), _smoke(shot))
    return Tally.of(item for item in modifiers if item is not None and item.value)


def _at(shot: Shot, row: str) -> int:
    table = to_hit_table()
    return table.modifications[row][table.band(shot.range)]


_BARRELS = {
    Barrel.SHORT: ("star", "C4.11"),
    Barrel.LONG: ("long", "C4.12"),
    Barrel.EXTRA_LONG: ("very_long", "C4.13"),
}


def _barrel(shot: Shot) -> Modifier | None:
    """C4.1: barrel length; beyond 12 hexes * is 1 less (C4.11), L 1 more (C4.12), LL 1 or 2
    (C4.13).

    MG have none. A Gun that fires limbered is aimed with its limbered barrel (C2.21). R-C4.13.
    """
    barrel = shot.printed.barrel
    if shot.weapon.kind is Kind.MG or barrel is Barrel.NORMAL:
        return None
    row, rule = _BARRELS[barrel]
    return Modifier(barrel.value, rule, _at(shot, row))


def _at_most_57mm(shot: Shot) -> Modifier | None:
    """C4.2: 57mm or less: −1 for each 12 hexes beyond the first 12."""
    return Modifier("57mm", "C4.2", _at(shot, "le57mm")) if shot.weapon.caliber <= 57 else None


def _at_most_40mm(shot: Shot) -> Modifier | None:
    """C4.2: 40mm or less: another −1 beyond 12 hexes."""
    return Modifier("40mm", "C4.2", _at(shot, "le40mm")) if shot.weapon.caliber <= 40 else None


def _apcr(shot: Shot) -> Modifier | None:
    """C4.3: APCR and APDS: −1 for each 12 hexes beyond the first 12.

    The German 28LL and 40LL take it with HE too, and with their AP, which is APCR (C7.32).
    """
    weapon = shot.weapon
    squeeze_bore = (
        weapon.caliber in (28, 40)
        and weapon.barrel is Barrel.EXTRA_LONG
        and nation_row(weapon.nation or shot.nation) == "german"
    )
    tapered = squeeze_bore and shot.ammo in (Ammo.AP, Ammo.HE)
    if shot.ammo in (Ammo.APCR, Ammo.APDS) or tapered:
        return Modifier(
            "APDS" if shot.ammo is Ammo.APDS else "APCR", "C4.3", _at(shot, "apcr_apds")
        )
    return None


def _smoke(shot: Shot) -> Modifier | None:
    """C4.4: SMOKE (WP too) at 12 hexes or less: +2."""
    return Modifier("SMOKE", "C4.4", _at(shot, "smoke")) if shot.ammo in SMOKE_AMMO else None
