"""C2.7: where a Gun may not stand."""

from __future__ import annotations

from hexfire.asl.gunnery.tables import terrain_name
from hexfire.asl.shots.shot import Kind, Weapon
from hexfire.rulebook import Refusal

_WET = ("water_obstacle", "marsh", "crag")


def check_place(
    gun: Weapon,
    terrain: str,
    *,
    upper_level: bool = False,
    rooftop: bool = False,
    fortified: bool = False,
    irrigated_paddy: bool = False,
    dismantled: bool = False,
    aboard: bool = False,
) -> None:
    """C2.7: no Gun in upper building levels, water, crags, marsh; few in buildings and rubble.

    Small Guns, and AT and INF Guns that are not large, may stand in buildings and rubble; mortars
    on rooftops and in crags; any in a Fortified Building; dismantled or aboard,
    anywhere.
    """
    name = terrain_name(terrain)
    mortar = gun.kind is Kind.MTR
    if upper_level and not fortified and not (mortar and rooftop):
        raise Refusal("C2.7", "gunnery.place_upper_level")
    carried = dismantled or aboard
    barred = name in _WET and not (name == "crag" and mortar)
    if (barred or irrigated_paddy) and not carried:
        raise Refusal("C2.7", "gunnery.place_wet", terrain=name)
    if not name.startswith(("building", "rubble")) or gun.sw or carried or fortified:
        return
    fits = gun.size > 0 or (gun.kind in (Kind.AT, Kind.INF) and gun.size >= 0)
    if not fits and not (mortar and rooftop):
        raise Refusal("C2.7", "gunnery.place_too_large", terrain=name)
