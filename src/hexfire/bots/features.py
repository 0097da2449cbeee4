"""A position in numbers that mean the same in every scenario: what the learned value reads.

All are seen by the side whose player turn it is, and are free of a scenario's own size: points go
by what may change hands, strength by the strength there is.
"""

from __future__ import annotations

import math
from typing import Final

from hexfire.bots.front import MOST, Front
from hexfire.bots.judge import Judge
from hexfire.folio import victory
from hexfire.folio.board import Position
from hexfire.folio.scenario import Scenario
from hexfire.folio.state import EXITED, LOST, WAITING, State

NAMES: Final = (
    "lead", "lead by the time left", "draw", "turns left", "enemy turns left", "nearly over",
    "attack", "defence", "to come", "pull", "enemy pull", "ground", "danger", "enemy danger",
    "in reach", "enemy in reach", "near", "enemy near", "markers", "enemy markers",
    "hemmed in", "enemy hemmed in", "in contact", "enemy in contact",
    "sudden", "enemy sudden", "exits", "each turn",
)  # fmt: skip

LEAD, LEAD_BY_TIME, TURNS, ENEMY_TURNS = 0, 1, 3, 4
"""Where some of them stand."""


class Measures:
    """What the numbers of one scenario are measured by."""

    def __init__(self, judge: Judge) -> None:
        scenario = judge.scenario
        self.judge, self._scenario = judge, scenario
        won = [
            min([one.margin for one in scenario.victory.levels if one.side == side], default=0)
            for side in (0, 1)
        ]
        self._even = (won[0] - won[1]) / 2
        """The lead of the first side that is good for neither."""
        self._drawn = (won[0] + won[1]) / 2
        self._stake = _stake(scenario)
        units = scenario.units
        self._attack = max(1, sum([unit.front.attack for unit in units]))
        self._defence = max(1, sum([unit.front.defence for unit in units]))

    def read(self, at: Position) -> list[float]:
        """The numbers of a position, in the order of `NAMES`."""
        judge, state, scenario = self.judge, at.state, self._scenario
        side = state.player
        stake = self._stake
        ahead = victory.margin(scenario, state, side)
        lead = ahead - self._even if side == 0 else ahead + self._even
        ours, theirs = turns_left(scenario, state)
        left = ours + theirs
        mine, other = self._force(at, side), self._force(at, 1 - side)
        fronts = (judge.front(at, 0), judge.front(at, 1))
        reach = self._objectives(at, 1 - side, fronts[side])
        risk = self._objectives(at, side, fronts[1 - side])
        hands = state.hands
        return [
            lead / stake,
            lead / stake / math.sqrt(left + 0.5),
            self._drawn / stake,
            ours / 8,
            theirs / 8,
            1 / (1 + left),
            (mine[0] - other[0]) / self._attack,
            (mine[1] - other[1]) / self._defence,
            (mine[2] - other[2]) / self._attack,
            judge.pull(at, side, fronts[1 - side]) / stake,
            judge.pull(at, 1 - side, fronts[side]) / stake,
            (judge.grounds(at, side) - judge.grounds(at, 1 - side)) / stake,
            judge.danger(at, side, fronts[1 - side]) / stake,
            judge.danger(at, 1 - side, fronts[side]) / stake,
            reach[0] / stake,
            risk[0] / stake,
            reach[1] / stake,
            risk[1] / stake,
            self._fire(hands[side]) / 10,
            self._fire(hands[1 - side]) / 10,
            mine[3] / stake,
            other[3] / stake,
            mine[4] / self._attack,
            other[4] / self._attack,
            self._sudden(state, side, ahead),
            self._sudden(state, 1 - side, -ahead),
            (self._leaving(state, side) - self._leaving(state, 1 - side)) / stake,
            self._each_turn(state, side) * left / 2 / stake,
        ]

    def ahead_by(self, numbers: list[float], points: float) -> list[float]:
        """The same numbers if whose turn it is had so many points more."""
        lead, left = points / self._stake, 8 * (numbers[TURNS] + numbers[ENEMY_TURNS])
        changed = numbers.copy()
        changed[LEAD] += lead
        changed[LEAD_BY_TIME] += lead / math.sqrt(left + 0.5)
        return changed

    def _force(self, at: Position, side: int) -> tuple[float, float, float, float, float]:
        """Attack, defence, attack to come, worth of the hemmed in, attack in enemy ZOC."""
        scenario, places, charts = self._scenario, at.places, at.charts
        enemy = at.board.front(1 - side)
        zone, closed = enemy.zone, enemy.closed
        attack = defence = coming = hemmed = contact = 0.0
        for unit in scenario.side_units[side]:
            hex = places[unit]
            if hex >= 0:
                face = at.face(unit)
                attack += float(charts.attack[face])
                defence += float(charts.defence[face])
                if zone[hex]:
                    contact += float(charts.attack[face])
                    if self.judge.shut(closed, unit, hex):
                        hemmed += self.judge.worth(at, unit)
            elif hex == WAITING:
                coming += scenario.units[unit].front.attack
        return attack, defence, coming, hemmed, contact

    def _objectives(self, at: Position, holder: int, front: Front) -> tuple[float, float]:
        """What the other side can get at of a side's objectives next turn, and later."""
        state, scenario = at.state, self._scenario
        within = later = 0.0
        for objective, held_by in zip(scenario.victory.objectives, state.holders, strict=True):
            prize = max(objective.points)
            if held_by == 1 - holder or not prize:
                continue
            far = at.charts.distances(objective.hex)
            attack = front.massed(objective.hex, MOST)
            if attack:
                defence = 0
                for unit in scenario.side_units[holder]:
                    hex = at.places[unit]
                    if hex >= 0 and far[hex] <= 1:
                        defence += at.charts.defence[at.face(unit)]
                within += prize * attack / (attack + 2 * defence)
            if front.threats:
                later += prize / (1 + front.nearest(objective.hex))
        return within, later

    def _fire(self, hand: int) -> float:
        total = 0
        for number, marker in enumerate(self._scenario.markers):
            if hand >> number & 1:
                total += marker.plus
        return float(total)

    def _sudden(self, state: State, side: int, ahead: int) -> float:
        """How near a side is to a sudden victory: 1 is there."""
        scenario, best = self._scenario, 0.0
        for way in scenario.victory.sudden:
            if way.side != side:
                continue
            missing = 0.0
            for objective, holder in zip(scenario.victory.objectives, state.holders, strict=True):
                if holder != side and objective.hex in way.holds:
                    missing += 1
            if way.margin is not None:
                missing += max(0.0, way.margin - ahead) / self._stake
            if way.enemy_lost is not None:
                gone = victory.value_gone(scenario, state, 1 - side, LOST)
                missing += max(0, way.enemy_lost - gone) / self._stake
            if way.exited is not None:
                gone = victory.value_gone(scenario, state, side, EXITED)
                missing += max(0, way.exited - gone) / self._stake
            best = max(best, 1 / (1 + missing))
        return best

    def _leaving(self, state: State, side: int) -> float:
        """The points of those who may leave the map, by how near they are to where they may."""
        scenario = self._scenario
        prize, ways = scenario.victory.exits[side], scenario.victory.exit_hexes[side]
        total = 0.0
        if prize and ways:
            exits = [hex for hex in range(len(scenario.labels)) if ways >> hex & 1]
            for unit in scenario.side_units[side]:
                hex = state.places[unit]
                if hex >= 0:
                    far = min([scenario.distances[hex][out] for out in exits])
                    total += prize * scenario.units[unit].value / (1 + far)
        return total

    def _each_turn(self, state: State, side: int) -> float:
        ours, theirs = victory.turn_points(self._scenario, state)
        return float(ours - theirs if side == 0 else theirs - ours)


def turns_left(scenario: Scenario, state: State) -> tuple[int, int]:
    """The player turns left of the side whose turn it is, this one counted, and of the other."""
    later = len(scenario.turns) - max(state.turn, 1)
    first = not state.turn or state.player == scenario.turns[state.turn - 1].first
    return later + 1, later + (1 if first else 0)


def _stake(scenario: Scenario) -> float:
    """What the lead may change by, roughly: as if each prize were won or lost by itself."""
    turns = len(scenario.turns)
    squares = 1.0
    for objective in scenario.victory.objectives:
        squares += (max(objective.points) * (turns / 2 if objective.each_turn else 1)) ** 2
    for unit in scenario.units:
        squares += (unit.value * scenario.victory.losses[unit.side]) ** 2 / 2
    return math.sqrt(squares)
