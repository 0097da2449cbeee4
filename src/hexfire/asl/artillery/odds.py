"""Exact odds of a mission: the flow itself, walked over every roll and every chit.

A `Plan` says what the owner wants (a target hex, a mission type) and which facts hold; where the
rules leave him a choice, he takes what brings FFE on the target soonest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import msgspec

from hexfire.asl.artillery.battery import Mission
from hexfire.asl.artillery.engine import IDLE, next_phase, prospect, walk
from hexfire.asl.artillery.flow import NodeKind, flow
from hexfire.asl.artillery.impact import FFE_REACH, SR_REACH, Aim, Impact, blast_radius, land
from hexfire.asl.artillery.state import Counter, Setup, State, Table
from hexfire.asl.eyes import Facts
from hexfire.dice import Dice, Odds, Then, odds
from hexfire.hexes import Hex
from hexfire.rulebook import BadInput, Refusal

FAVOURABLE: Mapping[str, bool | int] = {
    "observer_able": True,
    "sees_blast_height": True,
    "sees_blast_height_but_for_smoke": True,
    "sees_base": True,
    "sees_base_but_for_smoke": True,
    "sees_ar": True,
    "known_near": True,
    "known_in_mission": True,
    "enemy_near": True,
    "hindrance": 0,
    "rain_or_heavy_winds": False,
}
"""Every fact as the owner would wish it: what is not said otherwise is taken so."""


@dataclass(frozen=True, eq=False)
class Plan:
    """One battery's intention. Hashed by identity: the same plan serves a whole enumeration."""

    setup: Setup
    name: str
    target: Hex
    facts: Mapping[str, bool | int]
    mission: Mission = Mission.HE
    first: tuple[str, str] | None = None

    @cached_property
    def alone(self) -> Setup:
        """The setup with this battery only."""
        return msgspec.structs.replace(self.setup, batteries=(self.setup.battery(self.name),))

    def radius(self) -> int:
        return blast_radius(self.setup.battery(self.name).kind, self.mission)


class Fall(NamedTuple):
    """How it came out: in which own fire phase from now (0: this one) FFE fell, and where."""

    phase: int | None
    hex: Hex | None


class Chances(msgspec.Struct, frozen=True):
    """What a mission promises: FFE by phase, and FFE whose Blast Area holds the target."""

    ffe: tuple[Fraction, ...]
    on_target: tuple[Fraction, ...]

    @property
    def ever(self) -> Fraction:
        return sum(self.ffe, Fraction(0))

    @property
    def ever_on_target(self) -> Fraction:
        return sum(self.on_target, Fraction(0))


def impact_odds(aim: Aim) -> Odds[Impact]:
    """C1.3, C1.31: where a round lands, and how far off."""
    return odds(land, aim)


def chance_in_area(aim: Aim, hex: Hex, radius: int) -> Fraction:
    """C1.32: how likely a hex lies in the Blast Area of an FFE that lands so."""
    return impact_odds(aim).chance(lambda impact: impact.hex.distance(hex) <= radius)


def expected_error(aim: Aim) -> Fraction:
    """C1.31: hexes of error to be expected."""
    return impact_odds(aim).mean(lambda impact: impact.error)


def mission_odds(plan: Plan, table: Table, phases: int = 6) -> Chances:
    """The chance of FFE in this own fire phase, the next …, `phases` in all."""
    if not 1 <= phases <= 40:
        raise BadInput("artillery.bad_phases", value=phases)
    state = table.states[plan.setup.index(plan.name)]
    alone = msgspec.structs.replace(table, states=(state,))
    # Between the phases the first chance comes with the next own fire phase.
    start = _walked_on(plan, alone) if state.node in (IDLE, "before_play") else alone
    found: Odds[Fall] = odds(_node, plan, start, plan.first, 0, phases)
    area = set(plan.target.disc(plan.radius()))
    by_phase = [found.chance(lambda f, i=i: f.phase == i) for i in range(phases)]  # type: ignore[misc]
    on = [
        found.chance(lambda f, i=i: f.phase == i and f.hex in area)  # type: ignore[misc]
        for i in range(phases)
    ]
    return Chances(tuple(by_phase), tuple(on))


def alternatives(plan: Plan, table: Table, phases: int = 6) -> dict[str, Chances]:
    """The options of the present decision side by side, each followed by the plan."""
    state = table.states[plan.setup.index(plan.name)]
    if flow()[state.node].kind is not NodeKind.DECIDE or state.node in (IDLE, "before_play"):
        return {}
    found = {}
    for option in prospect(plan.setup, table, plan.name, Facts(plan.facts)).options:
        argument = ""
        if option.takes == "hex":
            argument = plan.setup.label(plan.target)
            if state.marker is not None and state.marker.hex == plan.target:
                continue
        first = replace(plan, first=(option.name, argument))
        try:
            found[option.name] = mission_odds(first, table, phases)
        except Refusal:
            continue
    return found


def _walked_on(plan: Plan, table: Table) -> Table:
    """The start of the next own fire phase."""
    setup = plan.alone
    while True:
        table = next_phase(setup, table).table
        if table.states[0].node != IDLE:
            return table


def _node(
    dice: Dice, plan: Plan, table: Table, first: tuple[str, str] | None, phase: int, phases: int
) -> Fall | Then:
    """One node of the flow as a stage: every way it may go, then the next node."""
    setup, state = plan.alone, table.states[0]
    if state.node == "resolve" and state.marker is not None:
        return Fall(phase, state.marker.hex)
    if state.node == IDLE:
        if phase + 1 >= phases or not _hope(plan, state):
            return Fall(None, None)
        return Then(_node, (plan, _walked_on(plan, table), None, phase + 1, phases))
    option, argument = None, ""
    if flow()[state.node].kind is NodeKind.DECIDE:
        option, argument = first or _choice(plan, setup, table)
        first = None
    walked = walk(setup, table, plan.name, Facts(plan.facts), dice, option, argument)
    return Then(_node, (plan, walked.table, first, phase, phases))


def _hope(plan: Plan, state: State) -> bool:
    lost = state.device.value == "lost" and state.marker is None
    return not (lost or (state.barred and not state.access))


def _choice(plan: Plan, setup: Setup, table: Table) -> tuple[str, str]:
    """What the owner does: the way that brings FFE on the target soonest."""
    state = table.states[0]
    legal = {o.name for o in prospect(setup, table, plan.name, Facts(plan.facts)).options}
    near = state.marker is not None and state.marker.hex.distance(plan.target) <= plan.radius()
    if state.node == "place_ar":
        return "place", setup.label(_aim_at(plan, state))
    if state.node == "declare_type":
        wanted = plan.mission.value
        return (wanted if wanted in legal else min(legal)), ""
    wishes = {
        "attempt": ("radio", "silent"),
        "declare_ir": ("no_ir",),
        "skip_sr": ("skip",),
        "opponent_cancels": ("cancel",),
        "continuation_options": ("convert", "new_ar") if near else ("new_ar",),
        "sr_options": (
            *(("convert",) if near else ()),
            *(() if state.marker and state.marker.hex == plan.target else ("correct_and_convert",)),
            "hold",
            "cancel",
        ),
        "ffe_options": ("keep", "correct", "forced_correction", "cancel"),
    }[state.node]
    return next(wish for wish in wishes if wish in legal), ""


def _aim_at(plan: Plan, state: State) -> Hex:
    """The target, or the nearest hex to it that a correction reaches."""
    grid, marker = plan.setup.grid, state.marker
    if marker is None:
        return plan.target
    reach = SR_REACH if marker.counter is Counter.SR else FFE_REACH
    if 1 <= plan.target.distance(marker.hex) <= reach:
        return plan.target
    near = (h for h in grid.hexes if 1 <= h.distance(marker.hex) <= reach)
    return min(near, key=lambda h: (h.distance(plan.target), h))


__all__ = [
    "FAVOURABLE",
    "Chances",
    "Fall",
    "Plan",
    "alternatives",
    "chance_in_area",
    "expected_error",
    "impact_odds",
    "mission_odds",
]
