"""Batteries of a scenario file, read and checked (C1.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hexfire.asl.artillery.battery import Battery, Figures, Link
from hexfire.asl.artillery.state import Counter
from hexfire.asl.battle.files import file_form as form
from hexfire.asl.battle.files.problems import Notes
from hexfire.asl.battle.table.batteries import is_radio
from hexfire.asl.battle.table.pieces import Aboard, AnyPiece, Off, Support
from hexfire.asl.battle.table.scenario import Module
from hexfire.asl.gunnery.tables import nation_row
from hexfire.hexes import BadLabel, Grid
from hexfire.play.toml_lines import Path
from hexfire.rulebook import BadInput, Refusal

OFFBOARD = "offboard"
"""What an Offboard Observer goes by: he is no piece (C1.63)."""


def modules_of(
    file: form.File, pieces: Mapping[str, AnyPiece], grid: Grid, notes: Notes
) -> Iterator[Module]:
    """Every battery of both sides; mistakes go to the notes."""
    names: set[str] = set()
    for i, side in enumerate(file.side):
        for j, given in enumerate(side.battery):
            path: Path = ("side", i, "battery", j)
            taken = given.name in names or given.name in pieces
            if taken or not given.name.replace("-", "").isalnum():
                notes.add((*path, "name"), "battery_name", name=given.name)
                continue
            names.add(given.name)
            try:
                yield _module(given, side, file.date, pieces, grid)
            except BadLabel as wrong:
                notes.add(path, "no_hex", hex=wrong.text, board=file.board)
            except Refusal as refusal:
                notes.refused(path, refusal)


def _module(
    given: form.BatteryLine, side: form.Side, date: str, pieces: Mapping[str, AnyPiece], grid: Grid
) -> Module:
    offboard = given.link is Link.OFFBOARD
    observer = OFFBOARD if offboard else given.observer
    if not offboard:
        _check_piece(given, side, observer, pieces)
    if offboard and not given.offboard_hex:
        raise BadInput("artillery.cli.offboard_where", name=given.name)
    figures = {name: getattr(given, name) for name in Figures.__struct_fields__}
    battery = Battery(
        **figures
        | {
            "security_area": tuple(_label(grid, hex) for hex in given.security_area),
            "offboard_hex": _label(grid, given.offboard_hex),
            "phone_hex": _label(grid, given.phone_hex),
        },
        side=side.name,
        nation=given.nation or nation_row(side.nation or side.name),
        observer=observer,
        date=date,
        preregistered=tuple(_label(grid, hex) for hex in given.pre_registered),
        observer_enters=not offboard and _enters(pieces, observer),
    )
    battery.check()
    _check_mission(given)
    return Module(
        battery=battery,
        radio=given.radio,
        counter=given.counter,
        hex=_label(grid, given.hex),
        mission=given.mission,
        contact=given.contact,
        access=given.access or given.counter is not None,
    )


def _check_piece(
    given: form.BatteryLine, side: form.Side, observer: str, pieces: Mapping[str, AnyPiece]
) -> None:
    """C1.1, C1.2: the Observer is a piece of the side, and so is the radio, if one is named."""
    piece, radio = pieces.get(observer), pieces.get(given.radio) if given.radio else None
    if piece is None or piece.side != side.name:
        raise BadInput("battle.scenario.no_observer", name=given.name, id=observer)
    if not given.radio:
        return
    speaks = isinstance(radio, Support) and is_radio(radio)
    if radio is None or radio.side != side.name or not speaks:
        raise BadInput("battle.scenario.no_radio", name=given.name, id=given.radio)


def _enters(pieces: Mapping[str, AnyPiece], id: str) -> bool:
    """C1.73: whether a piece, or what carries it, comes as a reinforcement."""
    place = pieces[id].place
    if isinstance(place, Aboard):
        return _enters(pieces, place.vehicle)
    return isinstance(place, Off) and place.turn > 0


def _check_mission(given: form.BatteryLine) -> None:
    """C1.5, C1.7: an FFE is of a type of mission; a counter lies in a hex."""
    if given.counter is None:
        return
    if not given.hex or (given.counter is not Counter.SR and given.mission is None):
        raise BadInput("battle.scenario.half_mission", name=given.name)


def _label(grid: Grid, text: str) -> str:
    return grid.label(grid.hex(text)) if text else ""
