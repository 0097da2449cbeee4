"""What is bought and what its price is made of, by the names that people read."""

from __future__ import annotations

from hexfire.asl.purchase.fortifications import KINDS
from hexfire.asl.purchase.vehicles import ITEMS
from hexfire.assist.wording import Said
from hexfire.rulebook import Modifier

_SUPPORT = ("air_support", "observation_plane", "bombardment", "preregistered", "motorized")
_ROLLS = {
    "gun": "purchase.step.ordnance",
    "vehicle": "purchase.step.vehicles",
    "air": "purchase.air_support",
    "plane": "purchase.observation_plane",
    "commander": "purchase.sheet.leader",
}


def item_name(name: str) -> Said:
    """An item of the price lists; squads, guns and vehicles keep their own names.

    >>> item_name("wire").what.key, item_name("4-6-7").what.key
    ('purchase.fort.wire', 'core.as_it_is')
    """
    return _listed(name) or Said.key("core.as_it_is", text=name)


def part_name(part: Modifier) -> Said:
    """A part of a price: the item itself, or the case of a rule (H1.41, H1.42: of a counter)."""
    of_counter = part.rule in ("H1.41", "H1.42")
    return _listed(part.case) or (item_name(part.case) if of_counter else Said(part))


def roll_name(what: str) -> Said:
    """What a roll of a plan is for; a battery or weapon keeps its own name."""
    return Said.key(_ROLLS[what]) if what in _ROLLS else item_name(what)


def _listed(name: str) -> Said | None:
    if name.startswith("pillbox "):
        return Said.key("purchase.pillbox_named", figures=name.removeprefix("pillbox "))
    if name == "pillbox":
        return Said.key("purchase.fort.pillbox")
    if name in _SUPPORT:
        return Said.key(f"purchase.{name}")
    if name in KINDS:
        return Said.key(f"purchase.fort.{name}")
    return Said.key(f"purchase.item.{name}") if name in ITEMS or name == "foreign" else None
