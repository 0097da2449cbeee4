"""H1.3–H1.43, H1.5, H1.531: the rolls that decide what may be bought.

Each is a stage that asks `Dice`: play, typed dice and the plan's exact odds run the same rule.
"""

from __future__ import annotations

from hexfire.asl.purchase.calendar import Date, column
from hexfire.asl.purchase.facts import Facts, missing, tenths
from hexfire.asl.purchase.nations import (
    ALLIED_MINOR,
    AXIS_MINOR,
    BRITISH,
    BRITISH_ROW,
    FINNISH,
    FREE_FRENCH,
    FRENCH,
    GERMAN,
    GMD,
    ITALIAN,
    RED_CHINESE,
    SOVIET,
    VICHY,
    family,
)
from hexfire.asl.purchase.tables import NONE, table
from hexfire.dice import Dice
from hexfire.rulebook import Modifier, Refusal, Tally

MOTORIZED_BONUS = tenths(str(table("motorized_unit", "rf_bonus")))


def _row(dr: int) -> dict[str, object]:
    """The row of the Availability Table for a (modified) DR."""
    for row in table("availability", "rows"):
        first = row["dr"][0]
        if (
            dr in row["dr"]
            or (row.get("or_less") and dr < first)
            or (row.get("or_more") and dr > row["dr"][-1])
        ):
            return dict(row)
    raise AssertionError(f"the Availability Table has no row for {dr}")


def rf_of(dr: int) -> int:
    """H1.3T: the highest current RF that a DR allows, in tenths."""
    return tenths(str(_row(dr)["rf"]))


def available_rf(dice: Dice, rule: str, motorized: bool = False) -> tuple[int, int]:
    """H1.3, H1.4: an Availability DR: the roll and the RF it allows (+0.2 for a motorized unit)."""
    dr = dice.total(rule)
    return dr, rf_of(dr) + (MOTORIZED_BONUS if motorized else 0)


def armor_leader_of(dr: int) -> str | None:
    """H1.3T: the Armor Leader in the row of a modified DR."""
    leader = str(_row(dr)["armor_leader"])
    return None if leader == NONE else leader


def armor_leader_drm(facts: Facts, nation: str, place: str = "") -> Tally:
    """H1.43T: the Armor Leader DRM for a nation and year, with notes 1–3."""
    agreed = facts.get("nation", nation, "", "armor_leader_drm")
    if agreed is not None:
        return Tally.of([Modifier("agreed", "H1.43T", int(agreed))])
    kin = family(nation)
    if kin == RED_CHINESE:
        raise Refusal(
            "H1.43.2", "purchase.no_armor_leader_row", nation=f"@purchase.nation.{nation}"
        )
    row, rule = kin, "H1.43T"
    if kin in BRITISH_ROW:
        row = BRITISH
    if kin == FREE_FRENCH and facts.date.year <= 1941:
        row = "French/Vichy"
    if kin in (FRENCH, VICHY):
        row = "French/Vichy"
    if kin in (AXIS_MINOR, FINNISH):
        row = AXIS_MINOR
    if kin in (ALLIED_MINOR, FREE_FRENCH) and facts.date.year > 1941:
        row, rule = BRITISH, "H1.43.1"
    rows = table("armor_leader", "drm")
    at = column(table("armor_leader", "columns"), facts.date)
    if row not in rows or at is None:
        raise missing("H1.43T", "nation", nation, "", "armor_leader_drm")
    drm = rows[row][at]
    if drm == NONE:
        raise Refusal(
            "H1.43T",
            "purchase.no_armor_leaders",
            nation=f"@purchase.nation.{nation}",
            date=str(facts.date),
        )
    burma = kin == GMD and facts.date.year == 1944
    items = [Modifier("chart", rule, drm)]
    if burma:
        items.append(Modifier("burma", "H1.43.3", -1, place == "Burma"))
    return Tally.of(items)


def armor_leader(dice: Dice, drm: int) -> tuple[int, str | None]:
    """H1.43: an Armor Leader DR: the roll and the leader it gives, if any."""
    dr = dice.total("H1.43")
    return dr, armor_leader_of(dr + drm)


def at_crew_morale(leader: str, lowest: int | None) -> str:
    """H1.43: a leader below the three AFV's lowest crew Morale may take that Morale, same DRM."""
    morale, sign, drm = leader.partition("-") if "-" in leader else leader.partition("+")
    return f"{max(int(morale), lowest or 0)}{sign}{drm}"


def features_of(date: Date, dr: int) -> frozenset[str]:
    """H1.42T: what a final dr gives: Sz, G, both or nothing."""
    at = column(table("schuerzen_gyro", "columns"), date)
    if at is None:
        return frozenset()
    cell = table("schuerzen_gyro", "rows")[str(min(max(dr, 1), 6))][at]
    return frozenset() if cell == NONE else frozenset(cell.split())


def fitted(
    dice: Dice, date: Date, wanted: frozenset[str], lend_lease: bool
) -> tuple[int, frozenset[str]]:
    """H1.42: one dr for an AFV: what it is fitted with. The Lend-Lease drm is the gyro's alone."""
    dr = dice.dr("H1.42")
    drm = table("schuerzen_gyro", "lend_lease_non_us_crew_gyro_drm") if lend_lease else 0
    features = features_of(date, dr) & {"Sz"} | features_of(date, dr + drm) & {"G"}
    return dr, frozenset(features & wanted)


def _air_row(kin: str, date: Date) -> str | None:
    """H1.531.3, H1.531.4: whose row a nation reads."""
    if kin in BRITISH_ROW:
        return BRITISH
    if kin in (AXIS_MINOR, FINNISH):
        return GERMAN
    if kin in (FRENCH, VICHY, ALLIED_MINOR):
        # The French themselves only through 6/40; the others all along.
        return FRENCH if kin != FRENCH or date <= Date(1940, 6) else None
    return kin


def _air_cell(facts: Facts, nation: str) -> tuple[object, object]:
    kin = family(nation)
    if kin == RED_CHINESE:
        raise Refusal(
            "H1.531.6", "purchase.no_air", nation=f"@purchase.nation.{nation}", date=str(facts.date)
        )
    row = _air_row(kin, facts.date)
    at = column(table("air_support", "columns"), facts.date)
    rows = table("air_support", "rows")
    cell = rows[row][at] if row in rows and at is not None else NONE
    if cell == NONE:
        raise Refusal(
            "H1.531T", "purchase.no_air", nation=f"@purchase.nation.{nation}", date=str(facts.date)
        )
    return (cell, cell) if isinstance(cell, str) else (cell[0], cell[1])


def check_air(facts: Facts, nation: str) -> None:
    """H1.531T, H1.531.6: refuses Air Support to whoever has none on this date."""
    if facts.number("nation", nation, "", "air") is None:
        _air_cell(facts, nation)


def air_support_number(facts: Facts, nation: str, enemy: str) -> Tally:
    """H1.531T: the Air Support number with its notes; a lost cell is agreed (R-H-missing)."""
    agreed = facts.number("nation", nation, "", "air")
    kin = family(nation)
    if agreed is not None:
        number: object = agreed
    else:
        number, _ = _air_cell(facts, nation)
    if not isinstance(number, int):
        raise missing("H1.531T", "nation", nation, "", "air")
    items = [Modifier("agreed" if agreed is not None else "chart", "H1.531T", number)]
    if agreed is None and kin in (AXIS_MINOR, FINNISH):
        items.append(Modifier("axis_minor", "H1.531.1", -2))
    if kin == GERMAN:  # R-H1.531b: the asterisk without a row is the German one
        items.append(Modifier("against_soviets", "H1.531.2", 1, family(enemy) == SOVIET))
    return Tally.of(items)


def bomb_exponent(facts: Facts, nation: str) -> int:
    """H1.531T: the dr an aircraft must not exceed to carry bombs (E7.21)."""
    agreed = facts.number("nation", nation, "", "bombs")
    if agreed is not None:
        return agreed
    _, exponent = _air_cell(facts, nation)
    if not isinstance(exponent, int):
        raise missing("H1.531T", "nation", nation, "", "bombs")
    return exponent


def aircraft(facts: Facts, nation: str, dr: int) -> str:
    """H1.531.1, H1.531.5: what a bomb dr gives: `stuka`, `fighter-bomber` or `fighter`."""
    exponent = bomb_exponent(facts, nation)
    kin, year = family(nation), facts.date.year
    if dr > exponent:
        return "fighter"
    if kin == GERMAN and year < 1944:
        return "stuka" if dr < exponent else "fighter-bomber"
    if kin in (ITALIAN, AXIS_MINOR, FINNISH) and year in (1942, 1943) and dr == 1:
        return "stuka"
    return "fighter-bomber"


def air_support(dice: Dice, number: int, rule: str = "H1.531") -> tuple[int, bool]:
    """H1.531: the Air Support Availability DR: the roll, and whether it may be bought."""
    dr = dice.total(rule)
    return dr, dr <= number


def enters(dice: Dice, turn: int) -> bool:
    """H1.7: whether reinforcements may enter: a DR at the start of the own RPh ≤ the Game Turn."""
    return dice.total("H1.7") <= turn
