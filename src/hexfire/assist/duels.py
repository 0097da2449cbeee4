"""Gun Duels: who fires first when a moving vehicle is shot at, why, and how it may end."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from hexfire.asl.antitank.duel import LightHand
from hexfire.asl.counters import Catalogue
from hexfire.asl.gunnery.answer import label_of_direct
from hexfire.asl.gunnery.duel import (
    Duel,
    DuelOutcome,
    First,
    Hand,
    SeriesEnd,
    duel_odds,
    fight,
    fight_on,
    next_duel,
    totals,
)
from hexfire.asl.gunnery.fire import Outcome
from hexfire.asl.gunnery.to_hit import ToHit
from hexfire.asl.shots.shot import Shot
from hexfire.assist.shots.order import Order, read_order
from hexfire.assist.shots.parts import chances, items_of, weapon_name
from hexfire.assist.shots.report import ByCase, Chances, Item, Part
from hexfire.assist.shots.throws import Fallen, Throw, thrown
from hexfire.assist.wording import Said
from hexfire.dice import Odds, odds
from hexfire.rulebook import BadInput, Refusal, Tally

MOST_ROUNDS = 5
SideName = Literal["vehicle", "defender"]


class DuelOrder(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Both orders and the circumstances of C2.2401; the vehicle fires in its MPh, the other DFF."""

    vehicle: Order
    defender: Order
    again: bool = False
    overrun: bool = False
    reaction_fire: bool = False
    defender_concealed: bool = False
    aerial: bool = False
    before_moving: bool = False


class SideReport(Part, kw_only=True):
    """One side's Gun Duel DRM, and what it then rolls.

    `direct`: it attacks straight on the IFT with `fp`, nothing is missed; else its DR with `drm`
    has to come to `th` or less. `check`: the highest dr with which a PF is found (C13.31).
    """

    weapon: str
    target: str
    duel_total: int
    cases: ByCase
    tally: list[Item]
    direct: bool
    th: int | None
    fp: Fraction | None
    drm: int
    check: int | None


class SideOdds(Part, kw_only=True):
    """Whether a side comes to fire, hits, what that does to the other, and silences it."""

    fires: Fraction
    hits: Fraction
    silences: Fraction
    effects: Chances


class Ends(Part, kw_only=True):
    """The ways a duel may end: who cannot fight on."""

    vehicle_out: Fraction
    defender_out: Fraction
    both_out: Fraction
    none_out: Fraction


class DuelOdds(Ends, kw_only=True):
    """Who fires first (`first.vehicle` …), each side's prospects, and the ends."""

    vehicle: SideOdds
    defender: SideOdds
    first_vehicle: Fraction | UnsetType = msgspec.field(default=UNSET, name="first.vehicle")
    first_defender: Fraction | UnsetType = msgspec.field(default=UNSET, name="first.defender")
    first_together: Fraction | UnsetType = msgspec.field(default=UNSET, name="first.together")


class SeriesReport(Ends, kw_only=True):
    """The ends after up to `rounds` duels with 1 MP between two."""

    rounds: int


class DuelReport(Part, kw_only=True):
    """The answer to a duel. From `dice` on: what the dice did, only if there were any.

    `again`: a further duel may follow. `vehicle_result` and `defender_result` are the word for what
    a side did to its target, `null` where it missed or did not come to fire.
    """

    vehicle: SideReport
    defender: SideReport
    first: First
    ca_turns_first: bool
    ca_turns_later: bool
    odds: DuelOdds | UnsetType = UNSET
    series: SeriesReport | UnsetType = UNSET
    refused: None = None
    dice: list[int] | UnsetType = UNSET
    need: Said | UnsetType | None = UNSET
    fired_first: First | UnsetType = UNSET
    vehicle_fired: bool | UnsetType = UNSET
    defender_fired: bool | UnsetType = UNSET
    vehicle_result: str | UnsetType | None = UNSET
    defender_result: str | UnsetType | None = UNSET
    vehicle_out: bool | UnsetType = UNSET
    defender_out: bool | UnsetType = UNSET
    ca_turned: bool | UnsetType = UNSET
    again: bool | UnsetType = UNSET
    outcome: Any | UnsetType = UNSET


# -- the order -------------------------------------------------------------------------------------

_FLAGS = ("again", "overrun", "reaction_fire", "defender_concealed", "aerial", "before_moving")


def read_duel(data: Any, units: Catalogue | None = None) -> Duel:
    """A duel as it was written: `vehicle`, `defender`, and what is true of it."""
    if not isinstance(data, dict) or not {"vehicle", "defender"} <= data.keys():
        raise BadInput("gunnery.duel_two_orders")
    unknown = sorted(data.keys() - {"vehicle", "defender", *_FLAGS})
    if unknown:
        raise BadInput("gunnery.order_unknown", field=unknown[0])
    shots = []
    for side, phase in (("vehicle", "MPh"), ("defender", "DFF")):
        order = data[side]
        if not isinstance(order, dict):
            raise BadInput("gunnery.order_not_object")
        shots.append(read_order({"phase": phase, **order}, units))
    flags = {name: bool(data.get(name)) for name in _FLAGS}
    return replace(Duel(vehicle=shots[0][1], defender=shots[1][1]), **flags)


# -- the answer ------------------------------------------------------------------------------------


def fought(duel: Duel, dice: Throw | None = None, rounds: int = 1) -> DuelReport:
    """Who fires first and why; the odds, or with `dice` what they did."""
    drm = totals(duel)
    report = DuelReport(
        vehicle=_side(duel.vehicle, duel.vehicle_hand, drm.vehicle),
        defender=_side(duel.defender, duel.defender_hand, drm.defender),
        first=drm.first,
        ca_turns_first=drm.ca_turns_first,
        ca_turns_later=duel.must_turn and not drm.ca_turns_first,
    )
    if dice is not None:
        _add_fallen(report, duel, thrown(dice, fight, duel))
        return report
    report.odds = _odds(duel, duel_odds(duel))
    if rounds > 1:
        report.series = SeriesReport(rounds=rounds, **_ends(odds(fight_on, duel, rounds)))
    return report


def _side(shot: Shot, hand: Hand, tally: Tally) -> SideReport:
    attack = hand.laid(shot)
    return SideReport(
        weapon=weapon_name(shot.weapon),
        target=shot.target.name,
        duel_total=tally.total,
        cases=dict(tally.as_dict()),
        tally=items_of(tally.applied),
        direct=not isinstance(attack, ToHit),
        th=attack.number if isinstance(attack, ToHit) else None,
        fp=None if isinstance(attack, ToHit) else attack.fp[0],
        drm=attack.aim.total if isinstance(attack, ToHit) else attack.drm[0].total,
        check=hand.finds_with if isinstance(hand, LightHand) else None,
    )


def _odds(duel: Duel, outcomes: Odds[DuelOutcome]) -> DuelOdds:
    firsts = outcomes.map(lambda o: o.first)
    return DuelOdds(
        vehicle=_side_odds(
            duel.vehicle, outcomes, lambda o: o.vehicle, outcomes.chance(lambda o: o.defender_out)
        ),
        defender=_side_odds(
            duel.defender, outcomes, lambda o: o.defender, outcomes.chance(lambda o: o.vehicle_out)
        ),
        first_vehicle=firsts.get(First.VEHICLE, UNSET),
        first_defender=firsts.get(First.DEFENDER, UNSET),
        first_together=firsts.get(First.TOGETHER, UNSET),
        **_ends(outcomes),
    )


def _side_odds(
    shot: Shot,
    outcomes: Odds[DuelOutcome],
    mine: Callable[[DuelOutcome], Outcome | None],
    silences: Fraction,
) -> SideOdds:
    fires = hits = Fraction(0)
    effects: dict[str, Fraction] = {}
    for outcome, p in outcomes.items():
        shots = mine(outcome)
        if shots is None:
            continue
        fires += p
        hits += p * bool(shots.hits)
        label = _label(shot, shots)
        if label is not None:
            effects[label] = effects.get(label, Fraction(0)) + p
    return SideOdds(fires=fires, hits=hits, silences=silences, effects=chances(effects))


def _label(shot: Shot, outcome: Outcome | None) -> str | None:
    """What a side did to its target, in a stable word; `None` where it did not touch it."""
    effect = outcome.effect_on(shot.target.name) if outcome is not None else None
    return None if effect is None else label_of_direct(shot, 0, effect)


def _ends(outcomes: Odds[DuelOutcome] | Odds[SeriesEnd]) -> dict[str, Fraction]:
    return {
        "vehicle_out": outcomes.chance(lambda o: o.vehicle_out),
        "defender_out": outcomes.chance(lambda o: o.defender_out),
        "both_out": outcomes.chance(lambda o: o.vehicle_out and o.defender_out),
        "none_out": outcomes.chance(lambda o: not (o.vehicle_out or o.defender_out)),
    }


def _add_fallen(report: DuelReport, duel: Duel, fallen: Fallen[DuelOutcome]) -> None:
    report.dice = list(fallen.faces)
    report.need = None if fallen.need is None else Said(fallen.need)
    outcome = fallen.outcome
    if outcome is None:
        return
    report.fired_first = outcome.first
    report.vehicle_fired = outcome.vehicle is not None
    report.defender_fired = outcome.defender is not None
    report.vehicle_result = _label(duel.vehicle, outcome.vehicle)
    report.defender_result = _label(duel.defender, outcome.defender)
    report.vehicle_out, report.defender_out = outcome.vehicle_out, outcome.defender_out
    report.ca_turned, report.again = outcome.ca_turned, _may_follow(duel, outcome)
    report.outcome = outcome


def _may_follow(duel: Duel, outcome: DuelOutcome) -> bool:
    """C2.2401: whether a further duel may follow."""
    try:
        next_duel(duel, outcome)
    except Refusal:
        return False
    return True
