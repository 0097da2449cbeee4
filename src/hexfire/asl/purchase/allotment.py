"""H1.7–H1.84: reinforcements, bonus infantry, equivalents, leaders and support weapons."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

from hexfire.asl.purchase.calendar import Date, column
from hexfire.asl.purchase.facts import Facts, missing
from hexfire.asl.purchase.infantry import CONSCRIPT, ELITE, LINE
from hexfire.asl.purchase.nations import FINNISH, GERMAN, JAPANESE, PARTISAN, SOVIET, family
from hexfire.asl.purchase.tables import NONE, table
from hexfire.dice import Dice
from hexfire.rulebook import Refusal

# -- reinforcements and bonus ---------------------------------------------------------------------


def forced_reinforcements(first_mpv: int, second_mpv: int, second_squads: int) -> int:
    """H1.7: if the second purchase cost as much as the first, half its squads (up) come later."""
    if not second_squads or second_mpv < first_mpv:
        return 0
    return -(-second_squads // 2)


def bonus_number(difference: int, infantry_mpv: int) -> Fraction:
    """H1.71T: the Bonus #; beyond the last row or column it grows as before it (R-H1.71)."""
    rows: dict[str, list[float]] = table("bonus_infantry", "rows")
    last = len(rows)
    if difference > last:
        step = bonus_number(last, infantry_mpv) - bonus_number(last - 1, infantry_mpv)
        return bonus_number(last, infantry_mpv) + step * (difference - last)
    row = [Fraction(cell) for cell in rows[str(difference)]]
    bounds: list[int] = table("bonus_infantry", "mpv_column_lower_bounds")
    beyond = max(0, infantry_mpv - bounds[-1]) // (bounds[-1] - bounds[-2])
    return row[bisect_right(bounds, infantry_mpv) - 1] + (row[-1] - row[-2]) * beyond


def bonus(own_elr: int, other_elr: int, own_mpv: int, other_mpv: int) -> Fraction:
    """H1.71: free squads for the lower ELR; none if a side spent nothing on Infantry."""
    if own_elr >= other_elr or not own_mpv or not other_mpv:
        return Fraction(0)
    return bonus_number(other_elr - own_elr, own_mpv)


def bonus_types(
    prices: Mapping[str, int], limit: int, number: Fraction
) -> tuple[tuple[str, ...], Fraction]:
    """H1.73: which types the bonus may be, and how much of it.

    `prices` are the BPV of all types still to be had, `limit` that of the most numerous type.
    Any type not dearer; if there is none, those of the next higher BPV and half the bonus.
    """
    cheap = tuple(sorted(name for name, price in prices.items() if price <= limit))
    if cheap:
        return cheap, number
    higher = sorted({price for price in prices.values() if price > limit})
    if not higher:
        return (), Fraction(0)
    return tuple(sorted(name for name, price in prices.items() if price == higher[0])), number / 2


# -- equivalents ----------------------------------------------------------------------------------


def equivalents(section: str, squads: int) -> int:
    """H1.74a, H1.74b, H1.74c: Elite count for more (down), Conscript for less (up), Line as is."""
    rate = table("equivalency", section)
    counted = Fraction(squads * rate["numerator"], rate["denominator"])
    return ceil(counted) if rate["rounding"] == "up" else floor(counted)


def total_equivalents(squads: Mapping[str, int]) -> int:
    """H1.74: each subsection is converted by itself, then they are added."""
    return sum(equivalents(section, squads.get(section, 0)) for section in (ELITE, LINE, CONSCRIPT))


# -- leaders --------------------------------------------------------------------------------------


def leaders_due(total: int, lg: int) -> tuple[int, bool]:
    """H1.8: equivalents ÷ LG factor, and whether a fraction is left for one more (a 7-0)."""
    return total // lg, bool(total % lg)


def extra_leader(nation: str) -> str:
    """H1.8: the leader for the fraction: a 7-0, for Finns an 8-0."""
    finnish = family(nation) == FINNISH
    return str(table("leaders", "extra_for_fraction_finnish" if finnish else "extra_for_fraction"))


def base_leader(nation: str) -> str:
    """H1.81: the leader that an OB is built on: the 8-0, for Japanese the 9-0."""
    return str(table("leaders", "base_japanese" if family(nation) == JAPANESE else "base"))


def ladder(facts: Facts, nation: str) -> tuple[str, ...]:
    """H1.81: the ranks, lowest first. R-H1.81b: Japanese and Finnish ladders are agreed.

    Whatever is agreed begins with the base (that of the Finns is agreed too), and a 10-3 comes by
    the Leader Exchange DR alone.
    """
    agreed = facts.get("nation", nation, "", "ladder")
    if agreed is not None:
        ranks = tuple(agreed.split())
        if ranks[0] != base_leader(nation) and family(nation) != FINNISH:
            raise Refusal("H1.81", "purchase.ladder_base", rank=base_leader(nation), ranks=ranks)
        for rank in table("leaders", "only_by_exchange_dr"):
            if rank in ranks:
                raise Refusal("H1.81", "purchase.ladder_exchange_only", rank=rank)
        return ranks
    if family(nation) in (JAPANESE, FINNISH):
        raise missing("H1.81", "nation", nation, "", "ladder")
    return tuple(table("leaders", "ladder"))


def check_leaders(ranks: tuple[str, ...], counts: Mapping[str, int], due: int) -> None:
    """H1.81: fewer of every higher rank, and all leaders that are due (R-H1.81)."""
    strangers = tuple(rank for rank in counts if rank not in ranks)
    if strangers:
        raise Refusal("H1.81", "purchase.leader_rank", rank=strangers[0], ranks=ranks)
    numbers = [counts.get(rank, 0) for rank in ranks]
    if sum(numbers) != due:
        raise Refusal("H1.81", "purchase.leader_count", due=due, have=sum(numbers))
    for at, (lower, higher) in enumerate(pairwise(numbers)):
        if higher and lower <= higher:
            raise Refusal("H1.81", "purchase.leader_order", lower=ranks[at], higher=ranks[at + 1])


def distributions(ranks: int, due: int) -> Iterator[tuple[int, ...]]:
    """R-H1.81: every strictly decreasing way to spread the leaders, the best leaders first."""

    def spread(left: int, places: int, below: int) -> Iterator[tuple[int, ...]]:
        if left == 0:
            yield (0,) * places
            return
        if places == 0:
            return
        for number in range(1, min(left, below - 1) + 1):
            # With so many of this rank, how many could all ranks hold at most?
            held = min(places, number)
            if held * number - held * (held - 1) // 2 >= left:
                for rest in spread(left - number, places - 1, number):
                    yield (number, *rest)

    yield from spread(due, ranks, due + 1)


def next_rank(ranks: tuple[str, ...], counts: Mapping[str, int]) -> str | None:
    """H1.81: the next higher rank not in the OB, for which one base leader may be exchanged."""
    held = [at for at, rank in enumerate(ranks) if counts.get(rank)]
    at = held[-1] + 1 if held else 0
    return ranks[at] if held and at < len(ranks) else None


def promoted(ranks: tuple[str, ...], counts: Mapping[str, int]) -> dict[str, int]:
    """H1.81: the OB after one base leader was exchanged for the next rank."""
    to = next_rank(ranks, counts)
    if to is None:
        raise Refusal("H1.81", "purchase.best_already", rank=ranks[-1])
    leaders = dict(counts)
    leaders[ranks[0]] -= 1
    leaders[to] = leaders.get(to, 0) + 1
    return {rank: number for rank, number in leaders.items() if number}


def leader_value(leader: str) -> tuple[int, int]:
    """H1.82T: leaders compare by Morale, then by leadership DRM: the order of the table's rows."""
    at = max(leader.rfind("-"), leader.rfind("+"))
    morale, drm = int(leader[:at]), int(leader[at:])
    return morale, -drm


def exchange_table(nation: str) -> dict[int, str]:
    """H1.82T: the row of the Leader Exchange Table by DR."""
    kin = family(nation)
    row = kin if kin in (FINNISH, JAPANESE) else "standard"
    printed = table("leaders", "exchange")
    return dict(zip(printed["dr"], printed[row], strict=True))


def exchanged(
    dice: Dice, seat: str, nation: str, counts: Mapping[str, int]
) -> tuple[int, dict[str, int], tuple[str, str] | None]:
    """H1.82: the Leader Exchange DR: the roll, the leaders after it, and who became whom."""
    dr = dice.total("H1.82")
    result = exchange_table(nation)[dr]
    leaders = dict(counts)
    if result == NONE or not leaders:
        return dr, leaders, None
    if dr == 12:
        old = base_leader(nation)
        if old not in leaders:
            old = dice.choose(seat, sorted(leaders), "H1.82")
    else:
        old = max(leaders, key=leader_value)
        if leader_value(result) <= leader_value(old):
            return dr, leaders, None
    leaders[old] -= 1
    leaders[result] = leaders.get(result, 0) + 1
    return dr, {rank: number for rank, number in leaders.items() if number}, (old, result)


# -- support weapons ------------------------------------------------------------------------------


def sw_chart(facts: Facts, nation: str) -> dict[str, tuple[int | None, bool, int | None]]:
    """H1.83: SW type -> (equivalents per counter, by Assault Engineers?, counters in a game).

    Other nations' charts are user data; a side without any is told so.
    """
    chart: dict[str, tuple[int | None, bool, int | None]] = dict(_printed_chart(nation, facts.date))
    for name in facts.names("sw", nation):
        per = facts.number("sw", nation, name, "per")
        engineers = facts.says_yes("sw", nation, name, "engineers")
        old = chart.get(name, (None, engineers, None))
        count = facts.number("sw", nation, name, "count")
        chart[name] = (per or old[0], engineers or old[1], old[2] if count is None else count)
    if not chart:
        raise missing("H1.83", "sw", nation, "LMG", "per")
    return chart


def _printed_chart(
    nation: str, date: Date
) -> Iterator[tuple[str, tuple[int | None, bool, int | None]]]:
    """H1.83T-GF, H1.83T-S: the two charts the chapter prints.

    H1.83.2: FT and DC go by Assault Engineers. H1.83.3: Partisans read 1942. H1.83.4: the Finns
    have their own counters. H1.83.5: no PSK before 9/43.
    """
    kin = family(nation)
    if kin in (GERMAN, FINNISH):
        chart, counters = table("sw", "German-Finnish"), f"counters_{kin.lower()}"
        years = ["39-42", "43", "44-45"]
    elif kin in (SOVIET, PARTISAN):
        chart, counters = table("sw", "Soviet"), "counters"
        years = ["thru 40", "41", "42", "43", "44", "45"]
        if kin == PARTISAN:  # H1.83.3
            date = Date(1942, 1)
    else:
        return
    at = column(years, date)
    if at is None:
        return
    for name, cell, count in zip(chart["columns"], chart[years[at]], chart[counters], strict=True):
        if isinstance(cell, str) and "/" in cell:
            german, _, finnish = cell.partition("/")
            cell = finnish if kin == FINNISH else german
        per = None if cell == NONE else int(cell)
        if name == "PSK" and date < Date(1943, 9):  # H1.83.5
            per = None
        yield name, (per, name in table("sw", "by_assault_engineer_equivalents"), count)


def allotted_sw(facts: Facts, nation: str, total: int, engineers: int) -> dict[str, int]:
    """H1.83, H1.83.1, H1.11: the SW for so many equivalents (and those of Assault Engineers)."""
    numbers: dict[str, int] = {}
    for name, (per, by_engineers, count) in sw_chart(facts, nation).items():
        number = 0 if per is None else (engineers if by_engineers else total) // per
        if count is not None:
            number = min(number, count * facts.copies)
        numbers[name] = number
    return numbers


def reinforcement_leaders(total: int, lg: int, have: int) -> int:
    """H1.84: how many leaders of the OB come with forced reinforcements (rounded down)."""
    return min(total // lg, have)


def reinforcement_sw(
    facts: Facts, nation: str, total: int, engineers: int, have: Mapping[str, int]
) -> dict[str, int]:
    """H1.84: which SW of the OB come with forced reinforcements (rounded down)."""
    due = allotted_sw(facts, nation, total, engineers)
    return {name: min(n, have.get(name, 0)) for name, n in due.items() if n}
