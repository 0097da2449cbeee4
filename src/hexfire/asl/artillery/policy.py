"""What the owner of a battery wants, and what he does for it wherever the rules leave him a choice.

The odds of a mission need somebody who decides. This one always calls, always repairs, and takes
the way that brings FFE on his target soonest:

* before the game nothing; in every RPh he tries to repair a broken radio;
* he skips the SR in a Pre-Registered hex, and otherwise places the AR on the target;
* an SR whose Blast Area would hold the target he converts; any other he corrects onto the target
  and converts, declared beforehand; one that he has lost he corrects by force; one that can be
  neither he holds;
* an FFE that holds the target he keeps, any other he corrects onto it (by force, if it is lost);
* an FFE:C that holds the target he converts; otherwise it goes, and a new AR comes;
* his opponent cancels whatever may be cancelled.

What he sees is asked of `facts` first, then of `board`; it stays as it is now.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec

from hexfire.asl.artillery.battery import Mission
from hexfire.asl.artillery.engine import prospect
from hexfire.asl.artillery.facts import Both
from hexfire.asl.artillery.impact import FFE_REACH, SR_REACH, blast_radius
from hexfire.asl.artillery.state import Counter, Setup, State, Table
from hexfire.asl.eyes import Eyes, Facts, Question
from hexfire.hexes import Hex

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
    "observer_buttoned_up": False,
    "observer_stunned": False,
    "ar_outside_vca": False,
}
"""Every fact as the owner would wish it: what is not said otherwise is taken so."""


class _Remembering:
    """Eyes that look once: a look across a real board takes its time."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self._seen: dict[Question, bool | int] = {}

    def yes(self, question: Question) -> bool:
        if question not in self._seen:
            self._seen[question] = self._eyes.yes(question)
        return bool(self._seen[question])

    def number(self, question: Question) -> int:
        if question not in self._seen:
            self._seen[question] = self._eyes.number(question)
        return int(self._seen[question])


@dataclass(frozen=True, eq=False)
class Plan:
    """One battery's intention. Hashed by identity: the same plan serves a whole enumeration."""

    setup: Setup
    name: str
    target: Hex
    facts: Mapping[str, bool | int]
    mission: Mission = Mission.HE
    board: Eyes | None = None
    memo: dict[Any, Any] = field(default_factory=dict, repr=False)
    """What has been worked out for it already."""

    @cached_property
    def alone(self) -> Setup:
        """The setup with this battery only: the others neither help nor hinder it."""
        return msgspec.structs.replace(self.setup, batteries=(self.setup.battery(self.name),))

    @cached_property
    def eyes(self) -> Eyes:
        by_players = Facts(self.facts)
        return by_players if self.board is None else _Remembering(Both(by_players, self.board))

    @cached_property
    def radius(self) -> int:
        return blast_radius(self.setup.battery(self.name).kind, self.mission)

    def holds_target(self, centre: Hex) -> bool:
        """C1.32: whether the target lies in the Blast Area of an FFE in a hex."""
        return centre.distance(self.target) <= self.radius


def choice(plan: Plan, table: Table) -> tuple[str, str]:
    """What the owner does at a decision, and with which hex. `table` holds his battery alone."""
    setup, state = plan.alone, table.states[0]
    legal = {o.name for o in prospect(setup, table, plan.name, plan.eyes).options}
    if state.node == "place_ar":
        return "place", setup.label(_aim_at(plan, state))
    wishes = (*_wishes(plan, state), *sorted(legal))
    return next(wish for wish in wishes if wish in legal), ""


def _wishes(plan: Plan, state: State) -> tuple[str, ...]:
    """The options of a node, the most welcome first."""
    marker = state.marker
    near = marker is not None and plan.holds_target(marker.hex)
    there = marker is not None and marker.hex == plan.target
    match state.node:
        case "attempt":
            return ("radio",)
        case "declare_type":
            return (plan.mission.value,)
        case "declare_ir":
            return ("ir",) if plan.mission is Mission.IR else ("no_ir",)
        case "skip_sr":
            return ("skip",)
        case "opponent_cancels":
            return ("cancel",)
        case "continuation_options":
            return ("convert", "new_ar") if near else ("new_ar",)
        case "sr_options":
            convert = ("convert",) if near else ()
            correct = () if there else ("correct_and_convert",)
            return (*convert, *correct, "forced_correction", "hold", "cancel")
        case "ffe_options" if near:
            return ("keep", "correct", "forced_correction")
        case "ffe_options":
            return ("correct", "forced_correction", "keep")
    return ()


def _aim_at(plan: Plan, state: State) -> Hex:
    """The target, or the nearest hex to it that a correction reaches."""
    marker = state.marker
    if marker is None:
        return plan.target
    reach = SR_REACH if marker.counter is Counter.SR else FFE_REACH
    if 1 <= plan.target.distance(marker.hex) <= reach:
        return plan.target
    near = (h for h in plan.setup.grid.hexes if 1 <= h.distance(marker.hex) <= reach)
    return min(near, key=lambda h: (h.distance(plan.target), h))
