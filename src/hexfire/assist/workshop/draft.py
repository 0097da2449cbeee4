"""A scenario on the workbench: the data of its TOML file, its map in parts, and both texts.

The texts go along so that writing again changes only what was changed: remarks, and tables that no
form knows, stay as they are.
"""

from __future__ import annotations

import tomllib
from datetime import date, datetime, time
from importlib import resources
from math import isfinite
from typing import Any

import msgspec

from hexfire.assist.wording import Said
from hexfire.assist.workshop.form import FormParts, rule_options
from hexfire.folio.library import builtin
from hexfire.folio.mapdraft import MapDraft, put_together, take_apart
from hexfire.folio.reader import check
from hexfire.play.toml_rewrite import rewritten
from hexfire.rulebook import BadInput
from hexfire.rulebook.toml import read_toml


class Draft(msgspec.Struct, frozen=True):
    """A scenario as the workshop holds it."""

    toml: str
    """The two texts as they were when `data` and `ground` were last read from them or written."""
    map: str
    data: dict[str, Any]
    ground: MapDraft


class Opened(msgspec.Struct, frozen=True):
    """Two texts as a draft; or why the first is no TOML, and on which line."""

    draft: Draft | None = None
    wrong: Said | None = None
    line: int = 0


def opened(toml: str, map: str) -> Opened:
    """Take two texts apart. Mistakes within them do not matter here: they can be mended."""
    try:
        data = read_toml(toml)
    except tomllib.TOMLDecodeError:
        first = check(toml, map)[0]
        return Opened(None, Said(first.message), first.line)
    _plain("", data)
    return Opened(Draft(toml, map, data, take_apart(map, data)))


def texts_of(draft: Draft) -> tuple[str, str]:
    """The two files of a draft."""
    toml = rewritten(draft.toml, draft.data)
    return toml, put_together(draft.map, draft.ground, draft.data)


def blank_texts(name: str = "") -> tuple[str, str]:
    """Where one begins: one of our scenarios by its name, or an empty map with our tables."""
    if name:
        source = builtin(name)
        return source["toml"], source["map"]
    folder = resources.files(__package__)
    toml, map = ((folder / f"blank.{kind}").read_text("utf-8") for kind in ("toml", "map"))
    return toml, map


def form_parts() -> FormParts:
    """Kinds that maps often have, with costs to begin with; and the rule options."""
    kinds = read_toml((resources.files(__package__) / "kinds.toml").read_text("utf-8"))
    return FormParts(kinds["terrain"], kinds["hexside"], rule_options())


def _plain(key: str, value: Any) -> None:
    """The page knows texts, numbers, lists and tables; no scenario has anything else."""
    if isinstance(value, dict):
        for inner, each in value.items():
            _plain(inner, each)
    elif isinstance(value, list):
        for each in value:
            _plain(key, each)
    elif isinstance(value, date | datetime | time) or (
        isinstance(value, float) and not isfinite(value)
    ):
        raise BadInput("workshop.odd_value", name=key[:40], value=str(value)[:40])
