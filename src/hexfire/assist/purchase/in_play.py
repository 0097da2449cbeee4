"""What a bought force rolls for once play has begun: the entry of reinforcements, its aircraft."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from hexfire.asl.purchase.availability import aircraft as aircraft_of
from hexfire.asl.purchase.availability import bomb_exponent, check_air, enters
from hexfire.asl.purchase.nations import read_nation
from hexfire.assist.purchase.figures import Given
from hexfire.dice import Dice, odds
from hexfire.rulebook import BadInput

MOST_TURNS = 99


class EntryAsked(msgspec.Struct, frozen=True, kw_only=True):
    """The current Game Turn; `dice` are the two dice of the RPh, if they have been thrown."""

    turn: int
    dice: tuple[int, ...] = ()


class EntryReport(msgspec.Struct, frozen=True):
    """H1.7: the chance on this turn; with dice, the DR and whether all reinforcements may enter."""

    turn: int
    chance: Fraction
    dr: int | None = None
    enters: bool | None = None


def entry(asked: EntryAsked) -> EntryReport:
    """H1.7: one DR at the start of each own RPh for all reinforcements that wait to enter."""
    if not 1 <= asked.turn <= MOST_TURNS:
        raise BadInput("purchase.bad_number", text=str(asked.turn))
    chance = odds(enters, asked.turn).chance(bool)
    if not asked.dice:
        return EntryReport(asked.turn, chance)
    result = enters(Dice(asked.dice), asked.turn)
    return EntryReport(asked.turn, chance, sum(asked.dice[:2]), result)


class AircraftAsked(Given, frozen=True, kw_only=True):
    """Whose aircraft come when; `dr` is the bomb dr, if it has been thrown."""

    dr: int | None = None


class AircraftReport(msgspec.Struct, frozen=True):
    """H1.531.1, H1.531.5: the bomb exponent, what each dr gives, and what this one gave."""

    exponent: int
    by_dr: dict[int, str]
    dr: int | None = None
    got: str | None = None


def aircraft(asked: AircraftAsked) -> AircraftReport:
    """H1.531T: whether aircraft come with bombs, and which they are (E7.21)."""
    nation, facts = read_nation(asked.nation), asked.facts
    check_air(facts, nation)
    by_dr = {dr: aircraft_of(facts, nation, dr) for dr in range(1, 7)}
    if asked.dr is not None and asked.dr not in by_dr:
        raise BadInput("purchase.bad_number", text=str(asked.dr))
    got = None if asked.dr is None else by_dr[asked.dr]
    return AircraftReport(bomb_exponent(facts, nation), by_dr, asked.dr, got)
