"""Hexfire: a rules-true table for hex-and-counter wargames.

>>> import hexfire
>>> hexfire.shot("'PzKpfw IVH' at 'T-34 M41' range 8").p_hit
Fraction(5, 6)

`docs/library.md` has the rest.
"""

import os
from importlib import import_module
from typing import Any

__version__ = "0.1.0"

if os.path.exists(os.path.join(os.path.dirname(__file__), "compiled_from.txt")):
    import_module("hexfire.machine_code").stop_if_stale()

# Loaded when first asked for, so that `import hexfire` costs nothing to those who want one room.
_ROOMS = {
    "open_board": "hexfire.boards",
    "Sight": "hexfire.asl.sight",
    "Refusal": "hexfire.rulebook",
    "BadInput": "hexfire.rulebook",
    "words": "hexfire.lang",
    **dict.fromkeys(
        ("shot", "line", "price", "game", "new_game", "open_game", "verify"),
        "hexfire.assist.library",
    ),
}

__all__ = ["__version__", *_ROOMS]


def __getattr__(name: str) -> Any:
    if name not in _ROOMS:
        raise AttributeError(f"module 'hexfire' has no attribute {name!r}")
    return getattr(import_module(_ROOMS[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
