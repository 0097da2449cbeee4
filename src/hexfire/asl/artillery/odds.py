"""Exact odds of a mission: the flow itself, walked over every roll and every chit.

One fire phase of the owner is a step: it may bring FFE, and it leaves the battery in some state at
the start of his next one. Those steps make a chain (`chain`), from which follow the chance of FFE
in this phase, in the next, and at all, as if the game had no last turn. What the owner does where
he has a choice is in `policy`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

import msgspec

from hexfire.asl.artillery.chain import Ways, ever, explore
from hexfire.asl.artillery.engine import IDLE, next_phase, prospect, walk
from hexfire.asl.artillery.flow import NodeKind, flow
from hexfire.asl.artillery.impact import Aim, Impact, land
from hexfire.asl.artillery.policy import FAVOURABLE, Plan, choice
from hexfire.asl.artillery.state import Clock, Counter, Device, State, Table
from hexfire.asl.sequence import Phase
from hexfire.dice import Dice, NeedAnswer, Odds, Then, odds
from hexfire.hexes import Hex
from hexfire.rulebook import BadInput, Refusal

MOST_PHASES = 40
_BETWEEN = (IDLE, "before_play")
_BEFORE_OPTIONS = (*_BETWEEN, "begin", "able", "attempt", "contact")
_Option = tuple[str, str]


class Round(msgspec.Struct, frozen=True):
    """The round of this phase: how likely it is fired at all; if so, how far it errs (C1.31) and
    how likely the target is in the Blast Area of an FFE where it lands (C1.32)."""

    fired: Fraction
    error: Fraction
    holds_target: Fraction


class Chances(msgspec.Struct, frozen=True):
    """What a mission promises: the first FFE by phase, and the first that holds the target.

    `ever` and `ever_on_target` are the chances without any limit of phases.
    """

    ffe: tuple[Fraction, ...]
    on_target: tuple[Fraction, ...]
    ever: Fraction
    ever_on_target: Fraction
    round: Round | None = None

    @property
    def within(self) -> Fraction:
        """FFE in one of the phases that were asked for."""
        return sum(self.ffe, Fraction(0))


# -- one round ------------------------------------------------------------------------------------


def impact_odds(aim: Aim) -> Odds[Impact]:
    """C1.3, C1.31: where a round lands, and how far off."""
    return odds(land, aim)


def chance_in_area(aim: Aim, hex: Hex, radius: int) -> Fraction:
    """C1.32: how likely a hex lies in the Blast Area of an FFE that lands so."""
    return impact_odds(aim).chance(lambda impact: impact.hex.distance(hex) <= radius)


def expected_error(aim: Aim) -> Fraction:
    """C1.31: hexes of error to be expected."""
    return impact_odds(aim).mean(lambda impact: impact.error)


# -- one fire phase -------------------------------------------------------------------------------


class Passed(NamedTuple):
    """An own fire phase gone by: where FFE fell, and the start of the next (None: no hope)."""

    fell: Hex | None
    next: Table | None


def _node(
    dice: Dice, plan: Plan, table: Table, first: _Option | None, fell: Hex | None
) -> Passed | Then:
    """One node of the flow as a stage: every way it may go, then the next node."""
    state = table.states[0]
    if state.node == IDLE:
        if not _hope(state):
            return Passed(fell, None)
        return Then(_between, (plan, table, fell))
    if state.node == "resolve" and state.marker is not None:
        fell = state.marker.hex
    option: tuple[str | None, str] = (None, "")
    if flow()[state.node].kind is NodeKind.DECIDE:
        option, first = first or choice(plan, table), None
    walked = walk(plan.alone, table, plan.name, plan.eyes, dice, *option)
    return Then(_node, (plan, walked.table, first, fell))


def _between(dice: Dice, plan: Plan, table: Table, fell: Hex | None) -> Passed | Then:
    """From the end of one own fire phase to the start of the next, with the RPh that lies between.

    Of the two fire phases of a turn neither differs from the other in anything that matters, so
    all are counted as the first PFPh: equal states are one state. And of the phases between them
    only the RPh does anything to a battery: the others are passed over.
    """
    setup, state = plan.alone, table.states[0]
    own = setup.sides.index(setup.batteries[0].side)
    if table.clock.firing == own:
        rested = msgspec.structs.replace(state, used_radio=False)
        table = msgspec.structs.replace(table, clock=Clock(1, own), states=(rested,))
        return Then(_between, (plan, table, fell))
    if table.clock.phase is Phase.RPH and state.device is Device.BROKEN and not state.used_radio:
        walked = walk(setup, table, plan.name, plan.eyes, dice, "repair")
        rolled = walk(setup, walked.table, plan.name, plan.eyes, dice)
        if not _hope(rolled.table.states[0]):
            return Passed(fell, None)
        return Then(_between, (plan, rolled.table, fell))
    table = next_phase(setup, table).table
    if table.states[0].node == IDLE:
        return Then(_between, (plan, table, fell))
    return Passed(fell, msgspec.structs.replace(table, clock=Clock(1, own, Phase.PFPH)))


def _hope(state: State) -> bool:
    """Whether FFE may still come: one that lies there, a mission under way, or a chit to draw."""
    if state.device is Device.LOST and not (state.marker and state.marker.counter.burns):
        return False
    under_way = state.access or (state.marker is not None and state.marker.counter.burns)
    return under_way or (not state.barred and state.pile.black > 0)


class _Outcome(NamedTuple):
    """What one stage came to: the end of the phase, or the stage that follows."""

    ends: Passed | Then


def _one_stage(dice: Dice, stage: Then) -> _Outcome:
    """A single stage, not followed by the next: the whole chain shares what comes after it."""
    return _Outcome(stage.stage(dice, *stage.args))


# -- the chain ------------------------------------------------------------------------------------


class _Mission:
    """The fire phases of a plan, each walked once however often it is reached."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._walked: dict[Then, Odds[Passed]] = {}
        self._ever: dict[str, dict[Table, Fraction]] = {"ffe": {}, "target": {}}

    def start(self, table: Table) -> Table:
        """The battery by itself: where it stands, or at its next own fire phase."""
        state = table.states[self.plan.setup.index(self.plan.name)]
        alone = msgspec.structs.replace(table, states=(state,))
        if state.node == "before_play":
            return next_phase(self.plan.alone, alone).table
        return alone

    def passed(self, table: Table, first: _Option | None = None) -> Odds[Passed]:
        """One own fire phase from here on; between two of them, only the time until the next."""
        if table.states[0].node == IDLE:
            return self._from(Then(_between, (self.plan, table, None)))
        return self._from(Then(_node, (self.plan, table, first, None)))

    def _from(self, stage: Then) -> Odds[Passed]:
        """Every end of the phase from one node, found once: many rolls lead to the same nodes."""
        if stage not in self._walked:
            try:
                self._walked[stage] = self._ends(stage.stage(Dice(), *stage.args))
            except NeedAnswer:
                whole: dict[Passed, Fraction] = {}
                for outcome, p in odds(_one_stage, stage).items():
                    for passed, q in self._ends(outcome.ends).items():
                        whole[passed] = whole.get(passed, Fraction(0)) + p * q
                self._walked[stage] = Odds(whole)
        return self._walked[stage]

    def _ends(self, reached: Passed | Then) -> Odds[Passed]:
        return self._from(reached) if isinstance(reached, Then) else Odds({reached: Fraction(1)})

    def _ways(self, first_phase: Odds[Passed], wanted: Callable[[Hex], bool]) -> Ways[Table]:
        success, on = Fraction(0), dict[Table, Fraction]()
        for passed, p in first_phase.items():
            if passed.fell is not None and wanted(passed.fell):
                success += p
            elif passed.next is not None:
                on[passed.next] = on.get(passed.next, Fraction(0)) + p
        return Ways(success, on)

    def chances(self, table: Table, phases: int, first: _Option | None = None) -> Chances:
        first_phase = self._first_phase(table, first)
        ffe = self._by_phase(first_phase, phases, _anywhere)
        on_target = self._by_phase(first_phase, phases, self.plan.holds_target)
        return Chances(
            ffe, on_target, self._at_all(first_phase, "ffe"), self._at_all(first_phase, "target"),
            self._round(table, first),
        )  # fmt: skip

    def _first_phase(self, table: Table, first: _Option | None) -> Odds[Passed]:
        """This phase; between the phases the first chance comes with the next."""
        if table.states[0].node != IDLE:
            return self.passed(table, first)
        whole: dict[Passed, Fraction] = {}
        for waited, p in self.passed(table).items():
            later = {waited: Fraction(1)} if waited.next is None else self.passed(waited.next)
            for passed, q in later.items():
                whole[passed] = whole.get(passed, Fraction(0)) + p * q
        return Odds(whole)

    def _by_phase(
        self, first_phase: Odds[Passed], phases: int, wanted: Callable[[Hex], bool]
    ) -> tuple[Fraction, ...]:
        ways = self._ways(first_phase, wanted)
        chances, here = [ways.success], dict(ways.on)
        while len(chances) < phases:
            success, ahead = Fraction(0), dict[Table, Fraction]()
            for table, p in here.items():
                ways = self._ways(self.passed(table), wanted)
                success += p * ways.success
                for to, q in ways.on.items():
                    ahead[to] = ahead.get(to, Fraction(0)) + p * q
            chances.append(success)
            here = ahead
        return tuple(chances)

    def _at_all(self, first_phase: Odds[Passed], what: str) -> Fraction:
        wanted = _anywhere if what == "ffe" else self.plan.holds_target
        ways, solved = self._ways(first_phase, wanted), self._ever[what]
        if not solved.keys() >= ways.on.keys():
            graph = explore(ways.on, lambda table: self._ways(self.passed(table), wanted))
            solved.update(ever(graph))
        return ways.success + sum((p * solved[to] for to, p in ways.on.items()), Fraction(0))

    def _round(self, table: Table, first: _Option | None) -> Round | None:
        """C1.31: what the round of this phase is worth, if one may be fired in it."""
        if table.states[0].node == IDLE:
            return None
        landings: Odds[Landed | None] = odds(_to_landing, self.plan, table, first)
        fired = landings.chance(lambda landed: landed is not None)
        if not fired:
            return None
        error = landings.mean(lambda landed: landed.error if landed else 0)
        holds = landings.chance(lambda x: x is not None and self.plan.holds_target(x.hex))
        return Round(fired, error / fired, holds / fired)


def _anywhere(hex: Hex) -> bool:
    return True


class Landed(NamedTuple):
    """Where the round of this phase fell, and how far from its AR."""

    hex: Hex
    error: int


def _to_landing(
    dice: Dice, plan: Plan, table: Table, first: _Option | None, ar: Hex | None = None
) -> Landed | Then | None:
    """The phase up to the moment at which a round lands, if one does."""
    state = table.states[0]
    if state.node == "landed" and state.ar is not None and ar is not None:
        return Landed(state.ar, state.ar.distance(ar))
    if state.node in (IDLE, "resolve"):
        return None
    if state.node in ("accuracy", "registered"):
        ar = state.ar
    option: tuple[str | None, str] = (None, "")
    if flow()[state.node].kind is NodeKind.DECIDE:
        option, first = first or choice(plan, table), None
    walked = walk(plan.alone, table, plan.name, plan.eyes, dice, *option)
    return Then(_to_landing, (plan, walked.table, first, ar))


# -- what is asked --------------------------------------------------------------------------------


def _mission(plan: Plan) -> _Mission:
    """The chain of a plan: what was walked for one question serves the next."""
    mission: _Mission = plan.memo.setdefault(_Mission, _Mission(plan))
    return mission


def mission_odds(plan: Plan, table: Table, phases: int = 6) -> Chances:
    """The chance of FFE in this own fire phase, the next …, `phases` of them, and at all."""
    _check(phases)
    mission = _mission(plan)
    return mission.chances(mission.start(table), phases)


def alternatives(plan: Plan, table: Table, phases: int = 6) -> dict[str, Chances]:
    """The options of the present decision side by side, each followed by the policy.

    Before contact, with an SR or FFE on the board, they are those that contact would open.
    """
    _check(phases)
    mission = _mission(plan)
    start = at_decision(plan, table)
    state = start.states[0]
    if flow()[state.node].kind is not NodeKind.DECIDE or state.node in _BETWEEN:
        return {}
    chances_of = {}
    for option in prospect(plan.alone, start, plan.name, plan.eyes).options:
        argument = ""
        if option.takes == "hex":
            argument = plan.setup.label(plan.target)
            if state.marker is not None and state.marker.hex == plan.target:
                continue
        try:
            chances_of[option.name] = mission.chances(start, phases, (option.name, argument))
        except Refusal:
            continue  # a correction that does not reach the target
    return chances_of


def at_decision(plan: Plan, table: Table) -> Table:
    """The battery by itself; before contact, with a counter on the board, as if contact were made.

    An FFE:C is left as it is: its options come only after a chit.
    """
    start = _mission(plan).start(table)
    state = start.states[0]
    waits = state.marker is not None and state.marker.counter is not Counter.FFEC
    if not waits or state.node not in _BEFORE_OPTIONS or state.device is not Device.WORKS:
        return start
    contacted = msgspec.structs.replace(state, node="contacted", contact=True)
    start = msgspec.structs.replace(start, states=(contacted,))
    return walk(plan.alone, start, plan.name, plan.eyes, Dice()).table


def _check(phases: int) -> None:
    if not 1 <= phases <= MOST_PHASES:
        raise BadInput("artillery.bad_phases", value=phases)


__all__ = [
    "FAVOURABLE",
    "Chances",
    "Plan",
    "Round",
    "alternatives",
    "at_decision",
    "chance_in_area",
    "expected_error",
    "impact_odds",
    "mission_odds",
]
