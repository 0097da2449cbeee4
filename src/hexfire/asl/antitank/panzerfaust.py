"""C13.3–C13.36: Panzerfaust and PFk: the check, how many, how far."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction

import msgspec

from hexfire.asl.nations import nation_called, row_of
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.latw import month, pf_halves, refuse_before_its_time
from hexfire.asl.shots.targets import Rank
from hexfire.asl.tables import read
from hexfire.dice import Dice
from hexfire.rulebook import Modifier, Refusal, Tally

CHECK_LIMIT = 3
"""C13.31: a Final PF Check dr of 1–3 finds a PF and the moment to fire it."""


class PfUser(msgspec.Struct, frozen=True):
    """The unit that looks for a PF."""

    rank: Rank = Rank.SQUAD
    cx: bool = False
    pinned: bool = False
    berserk: bool = False
    good_order: bool = True
    ti: bool = False
    aboard: bool = False
    """A Passenger or Rider."""
    has_fired: bool = False
    """Marked so that it does not fire (again) in this phase."""
    inexperienced: bool = False
    checks_this_phase: int = 0
    used_inherent_fp: bool = False
    other_sw_used: int = 0
    nation: str = "German"

    @property
    def steadfast(self) -> bool:
        """Heroes and berserkers do not break."""
        return self.berserk or self.rank is Rank.HERO


class Checked(StrEnum):
    """C13.31: what the PF Check dr came to."""

    FIRES = "fires"
    NO_SHOT = "no shot"
    PINNED = "pinned"
    BROKEN = "broken"
    REDUCED = "reduced"


def check_drm(user: PfUser, date: str, at_afv: bool) -> Tally:
    """C13.31: all drm of a PF Check dr.

    R-C13.31: 1945 has the -1 drm; the +1 of August and September 1943 is the PFk's.
    """
    return Tally.of(_check_drm(user, month(date), at_afv))


def _check_drm(user: PfUser, date: str, at_afv: bool) -> Iterator[Modifier]:
    rule = "C13.31"
    yield Modifier("pf_trial", rule, 1, applies=date < "1943-10")
    yield Modifier("pf_1945", rule, -1, applies=date >= "1945-01")
    yield Modifier("pf_not_afv", rule, 1, applies=not at_afv)
    yield Modifier("pf_cx", rule, 1, applies=user.cx)
    yield Modifier("pf_hs", rule, 1, applies=user.rank in (Rank.HS, Rank.CREW))
    yield Modifier("pf_smc", rule, 2, applies=user.rank in (Rank.LEADER, Rank.HERO))


def pf_check(dice: Dice, user: PfUser, date: str, at_afv: bool) -> Checked:
    """C13.31: the PF Check dr. An Original 6 pins; who is pinned already breaks.

    A hero or berserker that is pinned already suffers Casualty Reduction instead.
    """
    roll = dice.dr("C13.31")
    if roll == 6:
        if not user.pinned:
            return Checked.PINNED
        return Checked.REDUCED if user.steadfast else Checked.BROKEN
    final = roll + check_drm(user, date, at_afv).total
    return Checked.FIRES if final <= CHECK_LIMIT else Checked.NO_SHOT


def highest_dr(user: PfUser, date: str, at_afv: bool) -> int:
    """C13.31: the highest Original dr that finds a PF; 0: none does. A 6 never does."""
    return max(0, min(5, CHECK_LIMIT - check_drm(user, date, at_afv).total))


_OWN_FIRE = frozenset({Phase.PFPH, Phase.DFF, Phase.DFPH, Phase.AFPH})


def refuse_check(
    user: PfUser,
    date: str,
    phase: Phase,
    *,
    latw: str = "PF",
    ssr: bool = False,
    subsequent_first_fire: bool = False,
    left: int | None = None,
) -> None:
    """C13.31: why this unit cannot make a PF Check now (it returns if it can).

    R-C13.31c: Infantry able to fire, so nobody TI and no Passenger or Rider. `left` is what the PF
    Usage Track still shows.
    """
    refuse_before_its_time(latw, date, ssr)
    refuse_nation(user.nation, date)
    if not user.good_order and not user.berserk:
        raise Refusal("C13.31", "fieldguns.user_broken")
    if user.aboard:
        raise Refusal("C13.31", "fieldguns.pf_infantry")
    if user.ti or user.has_fired:
        raise Refusal("C13.31", "fieldguns.pf_unable")
    if phase not in _OWN_FIRE:
        raise Refusal("C13.31", "fieldguns.pf_phase", phase=phase.value)
    if subsequent_first_fire:
        raise Refusal("C13.31", "fieldguns.pf_first_fire_only")
    if left is not None and left <= 0:
        raise Refusal("C13.31", "fieldguns.pf_none_left")
    if user.checks_this_phase + user.other_sw_used >= sw_uses(user.rank, user.used_inherent_fp):
        raise Refusal("C13.31", "fieldguns.pf_sw_used")


def refuse_nation(nation: str, date: str) -> None:
    """C13.3: Germans have Panzerfausts; other nations from the month that A25 gives them."""
    if row_of(nation) == "german":
        return
    called = nation_called(nation)
    months = read("nationalities").get(row_of(nation), {}).get("pf_inherent_from", {})
    since = months.get(called.name.casefold() if called else "")
    if since is None:
        raise Refusal("C13.3", "fieldguns.pf_german", nation=nation)
    if date < since:
        raise Refusal("C13.3", "fieldguns.pf_not_yet", nation=nation, since=since, date=date)


def nation_has_them(nation: str, date: str) -> bool:
    """C13.3: whether the nation's Infantry may have Panzerfausts with it in that month."""
    try:
        refuse_nation(nation, date)
    except Refusal:
        return False
    return True


def sw_uses(rank: Rank, used_inherent_fp: bool) -> int:
    """A7.35, A7.351, C13.31: a squad may use a SW beside its inherent FP, or two in its stead.

    HS, crews and SMC use one, or their inherent FP. A PF Check is the use of a SW.
    """
    return (2 if rank is Rank.SQUAD else 1) - used_inherent_fp


def pf_allotment(squad_equivalents: Fraction | int, date: str) -> int:
    """C13.31: how many PF the German side may fire in the scenario: 1×, 1½×, 2× by year, FRD.

    >>> [pf_allotment(7, date) for date in ("1943-10", "1944-05", "1945-01")]
    [7, 10, 14]
    """
    refuse_before_its_time("PFk", date, ssr=True)
    return int(Fraction(squad_equivalents) * pf_halves(date) / 2)


def usage_track(left: int) -> int:
    """C13.31: the PF counter moves one space towards 0 for each PF fired."""
    if left <= 0:
        raise Refusal("C13.31", "fieldguns.pf_none_left")
    return left - 1


def hurts_firer(original: int, inexperienced: bool) -> bool:
    """C13.36: an Original To Hit 12 (Inexperienced: 11 too) is a miss that reduces the firer."""
    return original >= (11 if inexperienced else 12)


# --- C13.311: counted PF (optional) ---------------------------------------------------------

US_NUMBER = {Rank.SQUAD: 3, Rank.HS: 2, Rank.CREW: 2, Rank.LEADER: 1, Rank.HERO: 1}
"""A1.6: the US# of the kinds of units: as many PF may one hold (R-A1.6)."""


class PfStock(msgspec.Struct, frozen=True):
    """C13.311: a unit's own PF, known to its side alone."""

    rank: Rank
    held: int = 0

    @property
    def pp(self) -> int:
        """C13.311: however many, they cost their holder no PP."""
        return 0

    def __post_init__(self) -> None:
        if not 0 <= self.held <= US_NUMBER[self.rank]:
            raise ValueError(f"{self.rank} cannot hold {self.held} PF (C13.311)")

    def fire(self) -> PfStock:
        """C13.311: without any check, as long as one is held."""
        if not self.held:
            raise Refusal("C13.311", "fieldguns.pf_none_held")
        return PfStock(self.rank, self.held - 1)

    def hand_to(self, other: PfStock, number: int = 1) -> tuple[PfStock, PfStock]:
        """C13.311: PF pass from unit to unit like other SW, at no PP."""
        if number > self.held:
            raise Refusal("C13.311", "fieldguns.pf_none_held")
        if other.held + number > US_NUMBER[other.rank]:
            raise Refusal("C13.311", "fieldguns.pf_too_many", most=US_NUMBER[other.rank])
        return PfStock(self.rank, self.held - number), PfStock(other.rank, other.held + number)


def allot(ranks: tuple[Rank, ...], held: tuple[int, ...], total: int) -> tuple[PfStock, ...]:
    """C13.311: the secret list made before setup; none holds more than its US#."""
    if len(ranks) != len(held) or sum(held) > total:
        raise Refusal("C13.311", "fieldguns.pf_list", total=total)
    for rank, number in zip(ranks, held, strict=True):
        if not 0 <= number <= US_NUMBER[rank]:
            raise Refusal("C13.311", "fieldguns.pf_too_many", most=US_NUMBER[rank])
    return tuple(PfStock(rank, number) for rank, number in zip(ranks, held, strict=True))
