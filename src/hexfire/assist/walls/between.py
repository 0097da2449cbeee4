"""Between two units: what one sees of the other, and the TEM for each kind of fire."""

from __future__ import annotations

import msgspec

from hexfire.asl.eyes.lookout import Lookout
from hexfire.asl.situation import Unit
from hexfire.asl.walls import Fire, State, cover
from hexfire.asl.walls.tem import ffmo_applies, snap_shot_cover
from hexfire.assist.sight import Verdict, verdict
from hexfire.assist.walls.parts import CoverItem, cover_items


class CoverFor(msgspec.Struct, frozen=True, kw_only=True):
    """What shelters a target from one kind of fire; `hull_down` are the rules that make it so.

    `ffmo`: whether Infantry that moves there now moves in the open (B9.33b).
    """

    tem: int
    items: tuple[CoverItem, ...]
    hull_down: tuple[str, ...]
    ffmo: bool
    ffmo_negated: bool


class CoverByFire(msgspec.Struct, frozen=True, kw_only=True):
    """What shelters a target, by kind of fire."""

    small_arms: CoverFor
    ordnance: CoverFor
    indirect: CoverFor


class Between(msgspec.Struct, frozen=True, kw_only=True):
    """What is seen of the target's hex and of the target, and its cover by kind of fire."""

    hex: Verdict
    unit: Verdict
    fire: CoverByFire


def between(state: State, firer: str, target: str) -> Between:
    """Two units of a situation: one fires, one is fired at (B9.31)."""
    eyes, scene = Lookout(state), state.scene
    one, other = scene.unit(firer), scene.unit(target)
    return Between(
        hex=verdict(eyes.sees_hex(one, other.hex, other.level)),
        unit=verdict(eyes.sees(one, other)),
        fire=CoverByFire(
            small_arms=_cover(state, one, other, Fire.SMALL_ARMS),
            ordnance=_cover(state, one, other, Fire.ORDNANCE),
            indirect=_cover(state, one, other, Fire.INDIRECT),
        ),
    )


class SnapShotCover(msgspec.Struct, frozen=True, kw_only=True):
    """What shelters a mover from a Snap Shot at the hexside it has just crossed."""

    firer: str
    target: str
    tem: int
    items: tuple[CoverItem, ...]


def snap_shot(state: State, firer: str, target: str, left: str) -> SnapShotCover:
    """B9.42a: the TEM against a Snap Shot at a unit that has just come from the hex `left`."""
    unit, hex = state.scene.unit, state.scene.board.grid.hex(left)
    cover = snap_shot_cover(state, unit(firer), unit(target), hex)
    return SnapShotCover(firer=firer, target=target, tem=cover.tem, items=cover_items(cover))


def _cover(state: State, firer: Unit, target: Unit, fire: Fire) -> CoverFor:
    best = cover(state, [firer], target, fire)
    return CoverFor(
        tem=best.tem,
        items=cover_items(best),
        hull_down=best.hull_down,
        ffmo=ffmo_applies(state, [firer], target, fire),
        ffmo_negated=best.ffmo_negated,
    )
