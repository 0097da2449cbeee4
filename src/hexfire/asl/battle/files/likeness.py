"""The counter of the catalogue that somebody means by a name, a kind and a nation."""

from __future__ import annotations

from hexfire.asl.counters import (
    AnyCounter,
    Gun,
    Leader,
    Squad,
    SupportWeapon,
    Vehicle,
    catalogue,
    sort_of,
)
from hexfire.asl.gunnery.tables import nation_row
from hexfire.asl.situation import UnitKind
from hexfire.rulebook import Refusal

_CLASSES: dict[UnitKind, tuple[type, ...]] = {
    UnitKind.SQUAD: (Squad,),
    UnitKind.HALF_SQUAD: (Squad,),
    UnitKind.CREW: (Squad,),
    UnitKind.CAVALRY: (Squad,),
    UnitKind.LEADER: (Leader,),
    UnitKind.HERO: (Leader,),
    UnitKind.GUN: (Gun,),
    UnitKind.VEHICLE: (Vehicle,),
}
_MEN = {
    UnitKind.SQUAD: "squad",
    UnitKind.HALF_SQUAD: "hs",
    UnitKind.CREW: "crew",
    UnitKind.HERO: "hero",
}


def counter_like(name: str, kind: UnitKind | None, nation: str | None) -> AnyCounter | None:
    """The counter of this id, or the first of this name that is of the kind and the nation.

    `kind` None is a support weapon. None if there is no such counter.
    """
    if not name:
        return None
    wanted = _CLASSES.get(kind, ()) if kind else (SupportWeapon,)
    sort = _MEN.get(kind, "") if kind else ""
    try:
        by_id = catalogue()[name]
    except KeyError:
        return next(
            (
                one
                for one in catalogue()
                if isinstance(one, wanted)
                and one.name.casefold() == name.casefold()
                and nation in (None, nation_of(one))
                and (not sort or sort_of(one) == sort)
                and sort_of(one) != "armor leader"
            ),
            None,
        )
    return by_id


def nation_of(counter: AnyCounter) -> str | None:
    """The row of the nationality table that a counter belongs to."""
    try:
        return nation_row(counter.nation)
    except Refusal:
        return None
