"""What may come of a mission: the chance of FFE phase by phase, and the options side by side."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from hexfire.asl.artillery import odds
from hexfire.asl.artillery.battery import Kind, Mission, accuracy_number
from hexfire.asl.artillery.impact import Aim
from hexfire.asl.artillery.record import Record
from hexfire.asl.eyes import Question, Wants
from hexfire.assist.artillery.looking import Looking


class RoundOdds(msgspec.Struct, frozen=True):
    """C1.31: the round of this phase: whether one is fired, its error, the target in its area."""

    fired: Fraction
    expected_error: Fraction
    target_in_blast_area: Fraction


class Chances(msgspec.Struct, frozen=True, kw_only=True):
    """The chance of FFE in this own fire phase, the next …, and at all."""

    ffe_by_phase: tuple[Fraction, ...]
    on_target_by_phase: tuple[Fraction, ...]
    ffe_within: Fraction
    ffe_at_all: Fraction
    on_target_at_all: Fraction
    round: RoundOdds | None


class MissionOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The usual plan for a target, and every option of the moment, at the node `node`.

    `facts` are what was taken for granted; `assumed`: some of it because nobody said otherwise.
    """

    battery: str
    target: str
    node: str
    now: str
    facts: dict[str, bool | int]
    assumed: bool
    plan: Chances
    expected_error: Fraction
    target_in_blast_area: Fraction
    landing: dict[str, Fraction]
    alternatives: dict[str, Chances]


def mission_odds(
    record: Record,
    battery: str,
    target: str,
    looking: Looking,
    facts: Mapping[str, bool | int],
    mission: Mission = Mission.HE,
    phases: int = 6,
) -> MissionOdds:
    """The exact chances. Without a board, what nobody says is taken as favourable."""
    assumed = {} if looking.board else odds.FAVOURABLE
    plan = odds.Plan(
        record.setup,
        battery,
        record.setup.hex(target),
        {**assumed, **facts},
        mission,
        looking.eyes if looking.board else None,
    )
    whole = odds.mission_odds(plan, record.table, phases)
    others = odds.alternatives(plan, record.table, phases)
    shot = _aim(record, battery, plan)
    label = record.setup.label
    return MissionOdds(
        battery=battery,
        target=label(plan.target),
        node=odds.at_decision(plan, record.table).states[0].node,
        now=record.table.states[record.setup.index(battery)].node,
        facts=dict(plan.facts),
        assumed=bool(set(plan.facts) - set(facts)),
        plan=_chances(whole),
        expected_error=odds.expected_error(shot),
        target_in_blast_area=odds.chance_in_area(shot, plan.target, plan.radius),
        landing={label(i.hex): p for i, p in odds.impact_odds(shot).items()},
        alternatives={option: _chances(chances) for option, chances in others.items()},
    )


def _chances(chances: odds.Chances) -> Chances:
    round = chances.round
    return Chances(
        ffe_by_phase=chances.ffe,
        on_target_by_phase=chances.on_target,
        ffe_within=chances.within,
        ffe_at_all=chances.ever,
        on_target_at_all=chances.ever_on_target,
        round=RoundOdds(round.fired, round.error, round.holds_target) if round else None,
    )


def _aim(record: Record, battery: str, plan: odds.Plan) -> Aim:
    """A round at the target now: a correction, if an SR or FFE lies elsewhere on the board."""
    given = record.setup.battery(battery)
    state = record.table.states[record.setup.index(battery)]
    start = state.marker.hex if state.marker and state.marker.hex != plan.target else None
    about = (("battery", battery), ("observer", state.observer))
    label = record.setup.label(plan.target)
    question = Question("artillery.ask.hindrance", "C1.62", label, Wants.NUMBER, about)
    registered = any(record.setup.hex(h) == plan.target for h in given.preregistered)
    return Aim(
        target=plan.target,
        limit=accuracy_number(given),
        start=start,
        hindrance=plan.eyes.number(question),
        converting=start is not None,
        preregistered=registered,
        rockets=given.kind is Kind.ROCKETS,
    )
