"""A bought force once play has begun: reinforcements that enter, aircraft that come, OP tanks."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from hexfire.asl.artillery.op_tanks import Observing, may_observe, recalled
from hexfire.asl.purchase.availability import aircraft as aircraft_of
from hexfire.asl.purchase.availability import bomb_exponent, check_air, enters
from hexfire.asl.purchase.nations import read_nation
from hexfire.asl.purchase.op_tanks import (
    Armament,
    accuracy_drm,
    check_op_date,
    observer,
    op_tank,
    phone_works,
    spare_radio,
)
from hexfire.assist.purchase.figures import Given
from hexfire.dice import Dice, odds
from hexfire.rulebook import BadInput, Tally

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


class OpTankAsked(Given, frozen=True, kw_only=True):
    """An OP tank by its counter, and how things stand with it.

    `crew_morale`: the inherent AFV crew Morale of the nation, which the observer has outside.
    """

    counter: str
    crew_morale: int | None = None
    out: bool = False
    buttoned_up: bool = False
    stunned: bool = False
    outside_vca: bool = False
    moved: bool = False
    silenced: bool = False
    disarmed: bool = False


class OpTankReport(msgspec.Struct, frozen=True):
    """H1.461–H1.465: how an OP tank observes and how it is armed (none: as its counter)."""

    rule: str
    may_observe: bool
    accuracy: Tally
    phone: bool
    spare_radio: bool
    recalled: bool
    observer: str | None
    observer_wounded: bool
    armament: Armament | None


def observation_post(asked: OpTankAsked) -> OpTankReport:
    """H1.461–H1.465: what an OP tank and its observer may do now."""
    tank = op_tank(read_nation(asked.nation), asked.counter)
    check_op_date(tank, asked.facts.date)
    now = Observing(
        aboard=not asked.out,
        buttoned_up=asked.buttoned_up,
        stunned=asked.stunned,
        los_in_vca=not asked.outside_vca,
        phone_hex_left=asked.moved,
        missions_possible=not asked.silenced,
        armament_disabled=asked.disarmed,
    )
    leader, wounded = (None, False)
    if asked.out:
        if asked.crew_morale is None:
            raise BadInput("purchase.crew_morale_wanted")
        leader, wounded = observer(asked.crew_morale, asked.stunned)
    return OpTankReport(
        rule=tank.rule,
        may_observe=may_observe(now),
        accuracy=accuracy_drm(tank, now),
        phone=phone_works(tank, now),
        spare_radio=spare_radio(tank, now),
        recalled=recalled(now),
        observer=leader,
        observer_wounded=wounded,
        armament=tank.armament,
    )
