"""What a nation's artillery is like: chits, contact values, accuracy. Figures are in the tables."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any, NamedTuple

from hexfire.asl.nations import row_of
from hexfire.rulebook import BadInput, Refusal


class Chits(NamedTuple):
    """A draw pile: so many black chits and so many red ones."""

    black: int
    red: int


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Any]:
    text = (resources.files("hexfire.asl.tables") / "nationalities.toml").read_text("utf-8")
    rows = tomllib.loads(text)
    return {name: row for name, row in rows.items() if "oba" in row or "oba_by_date" in row}


def nations() -> tuple[str, ...]:
    """The nations whose artillery the tables know."""
    return tuple(_table())


def _nation(nation: str) -> Mapping[str, Any]:
    key = row_of(nation)
    if key not in _table():
        raise BadInput("artillery.unknown_nation", text=nation, nations=nations())
    row: Mapping[str, Any] = _table()[key]
    return row


def check_date(date: str) -> None:
    """A month is written YYYY-MM."""
    if not re.fullmatch(r"19[3-5][0-9]-(0[1-9]|1[0-2])", date):
        raise BadInput("artillery.bad_date", text=date)


def _in_force(rows: list[Mapping[str, Any]], date: str) -> Mapping[str, Any] | None:
    dated = [row for row in rows if "from" in row or "until" in row]
    if not dated:
        return rows[0] if len(rows) == 1 else None
    if not date:
        return None
    return next((r for r in dated if r.get("from", "0000") <= date <= r.get("until", "9999")), None)


def contact_value(nation: str, date: str) -> int:
    """C1.2: the radio's Contact Value; some nations' radios got better as the war went on."""
    row = _in_force(_nation(nation).get("radio", []), date)
    if row is None:
        raise Refusal("C1.2", "artillery.no_contact_value", nation=nation, date=date or "–")
    return int(row["contact"])


def phone_value() -> int:
    """C1.23: a field phone makes contact on 11 or less, whatever the nation."""
    return 11


def basic_pile(nation: str, date: str) -> tuple[Chits, bool]:
    """C1.211: the nation's chits, and whether Plentiful Ammunition is already counted in them."""
    row = _nation(nation)
    chits = row.get("oba")
    if "oba_by_date" in row:
        chits = _in_force(row["oba_by_date"], date)
    if not isinstance(chits, Mapping):
        raise Refusal("C1.211", "artillery.no_pile", nation=nation, date=date or "–")
    included = chits.get("plentiful_ammo_included", row.get("plentiful_ammo_included", False))
    return Chits(chits["black"], chits["red"]), bool(included)


def accuracy_limit(nation: str) -> int:
    """C1.3: 2 for British, Free French, German and American artillery, 1 for all others."""
    limit = _nation(nation).get("accuracy_max", 1)
    return limit if isinstance(limit, int) else 1


def has_rockets(nation: str) -> bool:
    """C1.9: not if the nation's OBA Battery Availability Chart lists none; where we have no chart
    the scenario is taken at its word."""
    return bool(_nation(nation).get("rockets", True))
