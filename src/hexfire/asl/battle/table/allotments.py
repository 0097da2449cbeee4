"""C13.31, C13.311: how many Panzerfausts a side has, and how many a unit may hold."""

from __future__ import annotations

from fractions import Fraction

from hexfire.asl.antitank.panzerfaust import allot, nation_has_them, pf_allotment
from hexfire.asl.battle.table.scenario import Scenario
from hexfire.asl.counters import Leader, Squad, catalogue
from hexfire.asl.shots import latw
from hexfire.asl.shots.targets import Rank, personnel
from hexfire.rulebook import Refusal

_EQUIVALENTS = {"squad": Fraction(1), "hs": Fraction(1, 2), "crew": Fraction(1, 2)}


def allotment(scenario: Scenario, side: str) -> int:
    """C13.31: the PF of a side, by its OB (R-C13.31-OB); none before their time."""
    own = scenario.side(side)
    if not latw.exists("PF", scenario.date) and not own.pfk:
        return 0
    squads = Fraction(0)
    for entry in scenario.entries:
        counter = catalogue()[entry.piece.counter] if entry.piece.counter else None
        if entry.piece.side != side or not isinstance(counter, Squad):
            continue
        if nation_has_them(own.nation_of(counter.nation), scenario.date):
            squads += _EQUIVALENTS[counter.kind]
    return pf_allotment(squads, scenario.date)


def rank_of(counter: Squad | Leader) -> Rank:
    return personnel(counter).rank


def check_list(scenario: Scenario, side: str, held: dict[str, int]) -> None:
    """C13.311: the list of who has how many: no more than the side has, none above its US#."""
    if not scenario.side(side).counted_pf:
        raise Refusal("C13.311", "battle.pf.not_counted")
    latw.refuse_before_its_time("PF", scenario.date, ssr=False)
    ranks, counts = [], []
    for entry in scenario.entries:
        number = held.get(entry.piece.id, 0)
        counter = catalogue()[entry.piece.counter] if entry.piece.counter else None
        if not number or entry.piece.side != side:
            continue
        if not isinstance(counter, Squad | Leader):
            raise Refusal("C13.311", "battle.pf.personnel", id=entry.piece.id)
        ranks.append(rank_of(counter))
        counts.append(number)
    allot(tuple(ranks), tuple(counts), allotment(scenario, side))
