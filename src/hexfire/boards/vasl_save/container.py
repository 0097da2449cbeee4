"""A saved game's container: a zip whose entry `savedGame` is lightly scrambled text.

The file is a stranger's: nothing is unpacked beyond a fixed size, and what is no VASL game is
refused with a reason.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib

import msgspec

from hexfire.rulebook import BadInput

MAX_FILE = 16 << 20
MAX_TEXT = 32 << 20
MAX_ENTRIES = 64
MAX_INFO = 1 << 20

_BROKEN = (zipfile.BadZipFile, ValueError, NotImplementedError, zlib.error, EOFError, RuntimeError)


class Container(msgspec.Struct, frozen=True):
    """The text of a game, and which program wrote it."""

    text: str
    vasl: str = ""
    vassal: str = ""


def unpack(data: bytes) -> Container:
    """The text of a `.vsav` or `.vlog`."""
    if len(data) > MAX_FILE:
        raise BadInput("vasl.too_big", limit=MAX_FILE >> 20)
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        if len(archive.namelist()) > MAX_ENTRIES:
            raise BadInput("vasl.not_a_save")
        names = set(archive.namelist())
        if "savedGame" not in names:
            raise BadInput("vasl.not_a_save")
        scrambled = _entry(archive, "savedGame", 2 * MAX_TEXT + 16)
        module = _entry(archive, "moduledata", MAX_INFO) if "moduledata" in names else b""
    except _BROKEN:
        raise BadInput("vasl.not_a_save") from None
    name, version, vassal = (_tag(module, tag) for tag in ("name", "version", "VassalVersion"))
    if name and name != "VASL":
        raise BadInput("vasl.other_module", name=name)
    return Container(unscramble(scrambled), version, vassal)


def _entry(archive: zipfile.ZipFile, name: str, limit: int) -> bytes:
    with archive.open(name) as entry:
        data = entry.read(limit + 1)
    if len(data) > limit:
        raise BadInput("vasl.too_big", limit=MAX_TEXT >> 20)
    return data


def _tag(xml: bytes, tag: str) -> str:
    """The text of an element. No XML parser: three short words are wanted of a stranger's file."""
    element = re.search(rf"<{tag}>([^<]{{1,40}})</{tag}>".encode(), xml)
    text = element[1].decode("utf-8", "replace").strip() if element else ""
    return "".join(c if c.isprintable() else "?" for c in text)


def unscramble(data: bytes) -> str:
    """The text behind one of the three scrambled forms, or as it stands."""
    if data.startswith((b"!VCSK", b"!VCSZ")):
        try:
            key = int(data[5:7], 16)
            plain = _xor(bytes.fromhex(data[7:].decode("ascii")), key)
        except ValueError:
            raise BadInput("vasl.scrambled") from None
        if data.startswith(b"!VCSZ"):
            plain = _inflate(plain)
    elif data.startswith(b"VOBS") and len(data) > 5:
        plain = _xor(data[5:], data[4])
    else:
        plain = data
    if len(plain) > MAX_TEXT:
        raise BadInput("vasl.too_big", limit=MAX_TEXT >> 20)
    return plain.decode("utf-8", "replace")


def _xor(data: bytes, key: int) -> bytes:
    return data.translate(bytes(byte ^ key for byte in range(256)))


def _inflate(data: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(data, MAX_TEXT + 1)
    except zlib.error:
        raise BadInput("vasl.scrambled") from None
