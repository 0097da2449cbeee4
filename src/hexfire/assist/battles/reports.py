"""What is answered beside a battle's table, as typed data in no language."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from hexfire.assist.duels import DuelReport
from hexfire.assist.shots.report import ShotReport
from hexfire.assist.wording import Said


class WhyNot(msgspec.Struct, frozen=True):
    """The rule that refuses something, and its sentence."""

    rule: str
    says: Said


class Aim(msgspec.Struct, frozen=True, kw_only=True):
    """One target of a weapon: the order that would be given and what it may do, or why not.

    `hit` is null for an attack straight on the IFT.
    """

    weapon: str
    target: str
    order: str
    range: int | None
    hit: Fraction | None
    hurt: Fraction
    killed: Fraction
    why_not: WhyNot | None


class BattleTargets(msgspec.Struct, frozen=True, kw_only=True):
    """Every enemy that the asker knows of, the best target first; `arc`: the Covered Arc's hexes.

    A weapon without an arc has none (`null`).
    """

    weapon: str
    arc: tuple[str, ...] | None
    aims: tuple[Aim, ...]


class OtherWay(msgspec.Struct, frozen=True, kw_only=True):
    """The same shot declared otherwise. `varies` names what is declared: `ammo`, `kind` …"""

    order: str
    varies: str
    value: str
    hit: Fraction | None
    hurt: Fraction
    killed: Fraction
    best: bool
    why_not: WhyNot | None


class BattleShot(msgspec.Struct, frozen=True, kw_only=True):
    """One order to fire in full: the answer of the gunnery range, and the other ways of firing.

    `question` is the same shot as the gunnery range reads it.
    """

    order: str
    report: ShotReport
    ways: tuple[OtherWay, ...]
    question: Any


class BattleDuel(msgspec.Struct, frozen=True, kw_only=True):
    """C2.2401: one answer to a declared shot: by which weapon of whom, and the duel it would be."""

    order: str
    vehicle: str
    defender: str
    report: DuelReport


class BattleStep(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a unit may do in its move: what it costs, and where and how it then stands.

    `dice`: a die decides about it first, so that neither is known.
    """

    order: str
    cost: float
    hex: str
    facing: int | None
    dice: bool


class BattleSteps(msgspec.Struct, frozen=True, kw_only=True):
    """A unit that may move: MF or MP spent and left, its next steps; `reach`: hexes that men can
    reach with what is left, each with its least cost."""

    unit: str
    spent: float
    left: float
    steps: tuple[BattleStep, ...]
    reach: dict[str, float]


class SetUpPiece(msgspec.Struct, frozen=True, kw_only=True):
    """A piece that its side sets up: where it may stand, and what may hide it."""

    unit: str
    hexes: tuple[str, ...]
    may_hide: bool
    may_conceal: bool
    faces: bool
    """Whether it points somewhere: a Gun or a vehicle."""
    placed: bool
