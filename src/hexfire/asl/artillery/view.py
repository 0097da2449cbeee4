"""What a side may know of the batteries: all of its own, of the enemy's what lies on the table."""

from __future__ import annotations

import msgspec

from hexfire.asl.artillery.battery import Battery
from hexfire.asl.artillery.state import Counter, Setup, State, Table
from hexfire.rulebook import BadInput


class Seen(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One battery as a side sees it.

    The Battery Contact counter on the Scenario Aid Card (C1.21) and the SR or FFE are in the open;
    Pre-Registered hexes (C1.73), the Security Area and where the phone is (C1.23), the Observer,
    and how the radio does are the owner's own.
    """

    name: str
    side: str
    own: bool
    contact: bool
    access: bool
    counter: Counter | None = None
    hex: str = ""
    battery: Battery | None = None
    state: State | None = None


def view(setup: Setup, table: Table, side: str) -> tuple[Seen, ...]:
    """C1.21, C1.73: every battery, as far as one side may know it."""
    if side not in setup.sides:
        raise BadInput("artillery.unknown_side", text=side, sides=setup.sides, name="–")
    return tuple(
        Seen(
            name=battery.name,
            side=battery.side,
            own=battery.side == side,
            contact=state.contact,
            access=state.access,
            counter=state.marker.counter if state.marker else None,
            hex=setup.label(state.marker.hex) if state.marker else "",
            battery=battery if battery.side == side else None,
            state=state if battery.side == side else None,
        )
        for battery, state in zip(setup.batteries, table.states, strict=True)
    )
