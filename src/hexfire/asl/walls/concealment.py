"""Concealment and hidden set-up behind bocage (B9.55)."""

from __future__ import annotations

from enum import StrEnum

from hexfire.asl.situation import Scene, Unit
from hexfire.asl.walls.advantage import State
from hexfire.asl.walls.bocage import sees_hex
from hexfire.asl.walls.cover import is_concealment_terrain
from hexfire.asl.walls.geometry import point
from hexfire.asl.walls.hexsides import WallKind, walls_of
from hexfire.asl.walls.tem import walls_crossed


def _enemies(state: State, unit: Unit) -> list[Unit]:
    """The enemy ground units that count: Good Order (A12.1), on the map, not in the air."""
    units = state.scene.situation.units
    enemies = (e for e in units if e.side != unit.side and e.good_order and not e.hidden)
    return [enemy for enemy in enemies if not enemy.is_aerial]


def through_bocage(state: State, viewer: Unit, unit: Unit) -> bool:
    """Whether a viewer's LOS to a unit comes through a bocage hexside of the unit's hex."""
    hex = state.scene.hex(unit)
    walls = walls_crossed(state, point(state.scene.hex(viewer)), hex, hex)
    return any(wall.kind is WallKind.BOCAGE for wall in walls)


def may_claim_bocage_tem(state: State, viewer: Unit, unit: Unit) -> bool:
    """B9.55a: whether a unit may claim bocage TEM against a viewer's LOS."""
    hex = state.scene.hex(unit)
    level = state.scene.level(unit)
    return any(
        wall.kind is WallKind.BOCAGE
        and wall.level == level
        and (wall.side in state.serving(unit) or wall.side not in state.serving(viewer))
        for wall in walls_crossed(state, point(state.scene.hex(viewer)), hex, hex)
    )


def counts_as_out_of_sight(state: State, unit: Unit) -> bool:
    """B9.55a: behind bocage against every enemy: out of LOS and in Concealment Terrain.

    For set-up and for gaining "?"; for Infantry and Dummies only.
    """
    if not (unit.is_infantry or unit.is_dummy):
        return False
    if not any(
        wall.kind is WallKind.BOCAGE for wall in walls_of(state.scene.board, state.scene.hex(unit))
    ):
        return False
    return all(
        sees_hex(state, enemy, state.scene.hex(unit)).blocked
        or may_claim_bocage_tem(state, enemy, unit)
        for enemy in _enemies(state, unit)
    )


def may_gain_concealment(state: State, unit: Unit) -> bool:
    """B9.55a: whether a unit may gain "?" as if out of all enemy LOS in Concealment Terrain."""
    return unit.good_order and counts_as_out_of_sight(state, unit)


class Doing(StrEnum):
    """What a concealed unit does in the MPh."""

    MOVE = "move"
    ASSAULT_MOVE = "assault_move"
    CHANGE_FOXHOLE = "change_foxhole"
    CHANGE_CREST = "change_crest"
    PLACE_DC = "place_dc"


_LOSES_EVEN_IN_ASSAULT_MOVEMENT = {Doing.PLACE_DC}


def loses_concealment(state: State, unit: Unit, doing: Doing) -> bool:
    """B9.55b: in the MPh such a unit counts as using Assault Movement.

    What costs "?" even then (A12.141) still does.
    """
    if doing in _LOSES_EVEN_IN_ASSAULT_MOVEMENT:
        return True
    if doing is Doing.ASSAULT_MOVE:
        return False
    return not counts_as_out_of_sight(state, unit)


def loses_concealment_in_rally_phase(state: State, unit: Unit) -> bool:
    """B9.55b: in the RPh such a unit counts as out of every enemy's LOS."""
    return not counts_as_out_of_sight(state, unit)


class Fate(StrEnum):
    """What becomes of a hidden or concealed unit."""

    KEPT = "kept"
    PLACED_UNCONCEALED = "placed_unconcealed"
    PLACED_CONCEALED = "placed_concealed"
    REMOVED = "removed"
    """Dummies that lose their "?"."""


def may_set_up_hidden(scene: Scene, unit: Unit) -> bool:
    """B9.55a: bocage of its hex counts as Concealment Terrain for Infantry and Dummies."""
    hex = scene.hex(unit)
    if is_concealment_terrain(scene.board.centre_terrain(hex)):
        return True
    bocage = any(wall.kind is WallKind.BOCAGE for wall in walls_of(scene.board, hex))
    return bocage and (unit.is_infantry or unit.is_dummy)


def only_for_bocage(scene: Scene, unit: Unit) -> bool:
    """B9.55c: whether nothing but bocage lets the unit be hidden or concealed where it is."""
    hex = scene.hex(unit)
    bocage = any(wall.kind is WallKind.BOCAGE for wall in walls_of(scene.board, hex))
    return unit.bocage_only or (
        bocage and not is_concealment_terrain(scene.board.centre_terrain(hex))
    )


def _seen_past_bocage(state: State, unit: Unit) -> bool:
    """Whether a Good Order enemy has LOS to the unit's hex that does not come through bocage."""
    hex = state.scene.hex(unit)
    return any(
        not sees_hex(state, enemy, hex).blocked and not through_bocage(state, enemy, unit)
        for enemy in _enemies(state, unit)
    )


def before_play(state: State, unit: Unit) -> Fate:
    """B9.55c: after both set-ups, what was hidden for bocage alone and is seen past it is lost."""
    if not only_for_bocage(state.scene, unit) or not _seen_past_bocage(state, unit):
        return Fate.KEPT
    return Fate.REMOVED if unit.is_dummy else Fate.PLACED_UNCONCEALED


def during_play(state: State, unit: Unit) -> Fate:
    """B9.55d: in play a unit hidden for bocage alone and seen past it is placed concealed."""
    if not unit.hidden or not only_for_bocage(state.scene, unit):
        return Fate.KEPT
    return Fate.PLACED_CONCEALED if _seen_past_bocage(state, unit) else Fate.KEPT
