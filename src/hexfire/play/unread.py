"""What stands in the lines of a journal and is not read: its hash covers it, nobody vouches for it.

A journal of another version may tell more than this one knows, so such a line is followed as far as
it is known; but whoever verifies the game is told what was passed over. No version says the same
thing twice in a line: two readers could take two different games from it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from hexfire.play.game import Game
from hexfire.play.lines import Line
from hexfire.rulebook import BadInput, Message

MOST_TOLD = 10
"""So many names are told; a forger may think of thousands."""


class _Twice(Exception):
    """A name that stands twice in one place."""


def fields_not_read(
    text: bytes, lines: Iterable[Line], game: Game[Any, Any]
) -> tuple[list[Message], list[Message]]:
    """Lines that say something twice, each; and, in one sentence, fields that nobody reads."""
    twice: list[Message] = []
    unread: dict[str, int] = {}
    for number, (piece, line) in enumerate(zip(text.split(b"\n"), lines, strict=False), start=1):
        try:
            written = json.loads(piece.decode(), object_pairs_hook=_once, parse_int=str)["line"]
            for name in _unread(written, line, game):
                unread.setdefault(name[:40], number)
        except _Twice as said:
            twice.append(Message.of("core.verify.twice", line=number, field=str(said)[:40]))
            continue
        except UnicodeDecodeError as error:
            raise BadInput("core.journal.line", line=number, why=str(error)) from None
        except RecursionError:
            raise BadInput("core.journal.line", line=number, why="@core.foreign.too_deep") from None
    if not unread:
        return twice, []
    told = Message.of(
        "core.verify.unread", line=min(unread.values()), fields=tuple(unread)[:MOST_TOLD]
    )
    return twice, [told]


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    known: dict[str, Any] = {}
    for name, value in pairs:
        if name in known:
            raise _Twice(name)
        known[name] = value
    return known


def _unread(written: Any, read: Any, game: Game[Any, Any]) -> Iterator[str]:
    """Names in what was written that what was read of it has no place for."""
    match written, read:
        case _, msgspec.Raw():
            yield from _unread(written, msgspec.json.decode(read, type=game.action_type), game)
        case dict(), msgspec.Struct():
            places = dict(zip(read.__struct_encode_fields__, read.__struct_fields__, strict=True))
            for name, value in written.items():
                if name in places:
                    yield from _unread(value, getattr(read, places[name]), game)
                elif name != read.__struct_config__.tag_field:
                    yield name
        case dict(), dict():
            for name, value in written.items():
                yield from _unread(value, read.get(name), game)
        case list(), list() | tuple():
            for value, one in zip(written, read, strict=False):
                yield from _unread(value, one, game)
