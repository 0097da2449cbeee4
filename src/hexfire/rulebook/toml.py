"""TOML that people write: read as it is, but nothing without end.

A key of thousands of parts (`a.a.a.…`) makes the reader work for minutes, and tables within tables
break it: both are refused like any other mistake in a file.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

DEEPEST = 16
"""Parts of a dotted key, tables within tables: nothing we read has more than five."""

_PART = r"""(?>[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_DEEP_KEY = re.compile(
    rf"(?:^|[{{\[,])[ \t]*(?>{_PART}(?:[ \t]*\.[ \t]*{_PART}){{{DEEPEST},}})[ \t]*[=\]]",
    re.MULTILINE,
)


def read_toml(text: str) -> dict[str, Any]:
    """The file as plain data; `tomllib.TOMLDecodeError` tells what is wrong, and where."""
    deep = _DEEP_KEY.search(text)
    if deep is not None:
        line = text.count("\n", 0, deep.end()) + 1
        raise tomllib.TOMLDecodeError(
            f"A key of more than {DEEPEST} parts (at line {line}, column 1)"
        )
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise tomllib.TOMLDecodeError(
            "Values within values without end (at line 1, column 1)"
        ) from None
