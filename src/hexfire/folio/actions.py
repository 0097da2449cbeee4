"""All that a player can do. Units and markers go by id, hexes by label, as a person types them."""

from __future__ import annotations

import msgspec


class Act(msgspec.Struct, frozen=True, gc=False, tag_field="do"):
    """An action."""


class Place(Act, frozen=True, tag="place"):
    """F3.0c: set a unit up in one of its hexes."""

    unit: str
    to: str


class Enter(Act, frozen=True, tag="enter"):
    """F4.1c: place a reinforcement."""

    unit: str
    to: str


class Move(Act, frozen=True, tag="move"):
    """F5.0: move a unit, by a cheapest way; the way itself has no effect in play."""

    unit: str
    to: str


class Leave(Act, frozen=True, tag="exit"):
    """Leave the map where the scenario allows it."""

    unit: str


class End(Act, frozen=True, tag="end"):
    """End the phase (or set-up)."""


class Barrage(Act, frozen=True, tag="barrage"):
    """F8.4: fire one or two markers at the unit in a hex."""

    hex: str
    markers: tuple[str, ...]


class Attack(Act, frozen=True, tag="attack"):
    """F7.0e: declare a combat against the unit in a hex."""

    hex: str
    units: tuple[str, ...]


class Support(Act, frozen=True, tag="support"):
    """F8.3c: commit a marker in the present slot."""

    marker: str


class Counter(Act, frozen=True, tag="counter"):
    """F8.4.1: answer a barrage with one or two markers."""

    markers: tuple[str, ...]


class Decline(Act, frozen=True, tag="decline"):
    """Commit no marker in the present slot, or against the barrage."""


class Roll(Act, frozen=True, tag="roll"):
    """F7.3b: roll for the combat or barrage."""


class Hold(Act, frozen=True, tag="hold"):
    """F7.8: stubborn defence by this unit instead of retreat."""

    unit: str


class Retreat(Act, frozen=True, tag="retreat"):
    """F7.7: retreat one hex; without a hex when there is none to go to."""

    unit: str
    to: str = ""


class Displace(Act, frozen=True, tag="displace"):
    """F7.7.2: move the unit that is in the way."""

    unit: str
    to: str


class Lose(Act, frozen=True, tag="lose"):
    """F7.6d, F7.6h: this unit takes the loss."""

    unit: str


class Advance(Act, frozen=True, tag="advance"):
    """F7.9: advance after combat, to this hex of the retreat path."""

    unit: str
    to: str


class Stay(Act, frozen=True, tag="stay"):
    """F7.9d: no (further) advance."""


class Blow(Act, frozen=True, tag="blow"):
    """Exclusive: destroy a bridge."""

    bridge: str


class Build(Act, frozen=True, tag="build"):
    """Exclusive: a unit builds a bridge instead of moving."""

    unit: str
    bridge: str


class Fortify(Act, frozen=True, tag="fortify"):
    """Exclusive: a unit digs in where it stands instead of moving."""

    unit: str


class Restore(Act, frozen=True, tag="restore"):
    """Exclusive: a reduced unit takes replacements instead of moving."""

    unit: str


class Rebuild(Act, frozen=True, tag="rebuild"):
    """Exclusive: a lost unit comes back."""

    unit: str
    to: str


Action = (
    Place
    | Enter
    | Move
    | Leave
    | End
    | Barrage
    | Attack
    | Support
    | Counter
    | Decline
    | Roll
    | Hold
    | Retreat
    | Displace
    | Lose
    | Advance
    | Stay
    | Blow
    | Build
    | Fortify
    | Restore
    | Rebuild
)

END, DECLINE, ROLL, STAY = End(), Decline(), Roll(), Stay()
"""The actions that name nothing: one of each is enough."""
