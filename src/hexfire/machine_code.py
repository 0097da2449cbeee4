"""Machine code in a work tree (`make compile`) must say what the sources beside it say.

`compile_engine.py` keeps what it compiled from; here it is compared, before anything compiled is
loaded. A wheel carries no such record: its sources are nobody's to edit.
"""

from __future__ import annotations

import hashlib
import os
import sys

PLACE = os.path.dirname(__file__)
RECORD = os.path.join(PLACE, "compiled_from.txt")
"""A line for each source: its length, its time, its SHA-256 when it was compiled, and its name."""

# Both languages at once, and no catalogue: what reads it may itself be compiled.
STALE = """\
Hexfire was compiled here, and {names} changed since: run `make compile` again, or `make pure`.
コンパイルした後に{names}が変わりました。`make compile`をやり直すか`make pure`で戻してください。"""
MOST_NAMED = 3


def stop_if_stale() -> None:
    """One sentence instead of the odd errors that old machine code gives under new sources."""
    if changed := changed_since():
        more = len(changed) - MOST_NAMED
        names = ", ".join(changed[:MOST_NAMED]) + (f" (+{more})" if more > 0 else "")
        sys.exit(STALE.format(names=names))


def changed_since() -> list[str]:
    """Sources that are no longer what was compiled."""
    with open(RECORD, encoding="utf-8") as file:
        record = [line.split(maxsplit=3) for line in file.read().splitlines()]
    return [name for size, time, digest, name in record if _changed(name, size, time, digest)]


def _changed(name: str, size: str, time: str, digest: str) -> bool:
    path = os.path.join(PLACE, name)
    try:
        now = os.stat(path)
        if (str(now.st_size), str(now.st_mtime_ns)) == (size, time):
            return False  # as nearly always: nothing is read
        return digest_of(path) != digest
    except FileNotFoundError:
        return True


def digest_of(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()
