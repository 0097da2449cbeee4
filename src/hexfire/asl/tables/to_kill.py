"""The To Kill tables: Basic TK# by ammunition and gun, range modifiers, unarmored targets."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from hexfire.asl.tables import read

_SIZE = re.compile(r"^(\d+(?:\.\d+)?)(\*|LL?|)$")

# The colour-coded entries of the AP and APCR tables, by the nations that use them (R-C7.31).
_BROWN = frozenset({"Russian", "Japanese"})
_ATR_20L_RED = frozenset({"Finnish", "Japanese", "Italian", "Dutch"})


def gun_size(caliber: float, barrel: str) -> str:
    """The key of a gun on the AP and APCR/APDS tables: calibre and barrel sign ("", *, L, LL)."""
    return f"{caliber:g}{barrel}"


def parse_size(text: str) -> tuple[float, str] | None:
    """Calibre and barrel of a printed gun size, `None` for anything that is not one (a MG, a FT).

    A star before the calibre only points to the counter's notes.
    """
    size = _SIZE.match(text.lstrip("*"))
    return (float(size[1]), size[2]) if size else None


@lru_cache
def ap_basic(size: str, nation: str = "", made_by: str = "") -> int | None:
    """C7.31: the AP Basic TK#; colour-coded entries belong to the nation that made the gun."""
    maker = made_by or nation
    table = read("to-kill")["ap"]
    if size in ("76L", "76LL") and maker in _BROWN:
        return _special(table, size)
    if size == "90L" and maker == "Italian":
        return _special(table, size)
    number = table["basic"].get(size)
    return None if number is None else int(number)


def special_ap(name: str) -> int:
    """An AP Basic TK# printed in colour for one weapon: the Grant's 75, the Japanese Year-38."""
    number = _special(read("to-kill")["ap"], name)
    if number is None:
        raise KeyError(name)
    return number


@lru_cache
def atr_basic(nation: str, size: str = "") -> int:
    """C7.31: 6 for Soviet ATRs and the 20L ATRs of four nations, 5 for every other."""
    table = read("to-kill")["ap"]
    red = nation == "Russian" or (nation in _ATR_20L_RED and size == "20L")
    number = _special(table, "ATR") if red else table["basic"]["ATR"]
    return int(number or 0)


def mg_basic() -> int:
    """C7.31-T: a MG within Normal Range, its FP not halved."""
    return special_ap("MG")


@lru_cache
def apcr_basic(size: str, nation: str = "") -> int | None:
    """C7.32-T: the APCR Basic TK#; a British 76L is an American gun (R-C7.32-T)."""
    table = read("to-kill")["apcr"]
    if size in ("76L", "76LL") and nation == "Russian":
        return _special(table, size, "Russian")
    if size == "76L" and nation in ("American", "U.S.", "British"):
        return _special(table, size, "U.S.")
    for key, number in table["basic"].items():
        if key.split()[0] == size:
            return int(number)
    return None


@lru_cache
def apds_basic(size: str) -> int | None:
    """C7.32: the APDS Basic TK#."""
    number = read("to-kill")["apds"]["basic"].get(size)
    return None if number is None else int(number)


@lru_cache
def heat_basic(weapon: str) -> int | None:
    """C7.33, C7.33-T: the HEAT Basic TK# of a calibre ("75"; no barrel) or of a weapon ("PF")."""
    number = read("to-kill")["heat"]["basic"].get(weapon)
    return None if number is None else int(number)


def he_row(caliber: float) -> int | None:
    """C7.34: the largest calibre class that the gun reaches ("70+" is 70)."""
    fitting = [mm for mm in read("to-kill")["he"]["min_mm"] if mm <= caliber]
    return int(fitting[-1]) if fitting else None


def he_basic(caliber: float) -> int | None:
    """C7.34: the HE Basic TK# against armour."""
    return _he(caliber, "armored_basic")


def he_unarmored(caliber: float) -> int | None:
    """C7.342: the HE Final TK# against an unarmored target."""
    return _he(caliber, "unarmored_final")


def _he(caliber: float, row: str) -> int | None:
    table, mm = read("to-kill")["he"], he_row(caliber)
    return None if mm is None else int(table[row][table["min_mm"].index(mm)])


def ap_unarmored(caliber: float) -> int | None:
    """C7.311: the Final TK# of solid shot against an unarmored target, by calibre alone.

    `None` up to 15 mm: those use the ★Vehicle line of the IFT.
    """
    table = read("to-kill")["ap"]["unarmored"]
    for above, key in ((96, "mm100_up"), (84, "mm85_95"), (58, "mm65_83"), (29, "mm37_57")):
        if caliber >= above:
            return int(table[key])
    return int(table["atr_to_28mm"]) if caliber > 15 else None


def heat_unarmored() -> int:
    """C7.331."""
    return int(read("to-kill")["heat"]["unarmored"]["final_tk"])


@lru_cache
def case_d_ap(caliber: float, distance: int) -> int | None:
    """C7.24-T: what range does to AP; `None` where no kill is possible any more."""
    row = "le25mm" if caliber <= 28 else "mm37_57" if caliber <= 57 else "ge65mm"
    return _by_range(read("to-kill")["ap"]["case_d"], row, distance)


@lru_cache
def case_d_apcr(caliber: float, distance: int, apds: bool) -> int | None:
    """C7.24-T: what range does to APCR and APDS."""
    row = "apds" if apds else "apcr_le57mm" if caliber <= 57 else "apcr_ge65mm"
    return _by_range(read("to-kill")["apcr"]["case_d"], row, distance)


def _by_range(table: dict[str, Any], row: str, distance: int) -> int | None:
    at = max(i for i, nearest in enumerate(table["min"]) if nearest <= distance)
    text = table[row][at]
    return None if text == "NA" else int(text)


def _special(table: dict[str, Any], gun: str, user: str = "") -> int | None:
    for entry in table["special"]:
        if entry["gun"] == gun and (not user or user in entry["applies_to"]):
            return int(entry["tk"])
    return None


@lru_cache
def af_levels() -> tuple[int, ...]:
    """The Armor Factors that exist."""
    return tuple(read("to-kill")["af"]["levels"])


@lru_cache
def aerial_af(thinnest: int) -> int | None:
    """C7.11-T: the Aerial AF under the thinnest AF; `None` where the table's cell is lost."""
    for known in read("to-kill")["af"]["aerial"]["known"]:
        if known["lowest_af"] == thinnest:
            return int(known["aerial_af"])
    return None


@lru_cache
def afv_destruction(row: str, column: str) -> str:
    """C7.7-T: one cell of the AFV Destruction Table ("-" where it says nothing)."""
    table = read("to-kill")["afv_destruction"]
    return str(table[row][table["columns"].index(column)])


def flame(weapon: str) -> int:
    """C7.34-T: the Basic TK# of `dc`, `ft`, `mol` or `mol_projector` against armour."""
    return int(read("to-kill")["he"][weapon]["armored_basic"])
