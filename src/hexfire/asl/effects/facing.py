"""D3.2: which side of a vehicle a shot meets."""

from __future__ import annotations

from hexfire.asl.counters import Vehicle
from hexfire.asl.shots.shot import Facing
from hexfire.hexes import Hex

# Going round from the hexspine that the vehicle points along: the hexside to its right comes first.
_ROUND = (Facing.FRONT, Facing.SIDE, Facing.REAR, Facing.REAR, Facing.SIDE, Facing.FRONT)


def target_facings(vehicle: Hex, spine: int, firer: Hex) -> tuple[Facing, ...]:
    """D3.2: the Target Facing is told by the hexside through which the LOS enters the hex.

    The two hexsides of the hexspine pointed along are the front, the two opposite ones the rear. A
    LOS that enters by a corner between two facings gives both.

    >>> target_facings(Hex(0, 0), 1, Hex(0, -4))
    (<Facing.FRONT: 'front'>,)
    """
    sector, beyond = divmod(vehicle.bearing_to(firer), 4)
    sides = (sector, sector + 1) if beyond == 2 else (sector + (beyond > 2),)
    return tuple(dict.fromkeys(_ROUND[(side - spine) % 6] for side in sides))


def target_facing(
    vehicle: Hex, spine: int, firer: Hex, counter: Vehicle, turret: bool = False
) -> Facing:
    """D3.2: the Target Facing; between two the one that is better for the target (R-D3.2).

    For a turret hit `spine` is that of the TCA (C3.9).
    """

    def protection(facing: Facing) -> tuple[int, bool]:
        af = counter.af(facing, turret)
        return (-1 if af is None else af, facing is not Facing.REAR)

    return max(target_facings(vehicle, spine, firer), key=protection)
