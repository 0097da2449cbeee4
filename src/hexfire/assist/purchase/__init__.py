"""What is asked about buying a force (H1): prices, plans, entering, aircraft, OP tanks.

The purchase itself is a game (`hexfire.asl.purchase.DesignYourOwn`); its Roster comes from
`hexfire.asl.purchase.roster`.
"""

from hexfire.assist.purchase.figures import (
    PlanAsked,
    PlanReport,
    PriceAsked,
    PricePart,
    PriceReport,
    RollReport,
    plan,
    price,
)
from hexfire.assist.purchase.in_play import (
    AircraftAsked,
    AircraftReport,
    EntryAsked,
    EntryReport,
    OpTankAsked,
    OpTankReport,
    aircraft,
    entry,
    observation_post,
)

__all__ = [
    "AircraftAsked",
    "AircraftReport",
    "EntryAsked",
    "EntryReport",
    "OpTankAsked",
    "OpTankReport",
    "PlanAsked",
    "PlanReport",
    "PriceAsked",
    "PricePart",
    "PriceReport",
    "RollReport",
    "aircraft",
    "entry",
    "observation_post",
    "plan",
    "price",
]
