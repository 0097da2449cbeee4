"""Every figure of the chapter's tables is read by somebody: none stands there for show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hexfire.asl.purchase
from hexfire.asl.purchase.tables import tables

ROOM = Path(hexfire.asl.purchase.__path__[0])
FOR_THE_READER = {"footnotes", "marks", "mark", "note", "source", "inferred"}
"""What explains the figures beside it (so does all that ends in `as_printed`)."""
READ_WHOLE = {("prices", "boats")}
"""Tables whose lines are offered as they stand."""


def names(entry: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The paths of all words that name a figure: not of armies, dates and DR."""
    if isinstance(entry, list):
        for one in entry:
            yield from names(one, path)
    if not isinstance(entry, dict) or path in READ_WHOLE:
        return
    for name, inner in entry.items():
        if name in FOR_THE_READER or name.endswith("as_printed"):
            continue
        if re.fullmatch("[a-z][a-z_0-9]*", name):
            yield (*path, name)
        yield from names(inner, (*path, name))


def test_every_figure_is_read() -> None:
    code = "\n".join(file.read_text("utf-8") for file in sorted(ROOM.glob("*.py")))
    spoken = set(re.findall(r"[\"']([a-z][a-z_0-9]*)[\"']", code))
    begun = tuple(re.findall(r'f"([a-z][a-z_0-9]*_)\{', code))
    unread = {path for path in names(tables()) if path[-1] not in spoken}
    assert not {path for path in unread if not path[-1].startswith(begun)}
