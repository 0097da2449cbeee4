"""Listings: the built-in facts, and the players' own files laid over them."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

from hexfire.asl.nations import nations
from hexfire.asl.purchase.facts import FIELDS, Figure
from hexfire.asl.purchase.nations import read_nation
from hexfire.asl.purchase.tables import table
from hexfire.rulebook import BadInput
from hexfire.rulebook.toml import read_toml

_COUNTER_CLASS = {"E": "Elite", "1": "Line", "2": "Line", "G": "Green", "C": "Conscript"}
_COUNTER_NATION = {
    nation.counter: nation.name for nation in nations() if nation.name == nation.family
}
"""Whose figures the counters of the catalogue give."""


@lru_cache
def built_in() -> Mapping[str, str]:
    """What the chapter itself prints, and what the counters show; no figure that neither gives."""
    figures: dict[str, str] = {}
    figures.update(_from_counters())
    figures.update(_from_chapter())
    return figures


def _from_chapter() -> Iterator[tuple[str, str]]:
    for squad in table("squad_bpv"):
        at = f"squad/{squad['nationality']}/{squad['type']}"
        yield f"{at}/class", squad["class"]
        price = str(squad["bpv"])
        if price.startswith("<="):  # only a bound is known (H1.73): enough for a bonus, not to buy
            yield f"{at}/bpv_at_most", price.removeprefix("<=")
            continue
        yield f"{at}/bpv", price
        if squad.get("inferred"):
            yield f"{at}/inferred", "yes"
    options = table("prices", "vehicles")
    for vehicle in table("vehicle_bpv"):
        nation, name = vehicle["nationality"], vehicle["name"]
        yield f"vehicle/{nation}/{name}/bpv", str(vehicle["bpv"])
        # The example proves these rarities for its own month only (H1.43).
        yield f"vehicle/{nation}/{name}/rf", f"9/44={vehicle['current_rf_at_most']}"
        yield f"option/{nation}/{name}:AAMG/fp", str(options["example_aamg_2fp"])
        yield f"option/{nation}/{name}:AAMG/rf", f"9/44={options['optional_aamg_rf_german_note_b']}"
    yield "nation/German/lg", str(table("leaders", "lg_factor_german"))


def _from_counters() -> Iterator[tuple[str, str]]:
    """Names, classes and calibres of the counters: what can be seen on them, never a price."""
    text = (resources.files("hexfire.asl.counters") / "units.toml").read_text("utf-8")
    units = tomllib.loads(text)
    seen: set[str] = set()
    for unit in units["mmc"]:
        nation = _COUNTER_NATION.get(unit["nation"])
        kind = _COUNTER_CLASS.get(str(unit.get("class", "")))
        crew = unit["kind"] == "crew" and unit.get("class") == "infantry crew"
        if nation is None or not (kind or crew):
            continue
        at = f"squad/{nation}/{unit['strength']}"
        if at not in seen:
            seen.add(at)
            yield f"{at}/class", kind or "Elite"
            yield f"{at}/kind", unit["kind"]
            if "smoke_exponent" in unit:
                yield f"{at}/smoke", str(unit["smoke_exponent"])
    for unit in units["vehicle"]:
        nation = _COUNTER_NATION.get(unit["nation"])
        at = f"vehicle/{nation}/{unit['name']}"
        if nation is None or at in seen:
            continue
        seen.add(at)
        yield f"{at}/afv", _afv(unit)
        marks = [mark for mark in ("Sz", "G") if mark in unit.get("back", ())]
        yield f"{at}/back", " ".join(marks) or "none"
        if unit["name"].endswith("(a)"):  # built in the U.S., as the counter says
            yield f"{at}/lend_lease", "yes"
        if "af_front" not in unit and not (unit.get("ma") or unit.get("mg")):
            yield f"{at}/truck", "yes"
        if t_number := re.fullmatch(r"T(-?\d+)", unit.get("tow", "")):
            yield f"{at}/t", t_number[1]
    for unit in units["gun"]:
        nation = _COUNTER_NATION.get(unit["nation"])
        at = f"gun/{nation}/{unit['name']}"
        if nation is None or at in seen or "caliber" not in unit:
            continue
        seen.add(at)
        yield f"{at}/class", unit["class"]
        yield f"{at}/caliber", str(unit["caliber"])
        if isinstance(unit.get("m"), int):
            yield f"{at}/m", str(unit["m"])
        if unit["class"] == "MTR" and 76 <= unit["caliber"] <= 82:  # C9.2, R-H1.441
            yield f"{at}/dm", "yes"


def _afv(unit: Mapping[str, Any]) -> str:
    """H1.43: a Carrier, or an AFV that is not fully tracked, is half an AFV for an Armor Leader."""
    if "af_front" not in unit:
        return "no"
    carrier = unit["name"].startswith("Carrier")
    return "full" if unit.get("movement") == "tracked" and not carrier else "half"


def read_listing(text: str, form: str) -> dict[str, str]:
    """A player's listing (`toml` or `csv`) as figures; the first mistake is refused by name."""
    rows = _from_csv(text) if form == "csv" else _from_toml(text)
    return {figure.key: figure.check(value) for figure, value in rows}


def _from_csv(text: str) -> Iterator[tuple[Figure, str]]:
    """Lines `kind,nation,name,field,value`; the first is the head."""
    rows = list(csv.reader(io.StringIO(text)))
    if not rows or [cell.strip() for cell in rows[0]] != [
        "kind",
        "nation",
        "name",
        "field",
        "value",
    ]:
        raise BadInput("purchase.csv_head")
    for number, row in enumerate(rows[1:], start=2):
        cells = [cell.strip() for cell in row]
        if not any(cells) or cells[0].startswith("#"):
            continue
        if len(cells) != 5:
            raise BadInput("purchase.csv_line", line=number, count=len(cells))
        kind, nation, name, field, value = cells
        yield _figure(kind, nation, name, field), value


def _from_toml(text: str) -> Iterator[tuple[Figure, str]]:
    try:
        document = read_toml(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput("purchase.bad_toml", why=str(error)) from None
    for kind, entries in document.items():
        if kind not in FIELDS:
            raise BadInput("purchase.figure_kind", text=kind, kinds=tuple(FIELDS))
        if kind == "scenario":
            entries = [entries]
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            raise BadInput("purchase.toml_entries", kind=kind)
        for entry in entries:
            yield from _entry(kind, entry)


def _entry(kind: str, entry: dict[str, Any]) -> Iterator[tuple[Figure, str]]:
    entry = dict(entry)
    nation = str(entry.pop("nation", ""))
    name = str(entry.pop({"squad": "type", "oba": "dr"}.get(kind, "name"), ""))
    options = entry.pop("option", {}) if kind == "vehicle" else {}
    for field, value in entry.items():
        yield _figure(kind, nation, name, field), _text(value)
    for weapon, fields in options.items():
        if not isinstance(fields, dict):
            raise BadInput("purchase.toml_entries", kind="option")
        for field, value in fields.items():
            yield _figure("option", nation, f"{name}:{weapon}", field), _text(value)


def _figure(kind: str, nation: str, name: str, field: str) -> Figure:
    if kind == "scenario":
        return Figure.read(f"scenario/{field}")
    known = read_nation(nation)
    return Figure.read("/".join(part for part in (kind, known, name, field) if part))


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def template() -> str:
    """The listing that `hexfire dyo listing --template` writes, for players to fill in."""
    return (resources.files(__package__) / "listing-template.toml").read_text("utf-8")


_WANTED = {
    "squad": ("bpv", "class"),
    "gun": ("bpv", "rf", "count", "class", "caliber"),
    "vehicle": ("bpv", "rf", "count", "afv"),
    "option": ("fp", "rf"),
}


def gaps(figures: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Which item lacks which figure, so that the players know what to look up."""
    have: dict[tuple[str, str, str], set[str]] = {}
    for key in figures:
        kind, nation, name, field = Figure.read(key)
        if kind in _WANTED:
            have.setdefault((kind, nation, name), set()).add(field)
    return {
        "/".join(item): lacking
        for item, fields in have.items()
        if (lacking := tuple(field for field in _WANTED[item[0]] if field not in fields))
    }
