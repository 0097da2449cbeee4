"""What one unit may do at its walls: claim, cross, breach, turn and fire, be concealed (B9)."""

from __future__ import annotations

import msgspec

from hexfire.asl.situation import Unit
from hexfire.asl.walls import State, may
from hexfire.asl.walls.may import AtSide
from hexfire.assist.walls.parts import Allowed, allowed, hexside
from hexfire.assist.wording import Said
from hexfire.rulebook import Refusal


class HexsideOf(msgspec.Struct, frozen=True, kw_only=True):
    """A walled hexside of the unit's hex.

    `crossing` is what it adds to the cost of the hex beyond (`+1`, `1/2` of the allotment), null if
    it cannot be crossed: then `why_not`. `road` is the rule by which a gap lets it pass at no more
    than the road's cost.
    """

    hexside: str
    kind: str
    crossing: str | None
    rule: str | None
    why_not: Said | None
    bog_check: bool
    by_road: bool
    road: str | None
    breach: bool
    turn_and_fire: bool


class Keeps(msgspec.Struct, frozen=True, rename={"rally": "RPh", "moving": "MPh"}):
    """B9.55b: whether concealment is kept, by phase."""

    rally: bool
    moving: bool


class MayAtWalls(msgspec.Struct, frozen=True, kw_only=True):
    """What the rules of walls let a unit do now; `rules` names the rule of each yes and no."""

    unit: str
    hex: str
    claim: Allowed
    forfeit: Allowed
    hexsides: tuple[HexsideOf, ...]
    set_up_hidden: bool
    gain_concealment: bool
    keeps_concealment: Keeps
    rules: dict[str, str]


RULES = {
    "breach": "B9.541a",
    "turn_and_fire": "B9.53",
    "set_up_hidden": "B9.55a",
    "gain_concealment": "B9.55a",
    "keeps_concealment": "B9.55b",
}


def may_at_walls(state: State, unit: Unit) -> MayAtWalls:
    """B9.32, B9.4, B9.53, B9.541, B9.55: what a unit may do at its walls now."""
    answer = may(state, unit)
    return MayAtWalls(
        unit=unit.id,
        hex=unit.hex,
        claim=allowed(answer.claim),
        forfeit=allowed(answer.forfeit),
        hexsides=tuple(_hexside(state, side) for side in answer.sides),
        set_up_hidden=answer.set_up_hidden,
        gain_concealment=answer.gain_concealment,
        keeps_concealment=Keeps(answer.keeps_concealment_rally, answer.keeps_concealment_moving),
        rules=RULES,
    )


def _hexside(state: State, side: AtSide) -> HexsideOf:
    refusal: Refusal | None = side.refusal if side.crossing is None else None
    return HexsideOf(
        hexside=hexside(state, side.wall.side),
        kind=side.wall.kind,
        crossing=_cost(side),
        rule=side.crossing.rule if side.crossing else refusal.rule if refusal else None,
        why_not=Said(refusal) if refusal else None,
        bog_check=bool(side.crossing and side.crossing.bog_check),
        by_road=side.by_road is not None,
        road=side.by_road.rule if side.by_road else None,
        breach=side.breach,
        turn_and_fire=side.turn_and_fire,
    )


def _cost(side: AtSide) -> str | None:
    """What crossing adds: MF or MP, or half the allotment; None if it cannot be crossed."""
    if side.crossing is None:
        return None
    return "1/2" if side.crossing.half_allotment else f"+{side.crossing.cost}"
