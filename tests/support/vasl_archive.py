"""A VASL board of three by two hexes, made of nothing."""

from __future__ import annotations

import gzip
import struct
import zipfile
from pathlib import Path

METADATA = b'<boardMetadata name="x" width="3" height="2" boardImageFileName="x.gif"/>'
WIDTH, HEIGHT, HEXES = 113, 129, 7


def los_data(
    columns: int = 3,
    rows: int = 2,
    width: int = WIDTH,
    height: int = HEIGHT,
    code: int = 0,
    cut: int = 0,
    stairs: int = HEXES,
) -> bytes:
    pixels = bytes((0, code)) * (width * height)
    payload = struct.pack(">4i", columns, rows, width, height) + pixels + bytes(stairs)
    payload = payload[: len(payload) - cut]
    stream = b"\xac\xed\x00\x05"
    for at in range(0, len(payload), 1024):
        part = payload[at : at + 1024]
        small = len(part) < 256
        stream += (
            bytes((0x77, len(part))) if small else b"\x7a" + struct.pack(">i", len(part))
        ) + part
    return gzip.compress(stream, mtime=0)


def write_archive(path: Path, entries: list[tuple[str, bytes]] | None = None, **los: int) -> Path:
    """The archive with these entries, else with metadata and LOS data of such a board."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in entries or [
            ("BoardMetadata.xml", METADATA),
            ("LOSData", los_data(**los)),
        ]:
            file.writestr(name, data)
    return path
