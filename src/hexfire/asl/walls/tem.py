"""Wall and hedge TEM between two units, hull down, and who chooses (B9.31-B9.36, B9.42)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import floor

import msgspec

from hexfire.asl.situation import Unit, UnitKind
from hexfire.asl.walls.advantage import State
from hexfire.asl.walls.cover import has_in_hex_tem, in_hex_tem, is_open_ground
from hexfire.asl.walls.geometry import Meets, Point, meets, on_hexspine, passes, point
from hexfire.asl.walls.hexsides import Wall, WallKind, wall_on, walls_of
from hexfire.hexes import Hex, Side, Vertex
from hexfire.rulebook import Message, Modifier, Refusal


class Fire(StrEnum):
    """Kinds of fire that walls treat differently."""

    SMALL_ARMS = "small_arms"
    ORDNANCE = "ordnance"
    """Direct Fire by ordnance."""
    INDIRECT = "indirect"


class Cover(msgspec.Struct, frozen=True):
    """What protects a target: the TEMs it may choose from, and Hull Down."""

    options: tuple[Modifier, ...]
    """B9.31-ref: the target's owner picks one; empty for none."""
    hull_down: tuple[str, ...] = ()
    """The rule that makes a vehicle Hull Down instead (or as one more choice)."""
    hides_hull: WallKind | None = None
    """The hexside that does so; the one that height leaves most of."""
    rejected: tuple[Modifier, ...] = ()
    """What was considered, each with the reason why it does not apply."""
    ffmo_negated: bool = False
    """B9.34c: the LOF comes through a hedge, so Open Ground penalties do not apply."""

    @property
    def best(self) -> Modifier | None:
        """The TEM that protects most."""
        return max(self.options, key=lambda item: item.value, default=None)

    @property
    def tem(self) -> int:
        best = self.best
        return best.value if best else 0

    @property
    def is_hull_down(self) -> bool:
        return bool(self.hull_down)


def walls_crossed(state: State, start: Point, target: Hex, aim: Hex | Vertex) -> tuple[Wall, ...]:
    """The target hex's walls that a LOF comes through, and the hexspine it comes along.

    B9.42a: to a vertex only the walls of B9.42b and B9.42c count.
    """
    board, end = state.scene.board, point(aim)
    if isinstance(aim, Vertex):
        walls = (wall_on(board, side) for side in aim.sides)
        return tuple(w for w in walls if w is not None and applies_at_vertex(w, start, target, aim))
    crossed = [
        wall
        for wall in walls_of(board, target)
        if meets(start, end, wall.side) in (Meets.CROSSES, Meets.TOUCHES)
    ]
    # B9.2-ref: LOS along a wall hexspine that ends at the target's hex.
    for i in range(6) if on_hexspine(start, end) else ():
        spine = target.hexspine(i)
        if meets(start, end, spine) is Meets.ALONG:
            wall = wall_on(board, spine)
            if wall is not None:
                crossed.append(wall)
    return tuple(crossed)


def applies_at_vertex(wall: Wall, start: Point, target: Hex, vertex: Vertex) -> bool:
    """B9.42a: whether a wall that ends at the target's vertex bears on a LOS to that vertex."""
    return along_to_vertex(wall, start, vertex) or through_opposite_hex(wall, start, target, vertex)


def along_to_vertex(wall: Wall, start: Point, vertex: Vertex) -> bool:
    """B9.42b: the LOS runs exactly along the wall on its way to the vertex."""
    return meets(start, point(vertex), wall.side) is Meets.ALONG


def through_opposite_hex(wall: Wall, start: Point, target: Hex, vertex: Vertex) -> bool:
    """B9.42c: the LOS passes through the hex across the wall from the target's hex."""
    if target not in wall.side.hexes:
        return False
    return passes(start, point(vertex), wall.side.other(target))


def snap_shot_walls(state: State, start: Point, entered: Hex, left: Hex) -> tuple[Wall, ...]:
    """B9.42c: a Snap Shot aims at both ends of the hexside; the target is in the hex entered."""
    walls: dict[Wall, None] = {}
    for vertex in Side.between(entered, left).vertices:
        walls |= dict.fromkeys(walls_crossed(state, start, entered, vertex))
    return tuple(walls)


def snap_shot_cover(state: State, firer: Unit, target: Unit, left: Hex) -> Cover:
    """B9.42a, B9.41a: what shelters a mover from a Snap Shot at the hexside by which it has come.

    No TEM of the hex does: only walls that end at that hexside.
    """
    here = state.scene.hex(target)
    if not here.is_adjacent(left):
        left_label = state.scene.board.grid.label(left)
        raise Refusal("B9.42a", "sight.wall.no_snap", unit=target.id, hex=left_label)
    walls = snap_shot_walls(state, point(state.scene.hex(firer)), here, left)
    items = [_hexside(state, firer, target, wall, False, False) for wall in walls]
    counts = [item for item in items if item.applies and item.value > 0]
    return Cover(_once(counts), rejected=tuple(item for item in items if item not in counts))


def height_reduction(firer_level: float, wall: Wall, distance: int) -> int:
    """B9.33a: a level less for each full level by which height over the wall exceeds the range.

    B9.531a: height takes nothing from bocage.
    """
    if wall.kind is WallKind.BOCAGE:
        return 0
    return max(0, floor(firer_level - wall.level - distance))


def entrenchment_tem(tem: int, firer_level: float, ground_level: float, distance: int) -> int:
    """B9.33d: shellholes, bridges and entrenchments lose TEM to height as walls do."""
    return max(0, tem - max(0, floor(firer_level - ground_level - distance)))


def cover(
    state: State,
    firers: Sequence[Unit],
    target: Unit,
    fire: Fire = Fire.SMALL_ARMS,
    *,
    aerial: bool = False,
    underbelly: bool = False,
) -> Cover:
    """B9.31-ref: the TEM a target may use against a firer or a Fire Group.

    Against a group the hexside counts if it counts against one of its members (A.5). For a vehicle
    Hull Down is one choice, each TEM of its hex another (B9.36b).
    """
    if target.aboard:
        return _of_prc()
    if fire is Fire.INDIRECT:
        return _indirect(state, firers, target)
    options: list[Modifier] = []
    rejected: list[Modifier] = []
    hull_down: dict[WallKind, int] = {}
    for firer in firers:
        for wall in _walls_between(state, firer, target):
            item = _hexside(state, firer, target, wall, aerial, underbelly)
            if not item.applies:
                rejected.append(item)
            elif target.is_vehicle and fire is Fire.ORDNANCE and wall.kind.gives_hull_down:
                rule = _not_hull_down(target, wall)
                if rule is None:
                    hull_down[wall.kind] = max(item.value, hull_down.get(wall.kind, 0))
                else:
                    rejected.append(rule)
            elif item.value > 0:
                options.append(item)
            else:
                rejected.append(item)
    inside = [_from_above(state, firers, target, item) for item in in_hex_tem(state.scene, target)]
    rejected += [item for item in inside if not item.applies]
    inside = [item for item in inside if item.applies]
    if state.serving(target):
        why = Message.of("sight.wall.why.has_wa")
        rejected += [Modifier(m.case, "B9.31-ref", m.value, False, why) for m in inside]
    else:
        options += inside
    rules = ("B9.36a",) if hull_down else ()
    hides = max(hull_down, key=lambda kind: hull_down[kind], default=None)
    return Cover(_once(options), rules, hides, tuple(rejected))


def _of_prc() -> Cover:
    """B9.36c: what is not ordnance meets a vehicle's wall or in-hex TEM; its PRC have neither."""
    why = Message.of("sight.wall.why.prc")
    return Cover((), rejected=(Modifier("tem.wall", "B9.36c", 0, False, why),))


def _from_above(state: State, firers: Sequence[Unit], target: Unit, item: Modifier) -> Modifier:
    """B9.33d: the TEM of an entrenchment (or shellholes) as far as height leaves it.

    Against a group as against the member that leaves the most.
    """
    if item.rule != "B9.33d" and item.case != "tem.shellholes":
        return item
    scene = state.scene
    here, level = scene.hex(target), scene.level(target)
    left = max(
        entrenchment_tem(item.value, scene.level(firer), level, scene.hex(firer).distance(here))
        for firer in firers
    )
    if left == item.value:
        return item
    if left == 0:
        return Modifier(item.case, "B9.33d", item.value, False, Message.of("sight.wall.why.height"))
    return Modifier(item.case, "B9.33d", left)


def _once(options: Sequence[Modifier]) -> tuple[Modifier, ...]:
    """Each kind of cover once, the greatest of it, best first."""
    best: dict[str, Modifier] = {}
    for item in options:
        if item.case not in best or best[item.case].value < item.value:
            best[item.case] = item
    return tuple(sorted(best.values(), key=lambda item: -item.value))


def _walls_between(state: State, firer: Unit, target: Unit) -> tuple[Wall, ...]:
    """The walls that matter between two units.

    To or from a unit in bypass the firer picks the vertex (A4.34): the one with the least cover.
    """
    scene = state.scene
    starts = scene.vertices(firer) or (scene.hex(firer),)
    aims = scene.vertices(target) or (scene.hex(target),)
    ways = [_walls_on_the_way(state, start, target, aim) for start in starts for aim in aims]

    def protection(walls: tuple[Wall, ...]) -> int:
        items = (_hexside(state, firer, target, wall, False, False) for wall in walls)
        return max((item.value for item in items if item.applies), default=0)

    return min(ways, key=protection)


def _walls_on_the_way(
    state: State, start: Hex | Vertex, target: Unit, aim: Hex | Vertex
) -> tuple[Wall, ...]:
    walls = walls_crossed(state, point(start), state.scene.hex(target), aim)
    if isinstance(start, Hex):
        return walls
    # From a vertex one is past the walls that end there, unless the line goes along or through.
    through = (Meets.ALONG, Meets.CROSSES)
    return tuple(
        wall
        for wall in walls
        if start not in wall.side.vertices or meets(point(start), point(aim), wall.side) in through
    )


def _hexside(
    state: State, firer: Unit, target: Unit, wall: Wall, aerial: bool, underbelly: bool
) -> Modifier:
    """One hexside's TEM against one firer, or why it does not count."""
    scene = state.scene
    case, tem = f"tem.{wall.kind}", wall.kind.tem
    if wall.level != scene.level(target):
        return Modifier(case, "B9.35b", tem, False, Message.of("sight.wall.why.level"))
    if wall.side in state.serving(firer) and wall.side not in state.serving(target):
        why = Message.of("sight.wall.why.firer_has_wa", unit=firer.id)
        return Modifier(case, "B9.31-ref", tem, False, why)
    if underbelly and any(wall.side in v.sides for v in scene.vertices(target)):
        return Modifier(case, "B9.42d", tem, False, Message.of("sight.wall.why.underbelly"))
    if not aerial:
        distance = scene.hex(firer).distance(scene.hex(target))
        less = height_reduction(scene.level(firer), wall, distance)
        if less:
            tem = max(0, tem - less)
            if tem == 0:
                why = Message.of("sight.wall.why.height")
                return Modifier(case, "B9.33a", wall.kind.tem, False, why)
            return Modifier(case, "B9.33a", tem)
    return Modifier(case, "B9.3-ref" if wall.kind is not WallKind.BOCAGE else "B9.5b", tem)


def _not_hull_down(target: Unit, wall: Wall) -> Modifier | None:
    """B9.36e: a vehicle that counts as moving is not HD through a gap in the wall."""
    if target.moving and wall.gap:
        why = Message.of("sight.wall.why.moving_gap")
        return Modifier(f"tem.{wall.kind}", "B9.36e", wall.kind.tem, False, why)
    return None


def _indirect(state: State, firers: Sequence[Unit], target: Unit) -> Cover:
    """B9.34b, B9.34d: any of the hex's walls counts, once, whoever has WA; never Hull Down."""
    scene = state.scene
    level = scene.level(target)
    walls = [wall for wall in walls_of(scene.board, scene.hex(target)) if wall.level == level]
    best = max(walls, key=lambda wall: wall.kind.tem_indirect, default=None)
    options = []
    if best is not None and best.kind.tem_indirect > 0:
        options.append(Modifier(f"tem.{best.kind}", "B9.34a", best.kind.tem_indirect))
    if not state.serving(target):
        options += in_hex_tem(scene, target, indirect=True)
    through = any(
        wall.level == level for firer in firers for wall in _walls_between(state, firer, target)
    )
    return Cover(_once(options), ffmo_negated=through)


def air_burst(state: State, target: Unit) -> Modifier | None:
    """B9.34e: in woods Air Bursts apply even to a unit with WA, together with the wall's TEM."""
    terrain = state.scene.board.centre_terrain(state.scene.hex(target))
    if target.entrenched is None and "woods" in terrain.name.lower() and not target.is_vehicle:
        return Modifier("tem.air_burst", "B9.34e", -1)
    return None


def ffmo_applies(state: State, firers: Sequence[Unit], target: Unit, fire: Fire) -> bool:
    """B9.33b: moving in the open: no TEM of any kind, no hedge in the way of a mortar."""
    if target.kind is UnitKind.VEHICLE:
        return False
    return bare(state, target, cover(state, firers, target, fire))


def bare(state: State, target: Unit, protection: Cover) -> bool:
    """B9.33b: whether a unit that is protected in this way and no other moves in the open.

    B9.34c: not under a mortar whose LOF comes through a hedge.

    That is in a hex that would be Open Ground without its walls, or in one whose own TEM the unit
    has given up for Wall Advantage (B9.31-ref, the example of 41Q6).
    """
    if target.kind is UnitKind.VEHICLE or protection.options or protection.ffmo_negated:
        return False
    forgone = bool(state.serving(target)) and has_in_hex_tem(state.scene, target)
    return forgone or is_open_ground(state.scene, target)


def may_fire_bmg(state: State, firer: Unit, target: Unit) -> bool:
    """B9.36e: no bow MG across a wall that would make the firing vehicle Hull Down (D4.223)."""
    reverse = cover(state, [target], firer, Fire.ORDNANCE)
    return not reverse.is_hull_down
