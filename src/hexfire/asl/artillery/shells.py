"""What an FFE did, as the record keeps it: every hex's DR, every unit's fate (C1.5, C1.51)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from hexfire.asl.artillery.battery import Mission
from hexfire.asl.artillery.smoke import SmokeCounter
from hexfire.asl.artillery.state import Event
from hexfire.rulebook import Message, Tally


class Fate(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One unit under the shells. `fate` holds words of the catalogues (`artillery.fate.…`).

    `column` is the IFT column it was attacked on, `final` the Final DR and `result` the cell; a
    Critical Hit (`ch`) has doubled FP and reversed TEM, which these figures show. A vehicle's
    result is its fate, and a WP attack has no column.
    """

    name: str
    fate: tuple[str, ...]
    id: str = ""
    friendly: bool = False
    drm: Tally = Tally()
    column: int | None = None
    final: int | None = None
    result: str = ""
    ch: bool = False


class HexShelled(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One hex of the Blast Area: the faces of its DR, if it had one, and who was there."""

    hex: str
    dr: tuple[int, ...] = ()
    units: tuple[Fate, ...] = ()

    @property
    def original(self) -> int | None:
        return sum(self.dr) if self.dr else None


class WireCut(msgspec.Struct, frozen=True):
    """C1.23: a battery whose field phone is lost, and the hex in which its wire was cut."""

    battery: str
    hex: str


class SmokePlaced(msgspec.Struct, frozen=True):
    """C1.71: a SMOKE counter, and which side of it is up."""

    hex: str
    side: SmokeCounter


class Shells(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One resolution: of the FFE itself, or (`entering` names the phase) on those who entered."""

    mission: Mission
    hexes: tuple[HexShelled, ...]
    entering: str = ""
    smoke: tuple[SmokePlaced, ...] = ()
    smoke_off_board: tuple[str, ...] = ()
    cut: tuple[WireCut, ...] = ()

    @property
    def drs(self) -> dict[str, int]:
        """The Original DR of each hex that had one."""
        return {row.hex: sum(row.dr) for row in self.hexes if row.dr}

    def entered(self, unit: str) -> bool:
        """C1.54: whether a unit walked into the Blast Area."""
        names = {name for row in self.hexes for fate in row.units for name in (fate.id, fate.name)}
        return bool(self.entering) and unit in names


def events(shells: Shells) -> tuple[Event, ...]:
    """What the log tells of a resolution."""
    rule = "C1.51" if shells.entering else "C1.5"
    return (
        *(
            Event(rule if not fate.ch else "C1.53", _fate(row, fate))
            for row in shells.hexes
            for fate in row.units
        ),
        *(
            Event(rule, Message.of("artillery.note.empty", hex=row.hex, roll=sum(row.dr)))
            for row in shells.hexes
            if row.dr and not row.units
        ),
        *smoke_events(shells),
        *(
            Event("C1.23", Message.of("artillery.note.wire_cut", name=wire.battery, hex=wire.hex))
            for wire in shells.cut
        ),
    )


def smoke_events(shells: Shells) -> Iterator[Event]:
    """C1.71: where SMOKE lies; off the board it does nothing, but may drift in."""
    for smoke in shells.smoke:
        said = Message.of("artillery.note.smoke", hex=smoke.hex, smoke=_side(smoke))
        yield Event("C1.71", said)
    if off := shells.smoke_off_board:
        yield Event("C1.71", Message.of("artillery.note.smoke_off_board", hexes=off))


def _side(smoke: SmokePlaced) -> str:
    return f"@artillery.smoke.{smoke.side.value}"


def _fate(row: HexShelled, fate: Fate) -> Message:
    return Message.of(
        "artillery.note.fate_ch" if fate.ch else "artillery.note.fate",
        hex=row.hex,
        roll=sum(row.dr),
        unit=fate.name,
        fate=tuple(f"@artillery.fate.{key}" for key in fate.fate),
    )
