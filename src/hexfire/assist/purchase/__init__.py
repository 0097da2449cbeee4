"""What is asked about buying a force (H1): prices, plans, entry of reinforcements, aircraft.

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
    aircraft,
    entry,
)

__all__ = [
    "AircraftAsked",
    "AircraftReport",
    "EntryAsked",
    "EntryReport",
    "PlanAsked",
    "PlanReport",
    "PriceAsked",
    "PricePart",
    "PriceReport",
    "RollReport",
    "aircraft",
    "entry",
    "plan",
    "price",
]
