"""Morale and Task Checks of one unit, and what casualties do to it (A10, A7.8, A17)."""

from __future__ import annotations

from enum import StrEnum

from msgspec.structs import replace

from hexfire.asl.shots.targets import Personnel, Rank


def breaks(unit: Personnel) -> Personnel:
    """A10.4, A15.2: a unit breaks; a hero cannot, and a broken unit no longer counts as pinned."""
    if unit.rank is Rank.HERO:
        return unit
    return unit.changed(broken=True, pinned=False)


def reduced(unit: Personnel) -> Personnel:
    """A7.302: Casualty Reduction makes a squad a half-squad and eliminates a half-squad or crew.

    The half-squad has the Morale Levels of its own counter; where they are not known it keeps the
    squad's (R-A7.302). A SMC is wounded instead; the Wound Severity dr is the caller's (`wounds`).
    """
    if unit.rank is not Rank.SQUAD:
        return unit.gone()
    morale, broken = unit.half or (unit.morale, unit.broken_morale)
    return replace(unit, rank=Rank.HS, morale=morale, broken_morale=broken, half=None)


def wounds(unit: Personnel, dr: int) -> Personnel:
    """A17.11: a Wound Severity dr of 5 or 6 kills; one who is wounded already adds one."""
    if dr + unit.wounded >= 5:
        return unit.gone()
    return unit.changed(wounded=True)


def level(unit: Personnel, penalty: int = 0) -> int:
    """C1.54: own artillery lowers the Morale Level of everyone but heroes."""
    return unit.current_morale - (0 if unit.rank is Rank.HERO else penalty)


class Fall(StrEnum):
    """What a check asks for: nothing more, or a Casualty Reduction on top."""

    NONE = ""
    REDUCED = "reduced"
    ELIMINATED = "eliminated"


def morale_check(
    unit: Personnel, original: int, drm: int, penalty: int = 0
) -> tuple[Personnel, Fall]:
    """A10.3, A10.31, A7.303, A7.304: who fails breaks; if broken already, Casualty Reduction.

    An Original 12 fails whatever the Morale Level and costs a Casualty Reduction besides: an
    unbroken unit is reduced and breaks, a broken one is eliminated. Who passes with exactly his
    Morale Level is pinned (A7.8). `penalty` lowers the Morale Level (C1.54).
    """
    final, highest = original + drm, level(unit, penalty)
    if original == 12 or final > highest:
        if unit.rank is Rank.HERO:
            return unit, Fall.REDUCED
        if unit.broken:
            return unit, Fall.ELIMINATED if original == 12 else Fall.REDUCED
        return breaks(unit), Fall.REDUCED if original == 12 else Fall.NONE
    if final == highest and can_pin(unit):
        return unit.changed(pinned=True), Fall.NONE
    return unit, Fall.NONE


def can_pin(unit: Personnel) -> bool:
    """A7.8: neither broken units nor heroes are pinned."""
    return not (unit.broken or unit.pinned or unit.eliminated or unit.rank is Rank.HERO)


def task_check(unit: Personnel, original: int, drm: int, penalty: int = 0) -> Personnel:
    """A7.305: a PTC pins a unit that rolls above its Morale Level."""
    if original + drm > level(unit, penalty) and can_pin(unit):
        return unit.changed(pinned=True)
    return unit
