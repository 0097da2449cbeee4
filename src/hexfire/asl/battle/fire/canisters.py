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
from hexfire.asl.shots.shot import Canister, Shot
from hexfire.rulebook import Refusal


def swept(at: Position, arm: Arm, shot: Shot, spine: int) -> Shot:
    """C8.4: the shot aimed at the vertex that sweeps its target best, with all in those hexes.

    `spine` is the hexspine that the gun points along before it turns.
    """
    here = at.hex(arm.piece)
    assert here is not None
    if shot.firer.hexspines_turned:
        spine = new_spine(here, spine, at.grid.hex(shot.target.hex))
    firer = replace(shot.firer, ca=write_facing(at.grid, here, spine))
    alone = replace(shot, firer=firer, others=())
    pattern = pattern_of(alone)
    assert pattern is not None
    if not pattern.share(at.grid.hex(shot.target.hex)):
        raise Refusal("C8.4", "battle.fire.not_swept", weapon=arm.name, hex=shot.target.hex)
    aim = Canister(vertex=written(pattern.vertex))
    aimed = replace(alone, canister=aim)
    others = (
        target(at, arm, piece, shot.phase)
        for piece in in_pattern(at, aimed)
        if piece.id != shot.target.name and piece is not arm.piece and piece is not arm.crew
    )
    return replace(aimed, others=tuple(others))


def in_pattern(at: Position, shot: Shot) -> Iterator[AnyPiece]:
    """Everything in the hexes that a canister shot sweeps."""
    pattern = pattern_of(shot)
    assert pattern is not None
    for hex, _ in pattern.shares:
        if hex in at.grid and hex != pattern.firer:
            yield from in_target_hex(at, at.grid.label(hex))
