"""C8.4: canister: three hexes in front of the gun, one DR, no To Hit."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from hexfire.asl.effects import breakdown
from hexfire.asl.effects.ammunition import Supply, supply
from hexfire.asl.effects.breakdown import Reliability, WeaponState
from hexfire.asl.effects.firetable import ift_result
from hexfire.asl.effects.stack import Fire, Means, Struck
from hexfire.asl.shots.targets import After, AnyTarget
from hexfire.asl.tables import ift, read
from hexfire.dice import DR, Dice, Then, in_turn
from hexfire.hexes import Hex, Vertex, covered_arc
from hexfire.rulebook import Modifier, Refusal, Tally


def aiming_vertices(firer: Hex, spine: int) -> tuple[Vertex, ...]:
    """C8.4: the five vertices of a CA whose three hexes lie in it, the nearest two hexes away
    (R-C8.4)."""
    arc = covered_arc(firer, spine)
    vertices = {
        vertex
        for hex in arc.ring(2)
        for vertex in hex.vertices()
        if all(near in arc and firer.distance(near) >= 2 for near in vertex.hexes)
    }
    return tuple(sorted(vertices, key=lambda v: sorted(v.hexes)))


def nearest(firer: Hex, vertex: Vertex) -> tuple[Hex, ...]:
    """C8.4: the nearest hex (or two) of the three: an obstacle there stops the shot."""
    least = min(map(firer.distance, vertex.hexes))
    return tuple(hex for hex in vertex.hexes if firer.distance(hex) == least)


class Spread(msgspec.Struct, frozen=True):
    """A hex that canister sweeps, and the share of its FP that it meets."""

    hex: Hex
    share: Fraction


def swept(firer: Hex, vertex: Vertex, same_level: bool = True) -> tuple[Spread, ...]:
    """C8.4, C8.41: the three hexes, and between firer and target the adjacent hex at half FP.

    Where the LOS runs along a hexside both adjacent hexes are swept, at a quarter. The firer's own
    hex never is; the adjacent ones only if the target is at the firer's level.
    """
    target = tuple(Spread(hex, Fraction(1)) for hex in sorted(vertex.hexes))
    if not same_level:
        return target
    along = tuple(_adjacent(firer, vertex))
    share = Fraction(1, 2 * len(along))
    return (*target, *(Spread(hex, share) for hex in along))


def _adjacent(firer: Hex, vertex: Vertex) -> Iterator[Hex]:
    # Three times the vector to the vertex is a whole hex: its bearing tells which side it leaves.
    towards = firer
    for hex in vertex.hexes:
        towards = towards + (hex - firer)
    sector, beyond = divmod(firer.bearing_to(towards), 4)
    if beyond == 2:
        yield firer.neighbour(sector)
        yield firer.neighbour((sector + 1) % 6)
    else:
        yield firer.neighbour((sector + (beyond > 2)) % 6)


class CanisterShot(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """C8.4: what a canister shot's FP and its weapon look at; `ca_drm`: a turned CA."""

    caliber: int
    bounding: bool = False
    motion: bool = False
    infantry_moved: bool = False
    intensive_fire: bool = False
    depletion: int | None = None
    weapon: Reliability = Reliability()
    rof: int = 0
    ca_drm: int = 0


def base_fp(caliber: float) -> int:
    """C8.4-T: the FP of canister by calibre; a calibre without an entry has no canister."""
    fp = read("ammunition")["canister"].get(f"{caliber:g}")
    if fp is None:
        raise Refusal("C8.4", "effects.canister.caliber", caliber=f"{caliber:g}")
    return int(fp)


def halvings(
    shot: CanisterShot, *, at_concealed: bool = False, out_of_sight: bool = False
) -> Tally:
    """C8.4: everything that halves canister as Area Fire, each time it applies."""
    return Tally.of(
        (
            Modifier("canister.bounding", "C8.4", 1, applies=shot.bounding),
            Modifier("canister.motion", "C8.4", 1, applies=shot.motion),
            Modifier("canister.moved", "C8.4", 1, applies=shot.infantry_moved),
            Modifier("canister.intensive", "C8.4", 1, applies=shot.intensive_fire),
            Modifier("canister.concealed", "C8.4", 1, applies=at_concealed),
            Modifier("canister.out_of_sight", "C8.4", 1, applies=out_of_sight),
        )
    )


def canister_fp(
    shot: CanisterShot,
    share: Fraction = Fraction(1),
    *,
    at_concealed: bool = False,
    out_of_sight: bool = False,
) -> Fraction:
    """C8.4, C8.41: the FP with which a hex is swept."""
    times = halvings(shot, at_concealed=at_concealed, out_of_sight=out_of_sight).total
    return Fraction(base_fp(shot.caliber), 2**times) * share


class SweptUnit(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """A target in a swept hex with its own TEM and Hindrance.

    `at_concealed`: a HIP or “?” unit; `out_of_sight`: exposed, in one of the other two Locations,
    its LOS cut by SMOKE, LV or night alone. `place` names its Location: KIA and K select within it.
    """

    target: AnyTarget
    place: str = ""
    share: Fraction = Fraction(1)
    drm: int = 0
    at_concealed: bool = False
    out_of_sight: bool = False


class CanisterResult(msgspec.Struct, frozen=True):
    """What the one DR decided. `results` is empty where there was no canister (C8.9)."""

    supply: Supply
    weapon: WeaponState
    rof_kept: bool
    results: tuple[After, ...] = ()


def canister_result(
    shot: CanisterShot, units: tuple[SweptUnit, ...], roll: DR, watch: int | None = None
) -> Then | CanisterResult:
    """C8.4: what a DR comes to that is known already; `watch` picks the one unit that is asked
    for: the other Locations are left out.

    C8.42: units alone are met: no building is rubbled, nothing burns, no wire is cleared; a KIA may
    destroy what they have, as HE does.
    """
    state = breakdown.after_shot(shot.weapon, roll.total)
    had = supply(shot.depletion, roll.total)
    works = state in (WeaponState.WORKING, WeaponState.LOW_AMMO)
    kept = works and had is not Supply.NEVER and roll.colored <= shot.rof
    if had is Supply.NEVER:
        return CanisterResult(had, state, rof_kept=False)
    stack = tuple(_struck(shot, unit) for unit in units)
    watched = () if watch is None else (watch,)
    fire = Fire(means=Means.SMALL_ARMS, watch=watched, riders=watch is None)
    swept_up = Then(_done, (CanisterResult(had, state, kept),))
    return Then(in_turn, (Then(ift_result, (stack, fire, roll.total)), swept_up))


def _struck(shot: CanisterShot, unit: SweptUnit) -> Struck:
    fp = canister_fp(
        shot, unit.share, at_concealed=unit.at_concealed, out_of_sight=unit.out_of_sight
    )
    drm = unit.drm + shot.ca_drm
    return Struck(unit.target, ift.column(fp), drm, prc_drm=drm, location=unit.place)


def _done(dice: Dice, results: tuple[After, ...], so_far: CanisterResult) -> CanisterResult:
    return msgspec.structs.replace(so_far, results=results)


def building_levels(levels: range, aimed_at: int, distance: int) -> tuple[int, ...]:
    """C8.4: instead of a vertex, three levels of a building two hexes away, aimed at the middle."""
    swept_levels = (aimed_at - 1, aimed_at, aimed_at + 1)
    if distance != 2 or any(level not in levels for level in swept_levels):
        raise Refusal("C8.4", "effects.canister.levels")
    return swept_levels
