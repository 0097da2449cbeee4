"""H1.28: the ELR of a side by nation and date, with the chart's footnotes."""

from __future__ import annotations

from collections.abc import Iterable

from hexfire.asl.purchase.calendar import column
from hexfire.asl.purchase.facts import Facts, missing
from hexfire.asl.purchase.nations import (
    ALLIED_MINOR,
    AXIS_MINOR,
    BRITISH,
    BRITISH_ROW,
    CHINESE,
    FINNISH,
    FREE_FRENCH,
    FRENCH,
    GERMAN,
    GMD,
    JAPANESE,
    PARTISAN,
    RED_CHINESE,
    SOVIET,
    VICHY,
    family,
)
from hexfire.asl.purchase.tables import table
from hexfire.rulebook import Modifier, Tally

COMMANDO_ELR = 5


def side_elr(
    facts: Facts, nation: str, enemy: str, place: str = "", elite_majority: bool = False
) -> Tally:
    """H1.28: a side's ELR; a figure the players agreed comes before the chart.

    R-H-missing: the G.M.D. row has lost its cells, the Red Chinese have none (H1.28.**): agreed.
    """
    kin = family(nation)
    agreed = facts.number("nation", nation, "", "elr")
    if agreed is not None:
        items = [Modifier("agreed", "H1.28", agreed)]
        if kin == GMD:
            note = facts.get("nation", nation, "", "elr_note")
            items.extend(_gmd_notes(note, elite_majority, place == "Burma"))
        return Tally.of(items)
    if kin == PARTISAN:
        return Tally.of([Modifier("partisan", "H1.27", table("partisans", "elr_in_play"))])
    if kin == ALLIED_MINOR:
        return Tally.of(
            [Modifier("allied_minor", "H1.28.6", table("elr", "minors", "allied_minor"))]
        )
    row, rule = _row(kin)
    items = [Modifier("chart", rule, _cell(facts, row, nation, rule))]
    items.extend(_notes(facts, kin, family(enemy), place))
    return Tally.of(items)


def _row(kin: str) -> tuple[str, str]:
    """H1.28T: whose row a nation reads, and the note that says so."""
    if kin == FREE_FRENCH:
        return BRITISH, "H1.28.***"
    if kin in BRITISH_ROW:
        return BRITISH, "H1.28T" if kin == BRITISH else "H1.28.*"
    if kin in (AXIS_MINOR, FINNISH):
        return GERMAN, "H1.28.6"
    if kin == RED_CHINESE:
        return kin, "H1.28.**"  # no row: the G.M.D. one is not theirs
    return (FRENCH if kin == VICHY else kin), "H1.28T"


def _cell(facts: Facts, row: str, nation: str, rule: str) -> int:
    at = column(table("elr", "columns"), facts.date)
    rows = table("elr", "rows")
    cell = rows[row]["values"][at] if row in rows and at is not None else None
    if not isinstance(cell, int):
        raise missing(rule, "nation", nation, "", "elr")
    return cell


def _note(facts: Facts, row: str) -> str:
    at = column(table("elr", "columns"), facts.date)
    notes = table("elr", "rows", row).get("notes")
    return notes[at] if notes and at is not None else ""


def _notes(facts: Facts, kin: str, enemy: str, place: str) -> Iterable[Modifier]:
    if kin == AXIS_MINOR:
        lower = table("elr", "minors", "axis_minor_relative_to_german")
        yield Modifier("axis_minor", "H1.28.6", lower)
    if kin == JAPANESE:
        note = _note(facts, JAPANESE)
        if note == "1":
            yield Modifier("against_chinese", "H1.28.1", -1, enemy in CHINESE)
        elif note == "2":
            yield Modifier("against_british_chinese", "H1.28.2", -1, enemy in (BRITISH, *CHINESE))
            yield Modifier("against_soviets", "H1.28.2", -2, enemy == SOVIET)
    if kin == FRENCH:
        yield Modifier("norway", "H1.28.5", 2, _note(facts, FRENCH) == "5" and place == "Norway")


def _gmd_notes(note: str | None, elite_majority: bool, burma: bool) -> Iterable[Modifier]:
    """H1.28.3, H1.28.4: +1 for an Elite majority, in the later cells also for Burma; once only."""
    if note == "3":
        yield Modifier("elite_majority", "H1.28.3", 1, elite_majority)
    elif note == "4":
        yield Modifier("elite_or_burma", "H1.28.4", 1, elite_majority or burma)


def announced_elr(groups: Iterable[tuple[int, int]]) -> int | None:
    """H1.71, H1.72: the ELR of most squads (by actual number); of equal groups the highest ELR.

    `groups` are (ELR, squads). A side without squads announces nothing.
    """
    totals: dict[int, int] = {}
    for elr, squads in groups:
        totals[elr] = totals.get(elr, 0) + squads
    if not any(totals.values()):
        return None
    most = max(totals.values())
    return max(elr for elr, squads in totals.items() if squads == most)


def squad_elr(side: int, capabilities: Iterable[str], nation: str, own: int | None = None) -> int:
    """H1.24, H1.27: the ELR one squad counts with when ELR are announced.

    Commandos have 5; Partisans have 5 in play but are announced with 2.
    """
    if family(nation) == PARTISAN:
        return int(table("partisans", "elr_announced"))
    if "C" in capabilities:
        return COMMANDO_ELR
    return side if own is None else own
