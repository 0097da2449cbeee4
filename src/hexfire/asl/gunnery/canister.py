"""C8.4 as a shot: canister makes no To Hit DR, it sweeps what stands in front of the gun."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from hexfire.asl.effects import canister as rules
from hexfire.asl.effects.canister import CanisterShot, SweptUnit, canister_fp
from hexfire.asl.effects.struck import struck_by
from hexfire.asl.gunnery.declare import check_ammo
from hexfire.asl.gunnery.firer_cases import case_a, in_motion, is_bounding
from hexfire.asl.gunnery.permission import check_firer
from hexfire.asl.gunnery.rof import (
    breakdown_number,
    depletion_number,
    rate_of_fire,
    reliability_of,
)
from hexfire.asl.gunnery.small_arms import crew_shield
from hexfire.asl.gunnery.target_cases import tem_of
from hexfire.asl.gunnery.throw import met_by
from hexfire.asl.shots.shot import Shot, Target
from hexfire.asl.tables import ift
from hexfire.hexes import Grid, Hex, Vertex, in_covered_arc
from hexfire.rulebook import BadInput, Message, Modifier, Refusal, Tally

GRID = Grid.asl()
NOTHING = Fraction(0)
HALF = Fraction(1, 2)


class Pattern(msgspec.Struct, frozen=True, cache_hash=True):
    """C8.4, C8.41: what is swept: hexes with the share of the FP they meet, and at which levels.

    `vertex` and the `vertices` that it could have been are empty for a building's three levels.
    """

    firer: Hex
    shares: tuple[tuple[Hex, Fraction], ...]
    levels: tuple[int, ...]
    vertex: tuple[Hex, ...] = ()
    vertices: tuple[tuple[Hex, ...], ...] = ()

    def share(self, hex: Hex) -> Fraction:
        return dict(self.shares).get(hex, NOTHING)


class Sweep(msgspec.Struct, frozen=True, cache_hash=True):
    """A canister shot as it meets each target: FP, column and DRM with reasons.

    `missed` says why a target is not attacked at all. Without hexes there is no `pattern`.
    """

    shot: Shot
    gun: CanisterShot
    units: tuple[SweptUnit, ...]
    fp: tuple[Fraction, ...]
    columns: tuple[int | None, ...]
    drm: tuple[Tally, ...]
    missed: tuple[Message | None, ...]
    rof: Tally
    breakdown: Tally
    pattern: Pattern | None = None


def sweep(shot: Shot) -> Sweep:
    """C8.4: canister's attack on all that stands where it is aimed."""
    check_firer(shot)
    check_ammo(shot)
    pattern = pattern_of(shot)
    number = breakdown_number(shot)
    turned = case_a(shot)
    gun = CanisterShot(
        caliber=shot.weapon.caliber,
        bounding=is_bounding(shot),
        motion=in_motion(shot),
        infantry_moved=_crew_moved(shot),
        intensive_fire=shot.firer.intensive_fire,
        depletion=depletion_number(shot),
        weapon=reliability_of(shot, number.total),
        rof=max(0, rate_of_fire(shot).total),
        ca_drm=turned.value if turned is not None and turned.applies else 0,
    )
    met = tuple(_meets(shot, target, pattern) for target in shot.targets)
    units = tuple(_unit(shot, t, share) for t, (share, _) in zip(shot.targets, met, strict=True))
    fps = tuple(
        canister_fp(gun, u.share, at_concealed=u.at_concealed, out_of_sight=u.out_of_sight)
        for u in units
    )
    start = Tally() if turned is None else Tally.of((turned,))
    return Sweep(
        shot=shot,
        gun=gun,
        units=units,
        fp=fps,
        columns=tuple(ift.column(fp) for fp in fps),
        drm=tuple(start + _drm(shot, target) + _shield(shot, target) for target in shot.targets),
        missed=tuple(why for _, why in met),
        rof=rate_of_fire(shot),
        breakdown=number,
        pattern=pattern,
    )


def _crew_moved(shot: Shot) -> bool:
    """C8.4: Infantry that moved to the Gun and fires it in the AFPh."""
    afoot = not (shot.weapon.vehicular or shot.firer.passenger)
    return afoot and shot.firer.crew_moved


# -- where ---------------------------------------------------------------------------------------


def pattern_of(shot: Shot) -> Pattern | None:
    """C8.4, C8.41: what the shot sweeps; `None` where no hexes are given."""
    aim, firer = shot.canister, shot.firer
    if not firer.hex:
        if aim.vertex or aim.building:
            raise BadInput("gunnery.canister_needs_hex")
        return None
    here = GRID.hex(firer.hex)
    if not firer.ca:
        raise BadInput("gunnery.canister_needs_ca")
    spine = spine_of(here, firer.ca)
    if aim.building:
        return _building(shot, here, spine)
    level = firer.level if aim.level is None else aim.level
    vertex = _vertex(shot, here, spine)
    spreads = rules.swept(here, vertex, same_level=level == firer.level)
    if aim.obstacle:
        near = rules.nearest(here, vertex)
        spreads = tuple(s for s in spreads if s.hex in near or here.is_adjacent(s.hex))
    return Pattern(
        firer=here,
        shares=tuple((spread.hex, spread.share) for spread in spreads),
        levels=(level,),
        vertex=vertex.hexes,
        vertices=tuple(v.hexes for v in rules.aiming_vertices(here, spine)),
    )


def spine_of(here: Hex, ca: str) -> int:
    """C3.2: the hexspine between the two hexes that name a CA, as «O5/O6»."""
    hexes = _hexes(ca)
    for spine in range(6):
        if hexes == {here.neighbour(spine - 1), here.neighbour(spine)}:
            return spine
    raise BadInput("gunnery.bad_ca", ca=ca, hex=GRID.label(here))


def _hexes(text: str) -> set[Hex]:
    return {GRID.hex(part) for part in text.replace("-", "/").split("/") if part}


def _vertex(shot: Shot, here: Hex, spine: int) -> Vertex:
    """C8.4: the vertex aimed at; unsaid, the one that sweeps the most of the targets."""
    possible = rules.aiming_vertices(here, spine)
    if shot.canister.vertex:
        hexes = _hexes(shot.canister.vertex)
        for vertex in possible:
            if set(vertex.hexes) == hexes:
                return vertex
        every = tuple(written(v.hexes) for v in possible)
        raise Refusal("C8.4", "gunnery.canister_vertex", text=shot.canister.vertex, every=every)
    places = [GRID.hex(t.hex) for t in shot.targets if t.hex]

    def worth(vertex: Vertex) -> Fraction:
        shares = {s.hex: s.share for s in rules.swept(here, vertex)}
        return sum((shares.get(place, NOTHING) for place in places), NOTHING)

    return max(possible, key=worth)


def written(hexes: tuple[Hex, ...]) -> str:
    """Hexes by their labels, joined as orders write them; outside the board their coordinates."""
    return "/".join(sorted(label(hex) for hex in hexes))


def label(hex: Hex) -> str:
    return GRID.label(hex) if hex in GRID else f"({hex.q},{hex.r})"


def _building(shot: Shot, here: Hex, spine: int) -> Pattern:
    """C8.4: three levels of a building two hexes away, aimed at the middle one."""
    aim = shot.canister
    place = GRID.hex(aim.building)
    if not in_covered_arc(here, spine, place):
        raise Refusal("C8.4", "gunnery.canister_outside", hex=aim.building)
    stories = range(aim.ground, aim.ground + aim.levels)
    middle = aim.ground + 1 if aim.level is None else aim.level
    levels = rules.building_levels(stories, middle, here.distance(place))
    return Pattern(firer=here, shares=((place, Fraction(1)),), levels=levels)


# -- who -----------------------------------------------------------------------------------------


def _meets(shot: Shot, target: Target, pattern: Pattern | None) -> tuple[Fraction, Message | None]:
    """C8.4, C8.41: the share of the FP that a target meets, or why it meets none."""
    if pattern is None:
        aimed_at = shot.firer.level if shot.canister.level is None else shot.canister.level
        apart = shot.range == 1 and target.level != shot.firer.level
        if target.level != aimed_at and (apart or shot.canister.level is not None):
            return NOTHING, Message.of("gunnery.canister.other_level")
        return _by_range(shot), None
    if not target.hex:
        raise BadInput("gunnery.canister_target_hex", name=target.name)
    place = GRID.hex(target.hex)
    share = pattern.share(place)
    if place == pattern.firer:
        return NOTHING, Message.of("gunnery.canister.own_hex")
    if not share:
        return NOTHING, Message.of("gunnery.canister.not_swept")
    if target.level not in pattern.levels:
        return NOTHING, Message.of("gunnery.canister.other_level")
    if not target.in_los and not _seen_all_the_same(shot, target):
        return NOTHING, Message.of("gunnery.canister.no_los")
    return share, None


def _seen_all_the_same(shot: Shot, target: Target) -> bool:
    """C8.4: who is exposed and hidden by SMOKE, LV or night alone is attacked with half the FP.

    The vertex must be in LOS, and so must a Known enemy in one of the three hexes.
    """
    known = any(t.is_known and not t.friendly for t in shot.targets if t is not target)
    return target.obscured and known and shot.canister.vertex_in_los


def _by_range(shot: Shot) -> Fraction:
    """C8.4, C8.41: without hexes: all of it two or three hexes away, half in the adjacent hex."""
    if shot.range not in (1, 2, 3):
        raise Refusal("C8.4", "gunnery.canister_range", range=shot.range)
    return HALF if shot.range == 1 else Fraction(1)


def _drm(shot: Shot, target: Target) -> Tally:
    """C8.4: TEM and LOS Hindrance of each Location."""
    tem = tem_of(shot, target)
    hindrance = shot.hindrance if target.hindrance is None else target.hindrance
    both = (Modifier("Q", "C8.4", tem), Modifier("R", "C8.4", hindrance))
    return Tally.of(item for item in both if item.value)


def _shield(shot: Shot, target: Target) -> Tally:
    """C11.5: the shield of a Gun's crew, shown with the rest; the effects add it by themselves."""
    shield = crew_shield(shot, target)
    return Tally.of(()) if shield is None else Tally.of((shield,))


def _unit(shot: Shot, target: Target, share: Fraction) -> SweptUnit:
    return SweptUnit(
        target=struck_by((met_by(shot, target),))[0].target,
        place=f"{target.hex} {target.location}",
        share=share,
        drm=_drm(shot, target).total,
        at_concealed=target.concealed or target.hidden,
        out_of_sight=not target.in_los,
    )
