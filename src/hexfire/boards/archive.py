"""Read a VASL board archive (`bd41`), trusting nothing in it.

Only the metadata, the LOS data and the board's picture are ever unpacked, each up to a fixed size,
so that a hostile archive costs neither memory nor time.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import numpy as np

from hexfire.boards.board import Board
from hexfire.boards.geometry import PITCH_X, PITCH_Y, Geometry, shared
from hexfire.hexes import AslLabels, Grid
from hexfire.rulebook import BadInput

MAX_ARCHIVE = 32 << 20
MAX_DIRECTORY = 1 << 20
MAX_METADATA = 1 << 20
MAX_PIXELS = 6_000_000
"""The largest published boards have 2.3 million."""
MAX_PICTURE = 24 << 20
MAX_HEXES = 120

_BROKEN = (zipfile.BadZipFile, ValueError, NotImplementedError, struct.error)
"""What the reader of zip files raises at damaged ones."""

METADATA, LOS_DATA = "BoardMetadata.xml", "LOSData"


def read_board(path: Path, *, picture: bool = False) -> Board:
    """The board in an archive; refuses, with a reason, what is no board with LOS data."""
    name = path.name.removeprefix("bd")
    with _open(path) as archive:
        metadata = _metadata(archive, path)
        if LOS_DATA not in archive.namelist():
            raise BadInput("sight.board.no_los_data", path=str(path))
        payload = _deframe(_gunzip(_entry(archive, LOS_DATA, MAX_PIXELS * 2, path), path), path)
        image = None
        if picture and (file := metadata.get("boardImageFileName")) in archive.namelist():
            image = _entry(archive, str(file), MAX_PICTURE, path)
    return _board(name, metadata, payload, image, path)


def has_los_data(path: Path) -> bool:
    """Whether the archive holds LOS data; refuses what is no archive."""
    with _open(path) as archive:
        return LOS_DATA in archive.namelist() and METADATA in archive.namelist()


def _open(path: Path) -> zipfile.ZipFile:
    """The archive, after a look at its end: a huge directory is refused before it is read."""
    try:
        size = path.stat().st_size
        if path.is_dir():
            raise BadInput("core.not_a_file", path=str(path))
        if size > MAX_ARCHIVE:
            raise BadInput("sight.board.too_big", path=str(path), what="archive", limit=MAX_ARCHIVE)
        data = path.read_bytes()
    except FileNotFoundError:
        raise BadInput("core.no_file", path=str(path)) from None
    except OSError as error:
        raise BadInput("core.cannot_read", path=str(path), why=str(error)) from None
    end = data.rfind(b"PK\x05\x06", -66000)
    if end < 0 or end + 22 > len(data):
        raise BadInput("sight.board.not_an_archive", path=str(path))
    directory = struct.unpack_from("<I", data, end + 12)[0]
    if directory > MAX_DIRECTORY or data[max(end - 20, 0) : end].startswith(b"PK\x06\x07"):
        raise BadInput("sight.board.too_big", path=str(path), what="directory", limit=MAX_DIRECTORY)
    try:
        archive = zipfile.ZipFile(BytesIO(data))
    except _BROKEN:
        raise BadInput("sight.board.not_an_archive", path=str(path)) from None
    _check_names(archive, path)
    return archive


def _check_names(archive: zipfile.ZipFile, path: Path) -> None:
    """A board is a flat archive: a folder, a way out of it or a doubled name is no board."""
    seen: set[str] = set()
    for name in archive.namelist():
        if (
            name.startswith(("/", "\\"))
            or ".." in name.replace("\\", "/").split("/")
            or ":" in name
        ):
            raise BadInput("sight.board.bad_name", path=str(path), name=_printable(name))
        if name in seen:
            raise BadInput("sight.board.doubled_name", path=str(path), name=_printable(name))
        seen.add(name)


def _printable(name: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in name[:60])


def _entry(archive: zipfile.ZipFile, name: str, limit: int, path: Path) -> bytes:
    """One entry's bytes, never more than `limit` of them."""
    try:
        if archive.getinfo(name).compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise zipfile.BadZipFile
        with archive.open(name) as entry:
            data = entry.read(limit + 1)
    except (*_BROKEN, zlib.error, EOFError, RuntimeError, OSError):
        raise BadInput("sight.board.broken_entry", path=str(path), name=name) from None
    if len(data) > limit:
        raise BadInput("sight.board.too_big", path=str(path), what=name, limit=limit)
    return data


def _metadata(archive: zipfile.ZipFile, path: Path) -> Mapping[str, str]:
    """The attributes of the board, and its slopes under `slope:<hex>`."""
    if METADATA not in archive.namelist():
        raise BadInput("sight.board.no_metadata", path=str(path))
    text = _entry(archive, METADATA, MAX_METADATA, path)
    if b"<!DOCTYPE" in text or b"<!ENTITY" in text or b"\0" in text:
        # Entities (hidden, perhaps, in UTF-16) are how a small XML file grows without bound.
        raise BadInput("sight.board.bad_metadata", path=str(path), why="DTD")
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise BadInput("sight.board.bad_metadata", path=str(path), why=str(error)[:80]) from None
    for what in ("rrembankment", "partialorchard"):
        if root.find(f".//{what}") is not None:
            raise BadInput("sight.board.not_modelled", path=str(path), what=f"@sight.board.{what}")
    attributes = dict(root.attrib)
    for slope in root.iter("slope"):
        hex, sides = slope.get("hex", ""), slope.get("hexsides", "")
        if not set(sides) <= set("012345"):
            why = f"slope {_printable(hex)}: {_printable(sides)}"
            raise BadInput("sight.board.bad_metadata", path=str(path), why=why)
        attributes["slope:" + hex] = attributes.get("slope:" + hex, "") + sides
    return attributes


def _gunzip(data: bytes, path: Path) -> bytes:
    limit = MAX_PIXELS * 2 + (1 << 20)
    unpacker = zlib.decompressobj(wbits=31)
    try:
        whole = unpacker.decompress(data, limit + 1)
    except zlib.error:
        raise BadInput("sight.board.broken_entry", path=str(path), name=LOS_DATA) from None
    if len(whole) > limit:
        raise BadInput("sight.board.too_big", path=str(path), what=LOS_DATA, limit=limit)
    if not unpacker.eof:
        raise BadInput("sight.board.truncated", path=str(path))
    return whole


def _deframe(stream: bytes, path: Path) -> bytes:
    """The bodies of the records of a Java serialization stream that holds block data only."""
    if stream[:4] != b"\xac\xed\x00\x05":
        raise BadInput("sight.board.not_los_data", path=str(path))
    parts, at = [], 4
    while at < len(stream):
        tag = stream[at]
        if tag == 0x77 and at + 2 <= len(stream):
            size, at = stream[at + 1], at + 2
        elif tag == 0x7A and at + 5 <= len(stream):
            size, at = struct.unpack_from(">i", stream, at + 1)[0], at + 5
        else:
            raise BadInput("sight.board.not_los_data", path=str(path))
        if size < 0 or at + size > len(stream):
            raise BadInput("sight.board.truncated", path=str(path))
        if size:
            parts.append(stream[at : at + size])
            at += size
    return b"".join(parts)


def _board(
    name: str, metadata: Mapping[str, str], payload: bytes, picture: bytes | None, path: Path
) -> Board:
    if len(payload) < 16:
        raise BadInput("sight.board.truncated", path=str(path))
    columns, rows, width, height = struct.unpack_from(">4i", payload)
    if not (
        0 < columns <= MAX_HEXES
        and 0 < rows <= MAX_HEXES
        and width > 0
        and height > 0
        and width * height <= MAX_PIXELS
    ):
        raise BadInput(
            "sight.board.absurd_size",
            path=str(path),
            columns=columns,
            rows=rows,
            width=width,
            height=height,
        )
    geometry = _geometry(metadata, columns, rows, width, height, path)
    hexes = len(geometry.grid)
    if len(payload) != 16 + 2 * width * height + hexes:
        raise BadInput(
            "sight.board.wrong_length",
            path=str(path),
            expected=16 + 2 * width * height + hexes,
            found=len(payload),
        )
    pixels = np.frombuffer(payload, np.uint8, 2 * width * height, 16).reshape(width, height, 2)
    return Board(
        name=name,
        geometry=geometry,
        terrain=np.ascontiguousarray(pixels[..., 1].T),
        elevation=np.ascontiguousarray(pixels[..., 0].T).view(np.int8),
        stairways=np.frombuffer(payload, np.uint8, hexes, 16 + 2 * width * height) == 1,
        slopes={k[6:]: v for k, v in metadata.items() if k.startswith("slope:")},
        picture=picture,
    )


def _geometry(
    metadata: Mapping[str, str], columns: int, rows: int, width: int, height: int, path: Path
) -> Geometry:
    pitch_x, pitch_y = (
        _number(metadata, "hexWidth", PITCH_X, path),
        _number(metadata, "hexHeight", PITCH_Y, path),
    )
    left, top = (
        _number(metadata, "A1CenterX", 0.0, path),
        _number(metadata, "A1CenterY", pitch_y / 2, path),
    )
    if not (4 <= pitch_x <= 1000 and 4 <= pitch_y <= 1000):
        raise BadInput("sight.board.bad_metadata", path=str(path), why="hexWidth/hexHeight")
    first_column, first_number = 0, 1
    if left < 0:
        first_column, left = round(-left / pitch_x), 0.0
    if top < 0:
        first_number, top = int(-top / pitch_y) + 1, pitch_y / 2
    grid = Grid.asl(columns, rows, AslLabels(first_column, first_number))
    geometry = Geometry(grid, width, height, pitch_x, pitch_y, left, top)
    config = metadata.get("HexGridConfig", "Normal")
    # The grid must cover the picture, half hexes at all four edges: other layouts are not read.
    fits = (
        abs(left + pitch_x * (columns - 1) - width) <= pitch_x
        and abs(top - pitch_y / 2 + pitch_y * rows - height) <= pitch_y / 2
    )
    if config != "Normal" or not fits:
        raise BadInput("sight.board.unknown_layout", path=str(path), layout=config)
    return shared(geometry)


def _number(metadata: Mapping[str, str], key: str, default: float, path: Path) -> float:
    try:
        value = float(metadata.get(key) or default)
    except ValueError:
        raise BadInput("sight.board.bad_metadata", path=str(path), why=key) from None
    if not abs(value) < 1e5:
        raise BadInput("sight.board.bad_metadata", path=str(path), why=key)
    return value
