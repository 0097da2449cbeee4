"""JSON that people write: read as it is, but nothing without end."""

from __future__ import annotations

from typing import Any

import msgspec


def read_json(text: str) -> Any:
    """The text as plain data; `msgspec.DecodeError` tells what is wrong, and where."""
    try:
        return msgspec.json.decode(text.encode())
    except RecursionError:
        raise msgspec.DecodeError("Values within values without end") from None
    except UnicodeEncodeError as error:  # half of a pair stands for no letter
        raise msgspec.DecodeError(str(error)) from None
