"""What it is worth for a unit to stand in a hex: pull, ground, attacks it makes, danger."""

from __future__ import annotations

import math

from hexfire.bots.front import Front
from hexfire.bots.judge import Judge
from hexfire.folio.board import Position
from hexfire.folio.state import Combat
from hexfire.hexes.arrays import i64, u8, vec


def spot(judge: Judge, at: Position, unit: int, hex: int, front: Front) -> float:
    """What one hex is worth to a unit."""
    return Spots(judge, at, unit, front).worth(hex, -math.inf)


class Joint:
    """An attack on an enemy that a unit would join."""

    def __init__(self, combat: Combat, alone: float) -> None:
        self.combat = combat
        """With the unit."""
        self.alone = alone
        """What it is worth without."""


class Spots:
    """What any hex is worth to a unit: what does not change from hex to hex is looked up once."""

    def __init__(self, judge: Judge, at: Position, unit: int, front: Front) -> None:
        self._judge, self._at, self._unit, self._front = judge, at, unit, front
        charts = at.charts
        self._side = side = charts.sides[unit]
        self._calm, self._peril = front.known((at.face(unit), at.state.holders))
        self._draw = judge.draw(at, side)
        self._strikes = charts.strikes[charts.mobile[unit]]
        self._enemies = at.board.masks[1 - side]
        self._ours, self._theirs = at.board.held(side), at.board.held(1 - side)
        self._others: vec[u8] = _others(at, unit)
        self._joints: dict[int, Joint] = {}
        self._holds = judge.weights.garrison, judge.weights.objective
        self._danger = judge.weights.danger

    def worth(self, hex: int, least: float) -> float:
        """What a hex is worth; one that is not worth more than `least` is not judged exactly."""
        judge, at = self._judge, self._at
        total = self._calm.get(hex)
        if total is None:
            total = judge.pull_of(at, self._unit, hex, self._draw, self._front) + judge.cover[hex]
            objective = judge.objective[hex]
            if objective >= 0:
                held = at.state.holders[objective] == self._side
                total += judge.objective_at[hex][1] * self._holds[0 if held else 1]
            self._calm[hex] = total
        room: i64 = 0
        beside = False
        for near in at.charts.around.near[hex]:
            if not self._ours[near]:
                room += 1
                if self._theirs[near]:
                    beside = True
        if beside:
            total += self._opportunity(hex)
        if self._danger and total > least:
            key = hex << 3 | room
            danger = self._peril.get(key)
            if danger is None:
                danger = judge.danger_of(at, self._unit, hex, self._front)
                self._peril[key] = danger = self._danger * danger
            total -= danger
        return total

    def _opportunity(self, hex: int) -> float:
        """What joining the best attack from this hex would add to it."""
        judge, at = self._judge, self._at
        targets = self._strikes[hex] & self._enemies
        best = 0.0
        while targets:
            low = targets & -targets
            targets ^= low
            place = low.bit_length() - 1
            joint = self._joints.get(place)
            if joint is None:
                joint = self._joints[place] = _joint(judge, at, self._unit, place)
            pinned = self.pins(joint.combat, hex)
            joined = judge.attack_from(at, joint.combat, self._unit, hex, pinned)
            best = max(best, joined - joint.alone)
        return best

    def pins(self, combat: Combat, hex: int) -> bool:
        """Whether the defender could not get away if the unit stood in this hex."""
        zone = self._at.charts.zones[self._side].near[hex]
        for to in self._judge.ways(combat.target, combat.hex):
            if self._others[to] or to == hex:
                continue
            if to not in zone:
                return False
        return True


def _joint(judge: Judge, at: Position, unit: int, place: int) -> Joint:
    """The attack on an enemy by all who can, with a unit that may come to join them."""
    charts, board = at.charts, at.board
    side, target = charts.sides[unit], board.at[place]
    ours = board.held(side)
    able = [
        other
        for near in charts.around.near[place]
        if ours[near]
        for other in (board.stack(near) if charts.stacks else (board.at[near],))
        if other != unit and charts.strikes[charts.mobile[other]][near] >> place & 1
    ]
    beside = tuple(sorted(able[: at.scenario.attacker_limit - 1]))
    alone = judge.attack(at, Combat(target, place, beside)) if beside else 0.0
    return Joint(Combat(target, place, tuple(sorted((*beside, unit)))), max(alone, 0.0))


def _others(at: Position, unit: int) -> vec[u8]:
    """By hex, whether another unit of its side stands there, or has it in its zone of control."""
    charts, places = at.charts, at.places
    side = charts.sides[unit]
    zones, flags = charts.zones[side].near, charts.nowhere[:]
    for other in charts.side_units[side]:
        hex = places[other]
        if hex >= 0 and other != unit:
            flags[hex] = 1
            for to in zones[hex]:
                flags[to] = 1
    return flags
