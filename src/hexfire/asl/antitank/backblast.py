"""C12.3–C12.4, C13.8–C13.81: the Backblast Zone of a recoilless rifle; fire from closed places."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache

import msgspec

from hexfire.asl.effects.firetable import ift_result
from hexfire.asl.effects.stack import Fire, Means, strike
from hexfire.asl.gunnery.tables import terrain_name
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.targets import After, Personnel, VehicleTarget
from hexfire.asl.tables import read
from hexfire.dice import Dice, Then, in_turn
from hexfire.hexes import Hex
from hexfire.rulebook import BadInput, Refusal

BACKBLAST_FP = 1


# --- C12.3: the zone -------------------------------------------------------------------------


def rear_hexes(firer: Hex, target: Hex) -> tuple[Hex, ...]:
    """C12.3: the hex straight behind the firer on the line of fire; two if it runs on a hexspine.

    >>> rear_hexes(Hex(0, 0), Hex(0, -3)), len(rear_hexes(Hex(0, 0), Hex(1, 1)))
    ((Hex(q=0, r=1),), 2)
    """
    if firer == target:
        return ()
    behind = firer + (firer - target)
    step = firer.line_to(behind)[1]
    return step.hexes if step.along is not None else step.hexes[:1]


def in_backblast_zone(
    firer: Hex, firer_level: int, target: Hex, unit: Hex, unit_level: int
) -> bool:
    """C12.3: the firing hex up to a level above and below the RCL, and the rear hex or hexes.

    R-C12.3: the limit of one level is the firing hex's alone.
    """
    if unit == firer:
        return abs(unit_level - firer_level) <= 1
    return unit in rear_hexes(firer, target)


# --- C12.31, C12.4: what the blast does -------------------------------------------------------


class Bystander(msgspec.Struct, frozen=True):
    """An unarmored friendly or Melee unit in the zone that did not fire the RCL."""

    unit: Personnel | VehicleTarget
    fired_or_moved: bool = False


class Blasted(msgspec.Struct, frozen=True):
    """C12.31: the bystanders afterwards, in their order; all of them are TI."""

    units: tuple[After | VehicleTarget, ...]
    ti: bool = True


def blast(dice: Dice, colored: int, bystanders: tuple[Bystander, ...]) -> Then | Blasted:
    """C12.31: TI for all; who has fired or moved also takes 1FP, the coloured dr being the DR."""
    if any(isinstance(b.unit, VehicleTarget) and b.unit.armored for b in bystanders):
        raise Refusal("C12.31", "fieldguns.armored_bystander")
    struck = tuple(b.unit for b in bystanders if b.fired_or_moved)
    if not struck:
        return Blasted(tuple(b.unit for b in bystanders))
    return Then(in_turn, (Then(one_fp_attack, (colored, struck)), Then(_blasted, (bystanders,))))


def _blasted(dice: Dice, after: tuple[After, ...], bystanders: tuple[Bystander, ...]) -> Blasted:
    fates = iter(after)
    return Blasted(tuple(next(fates) if b.fired_or_moved else b.unit for b in bystanders))


def one_fp_attack(dice: Dice, colored: int, units: tuple[Personnel | VehicleTarget, ...]) -> Then:
    """C12.31, C13.81: 1FP, the IFT DR being the coloured dr of the To Hit DR; no drm."""
    plain = tuple(msgspec.structs.replace(unit, drm=0) for unit in units)
    fire = Fire(means=Means.SMALL_ARMS)
    return Then(ift_result, (strike(plain, BACKBLAST_FP), fire, colored))


def one_fp_on(
    dice: Dice, colored: int, units: tuple[Personnel | VehicleTarget, ...], watched: int
) -> Then:
    """The same attack, looked at for one of the units alone: its odds are quick in any crowd."""
    plain = tuple(msgspec.structs.replace(unit, drm=0) for unit in units)
    fire = Fire(means=Means.SMALL_ARMS, watch=(watched,))
    return Then(ift_result, (strike(plain, BACKBLAST_FP), fire, colored))


@lru_cache(maxsize=1)
def _kindling() -> dict[str, int]:
    rows = read("terrain")["terrain"]
    return {name: row["kindling"] for name, row in rows.items() if "kindling" in row}


def kindling_number(terrain: str) -> int | None:
    """B25.11: the Kindling number of a terrain; `None` if it does not burn."""
    name = terrain_name(terrain)
    if name == "building":
        raise BadInput("fieldguns.which_building")
    return _kindling().get(name)


def backblast_starts_fire(original: int) -> bool:
    """C12.4: an Original To Hit 11 calls for a check in each burnable hex of the zone."""
    return original == 11


def kindles(dice: Dice, terrain: str, ec_drm: int = 0) -> bool:
    """C12.4, B25.11: a Final DR of the Kindling number or more, EC DRM included, makes a Flame.

    R-C12.4.
    """
    number = kindling_number(terrain)
    return number is not None and dice.total("C12.4") + ec_drm >= number


# --- C13.8, C13.81: from where, and how -------------------------------------------------------


class Position(StrEnum):
    """Where the firer of a backblast weapon is."""

    OPEN = "open"
    BUILDING = "building"
    RUBBLE = "rubble"
    FACTORY = "factory"
    ROOFTOP = "rooftop"
    PILLBOX = "pillbox"
    CAVE = "cave"
    TUNNEL = "tunnel"
    VEHICLE = "vehicle"
    ENTRENCHMENT = "entrenchment"


ENCLOSED = frozenset(
    {
        Position.BUILDING,
        Position.RUBBLE,
        Position.PILLBOX,
        Position.CAVE,
        Position.TUNNEL,
        Position.VEHICLE,
    }
)
"""C13.8: closed places; factories and rooftops are not."""


class How(StrEnum):
    """The ways of firing a backblast weapon."""

    PLAIN = "plain"
    CASE_C3 = "case_c3"
    DESPERATION = "desperation"
    OPPORTUNITY_FIRE = "opportunity_fire"


def ways_to_fire(
    position: Position,
    level: int = 0,
    *,
    pinned: bool = False,
    phase: Phase = Phase.PFPH,
    opportunity_fire: bool = False,
) -> tuple[How, ...]:
    """C13.8, C13.81: every legal way to fire a backblast weapon from there, the safest first.

    Unpinned at ground level of building or rubble one may step out: by Opportunity Fire (in the
    PFPh by waiting for the AFPh, there if it was declared) or with Case C3. Elsewhere inside, and
    pinned, there is only Desperation.
    """
    in_afph = phase is Phase.AFPH
    waiting = phase is Phase.PFPH or (in_afph and opportunity_fire)
    if position not in ENCLOSED:
        return (How.OPPORTUNITY_FIRE if in_afph and opportunity_fire else How.PLAIN,)
    at_door = position in (Position.BUILDING, Position.RUBBLE) and level == 0 and not pinned
    if not at_door:
        return (How.DESPERATION,)
    if in_afph and opportunity_fire:
        return (How.OPPORTUNITY_FIRE,)
    after_waiting = (How.OPPORTUNITY_FIRE,) if waiting else ()
    return (*after_waiting, How.CASE_C3, How.DESPERATION)


def refuse_steep(rise: int, range_: int) -> None:
    """C13.8: not two or more levels up in an adjacent hex, nor upwards in the own hex."""
    if range_ == 0 and rise > 0:
        raise Refusal("C13.8", "fieldguns.not_up_own_hex")
    if range_ == 1 and rise >= 2:
        raise Refusal("C13.8", "fieldguns.not_two_up")


def refuse_piat_down(rise: int, range_: int) -> None:
    """C13.61: a PIAT cannot fire one or more levels down in its own or an adjacent hex."""
    if range_ <= 1 and rise < 0:
        raise Refusal("C13.61", "fieldguns.piat_down")


def refuse_rcl_position(position: Position, small_us: bool) -> None:
    """C12.23: no RCL fires from building, rubble, entrenchment, pillbox, cave or vehicle.

    The US 57mm does as C13.8 allows.
    """
    closed = ENCLOSED | {Position.ENTRENCHMENT, Position.FACTORY}
    if position in closed and not small_us:
        raise Refusal("C12.23", "fieldguns.rcl_position", place=f"@fieldguns.at.{position.value}")


def rcl_keeps_concealment(seen_by_good_order_enemy: bool) -> bool:
    """C12.22: a RCL that fires, and who fires it, is seen by any Good Order enemy ground unit."""
    return not seen_by_good_order_enemy
