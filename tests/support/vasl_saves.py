"""Saved games of VASL written for tests: containers, lists, pieces, stacks."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable, Sequence

ESC = "\x1b"


def joined(members: Iterable[str], delimiter: str) -> str:
    """A list as VASSAL writes it."""

    def member(text: str) -> str:
        if text.startswith("\\") or (text.startswith("'") and text.endswith("'")):
            text = f"'{text}'"
        return text.replace(delimiter, "\\" + delimiter)

    return delimiter.join(member(text) for text in members)


def nested(members: Sequence[str]) -> str:
    """Lists one in the other, outermost first."""
    text = members[-1]
    for own in reversed(members[:-1]):
        text = joined([own, text], "\t")
    return text


def layer(pictures: str, names: str, name: str = "") -> str:
    """An `emb2` trait."""
    members = ["emb2"] + [""] * 15 + [pictures, names, "", name]
    return joined(members, ";")


def piece(
    id: str,
    name: str,
    picture: str,
    traits: Sequence[tuple[str, str]] = (),
    at: tuple[int, int] = (0, 0),
    place: str = "Main Map",
) -> str:
    """A `+` command; traits are (type, state), outermost first."""
    types = [kind for kind, _ in traits] + [joined(["piece", "", "", picture, name], ";")]
    states = [state for _, state in traits] + [f"{place};{at[0]};{at[1]};1"]
    return joined(["+", id, nested(types), nested(states)], "/")


def stack(id: str, at: tuple[int, int], *pieces: str, place: str = "Main Map") -> str:
    return joined(["+", id, "stack", ";".join([place, str(at[0]), str(at[1]), *pieces])], "/")


def text(*commands: str) -> str:
    return joined(["begin_save", *commands, "end_save"], ESC)


def save(*commands: str, form: str = "VCSK", raw: str | None = None) -> bytes:
    """A whole file, scrambled in one of the known ways."""
    plain = (text(*commands) if raw is None else raw).encode()
    key = 0x5A
    mixed = bytes(byte ^ key for byte in plain)
    if form == "VCSK":
        data = b"!VCSK5a" + mixed.hex().encode()
    elif form == "VCSZ":
        packed = zlib.compress(plain)
        data = b"!VCSZ5A" + bytes(byte ^ key for byte in packed).hex().upper().encode()
    elif form == "VOBS":
        data = b"VOBS" + bytes([key]) + mixed
    else:
        data = plain
    return container({"savedGame": data, "moduledata": b"<data><name>VASL</name></data>"})


def container(entries: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return out.getvalue()


def board(name: str = "01", *more: str, col: int = 0, row: int = 0) -> str:
    return "\t".join(["bd", str(col), str(row), name, *more, "VER", "6.1", ""])


def at_hex(column: int, number: int, dx: float = 56.25, dy: float = 64.5) -> tuple[int, int]:
    """The map point of a hex of the first board, unflipped: column 0 is A."""
    drop = int(dy / 2) if column % 2 else 0
    return 400 + int(dx * column), 400 + int(dy * (number - 1) + drop + 32)
