"""Shots: an order to fire, what it means, and what is answered.

>>> order, shot = read_order({"weapon": "PzKpfw IVH", "target": "T-34 M41", "range": 8})
>>> answered(shot, order.party).p_hit
Fraction(5, 6)
"""

from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.shots.shot import Shot
from hexfire.assist.shots.answer import answered
from hexfire.assist.shots.compare import Ways, compare
from hexfire.assist.shots.order import Order, read_order
from hexfire.assist.shots.report import (
    CompareReport,
    RefusedReport,
    RefusedWay,
    ShotKind,
    ShotReport,
    TargetReport,
)
from hexfire.assist.shots.spoken import parse
from hexfire.assist.shots.throws import Throw

__all__ = [
    "CompareReport",
    "Order",
    "RefusedReport",
    "RefusedWay",
    "Shot",
    "ShotKind",
    "ShotReport",
    "TargetReport",
    "Throw",
    "Ways",
    "WeaponState",
    "answered",
    "compare",
    "parse",
    "read_order",
]
