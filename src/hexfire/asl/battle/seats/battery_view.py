"""C1.21: the batteries as a seat may know them, for screen and terminal."""

from __future__ import annotations

import msgspec

from hexfire.asl.artillery.nations import Chits
from hexfire.asl.artillery.resolution import ffe_of
from hexfire.asl.artillery.state import Counter
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.state import BatteryInPlay
from hexfire.play import Seat
from hexfire.rulebook import Message


class BatterySeen(msgspec.Struct, frozen=True, kw_only=True):
    """A battery: its Battery Contact counter, its counter on the board and the hexes it covers.

    Of one's own there is also where it stands in the flow, Observer, radio or phone, draw pile.
    """

    name: str
    side: str
    contact: bool
    access: bool
    counter: str = ""
    hex: str = ""
    mission: str = ""
    area: tuple[str, ...] = ()
    node: str = ""
    observer: str = ""
    device: str = ""
    pile: Chits | None = None


def batteries(at: Position, seat: Seat | None) -> tuple[BatterySeen, ...]:
    """Every battery; `at` is what the seat knows."""
    return tuple(_seen(at, one, seat) for one in at.state.batteries)


def _seen(at: Position, one: BatteryInPlay, seat: Seat | None) -> BatterySeen:
    state = one.state
    open_to_all = BatterySeen(
        name=one.name,
        side=one.side,
        contact=state.contact,
        access=state.access,
        counter=state.marker.counter.value if state.marker else "",
        hex=at.record.setup.label(state.marker.hex) if state.marker else "",
        mission=state.mission.value if state.mission else "",
        area=_area(at, one),
    )
    if one.side != seat:
        return open_to_all
    return msgspec.structs.replace(
        open_to_all,
        node=state.node,
        observer=state.observer,
        device=state.device.value,
        pile=state.pile,
    )


def _area(at: Position, one: BatteryInPlay) -> tuple[str, ...]:
    """C1.32: the Blast Area on the board; of an SR, and of what our books do not tell, none."""
    marker, mission = one.state.marker, one.state.mission
    if marker is None or mission is None or marker.counter is Counter.SR:
        return ()
    if mission.is_barrage:
        return one.barrage.hexes if one.barrage else ()
    if not mission.in_our_books:
        return ()
    return tuple(at.grid.label(hex) for hex in ffe_of(at.record, one.name).area)


def told(one: BatterySeen) -> Message:
    """A battery in one line."""
    placed = f"@artillery.{one.counter}" if one.counter else "–"
    access = "access" if one.access else "contact" if one.contact else "silent"
    return Message.of(
        "battle.battery",
        name=one.name,
        contact=f"@battle.battery.{access}",
        counter=placed,
        hex=one.hex or "–",
        mission=f"@artillery.mission.{one.mission}" if one.mission else "–",
    )
