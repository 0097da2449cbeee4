"""C8.4 on the table: which hexes canister sweeps from where the gun stands, and who is in them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from hexfire.asl.battle.fire.targets import in_target_hex, target
from hexfire.asl.battle.fire.weapons import Arm
from hexfire.asl.battle.table.facing import write_facing
from hexfire.asl.battle.table.pieces import AnyPiece
from hexfire.asl.battle.table.position import Position
from hexfire.asl.gunnery.arc import new_spine
from hexfire.asl.gunnery.canister import pattern_of, written
from hexfire.asl.shots.shot import Canister, Shot, Target
from hexfire.rulebook import Refusal


def swept(at: Position, arm: Arm, shot: Shot, spine: int, *, levels: bool = False) -> Shot:
    """C8.4: the shot aimed at the vertex that sweeps its target best, with all in those hexes.

    With `levels` it is aimed at the middle of three levels of the target's building instead.
    `spine` is the hexspine that the gun points along before it turns.
    """
    here = at.hex(arm.piece)
    assert here is not None
    if shot.firer.hexspines_turned:
        spine = new_spine(here, spine, at.grid.hex(shot.target.hex))
    firer = replace(shot.firer, ca=write_facing(at.grid, here, spine))
    aim = _building(at, shot.target) if levels else Canister(level=shot.target.level)
    alone = replace(shot, firer=firer, others=(), canister=aim)
    pattern = pattern_of(alone)
    assert pattern is not None
    if not pattern.share(at.grid.hex(shot.target.hex)):
        raise Refusal("C8.4", "battle.fire.not_swept", weapon=arm.name, hex=shot.target.hex)
    aimed = replace(alone, canister=replace(aim, vertex=written(pattern.vertex)))
    others = (
        target(at, arm, piece, shot.phase)
        for piece in in_pattern(at, aimed)
        if piece.id != shot.target.name and piece is not arm.piece and piece is not arm.crew
    )
    return replace(aimed, others=tuple(others))


def _building(at: Position, target: Target) -> Canister:
    """Three levels of the building that the target is in, itself in the middle if it can be."""
    hex = at.grid.hex(target.hex)
    ground = at.board.base_level(hex)
    stories = sum(place.kind in ("ground", "building") for place in at.board.locations(hex))
    middle = max(ground + 1, min(target.level, ground + stories - 2))
    return Canister(building=target.hex, level=middle, levels=stories, ground=ground)


def in_pattern(at: Position, shot: Shot) -> Iterator[AnyPiece]:
    """Everything in the hexes that a canister shot sweeps."""
    pattern = pattern_of(shot)
    assert pattern is not None
    for hex, _ in pattern.shares:
        if hex in at.grid and hex != pattern.firer:
            yield from in_target_hex(at, at.grid.label(hex))
