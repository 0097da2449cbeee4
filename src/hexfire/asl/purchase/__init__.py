"""H1, Design Your Own: buying a force.

Prices (`quote`, and the functions of each module) are tallies with reasons; `DesignYourOwn` is the
purchase of two sides as a game on the kernel; `roster` and `skeleton` are what comes out of it.
"""

from hexfire.asl.purchase.calendar import Date
from hexfire.asl.purchase.facts import Facts, Figure
from hexfire.asl.purchase.game import DesignYourOwn, agreement
from hexfire.asl.purchase.listing import built_in, gaps, read_listing, template
from hexfire.asl.purchase.plan import Plan, plan
from hexfire.asl.purchase.quote import Quote, Terms, quote
from hexfire.asl.purchase.roster import Roster, roster, sides_open_to
from hexfire.asl.purchase.skeleton import as_toml, skeleton

__all__ = [
    "Date",
    "DesignYourOwn",
    "Facts",
    "Figure",
    "Plan",
    "Quote",
    "Roster",
    "Terms",
    "agreement",
    "as_toml",
    "built_in",
    "gaps",
    "plan",
    "quote",
    "read_listing",
    "roster",
    "sides_open_to",
    "skeleton",
    "template",
]
