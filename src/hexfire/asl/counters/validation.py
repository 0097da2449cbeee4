"""Each entry of the catalogue is checked: what it prints must exist on the tables."""

from __future__ import annotations

from typing import NoReturn

from hexfire.asl.counters.models import (
    Ammunition,
    AnyCounter,
    Gun,
    Leader,
    Squad,
    SupportWeapon,
    Vehicle,
)
from hexfire.asl.tables import to_kill
from hexfire.rulebook import BadInput

SYMBOLS = frozenset({"A", "D", "H", "C", "s", "WP", "AP", "HE", "sD", "sM", "sN", "sP", "IR"})
_MARKS = {"plain": 0, "boxed": 1, "circled": -1}
_MOUNTS = frozenset({"", "T", "ST", "RST", "1MT", "NT"})
_MOVEMENTS = frozenset({"tracked", "halftrack", "truck", "armored_car", "motorcycle"})
_GUN_TYPES = frozenset({"AT", "INF", "ART", "AA", "MTR", "RCL"})
BARRELS = {"normal": "", "short": "*", "L": "L", "LL": "LL"}
# They fire their armour-piercing shot on the APCR table always (C7.32), or never fire AP limbered.
_NO_AP_ENTRY = frozenset({"28LL", "40LL"})
# Printed on one source's text only; the table has no such entry (to-kill.toml, gaps).
_NO_APCR_ENTRY = frozenset({"88LL"})


class _Check:
    """The checks of one entry; each failure names file, entry, figure and what was expected."""

    def __init__(self, counter: AnyCounter, source: str) -> None:
        self.counter, self.source = counter, source

    def wrong(self, figure: str, value: object, expected: str) -> NoReturn:
        raise BadInput(
            "effects.catalogue.figure",
            file=self.source,
            entry=self.counter.id,
            figure=figure,
            value=str(value),
            expected=expected,
        )

    def within(self, figure: str, value: int | None, low: int, high: int) -> None:
        if value is not None and not low <= value <= high:
            self.wrong(figure, value, f"{low}–{high}")

    def among(self, figure: str, value: str, known: frozenset[str]) -> None:
        if value not in known:
            self.wrong(figure, value, ", ".join(sorted(known - {""})))


def check(counter: AnyCounter, source: str) -> None:
    """Refuse an entry whose figures cannot stand on a counter."""
    entry = _Check(counter, source)
    match counter:
        case Vehicle():
            _vehicle(entry, counter)
        case Gun():
            _gun(entry, counter)
        case SupportWeapon():
            entry.within("rof", counter.rof, 0, 4)
            entry.within("b", counter.b, 2, 12)
            entry.within("x", counter.x, 2, 12)
        case Squad():
            _squad(entry, counter)
        case Leader():
            entry.within("morale", counter.morale, 1, 10)
            entry.within("drm", counter.drm, -3, 3)


def _vehicle(entry: _Check, vehicle: Vehicle) -> None:
    entry.among("movement", vehicle.movement, _MOVEMENTS)
    entry.among("turret", vehicle.turret, _MOUNTS)
    entry.within("target_size", vehicle.target_size, -2, 2)
    entry.within("rof", vehicle.rof, 0, 4)
    entry.within("b", vehicle.b, 2, 12)
    entry.within("cs", vehicle.cs, 2, 12)
    _armor(entry, vehicle)
    size = to_kill.parse_size(vehicle.ma)
    if size is not None:
        mortar = vehicle.ma_no_ap and size[1] == "*" and vehicle.range.startswith("[")
        _ammunition(entry, size, vehicle.ammo, vehicle.ma_no_ap or mortar, vehicle.nation)
    else:
        for symbol, _ in vehicle.ammo:
            entry.among("ammo", symbol, SYMBOLS)


def _armor(entry: _Check, vehicle: Vehicle) -> None:
    if not vehicle.armored:
        if vehicle.afs:
            entry.wrong("armored", "false", "no AF")
        return
    levels = to_kill.af_levels()
    for part, mark, turret in (
        ("front", vehicle.af_front_mark, vehicle.af_turret_front),
        ("side_rear", vehicle.af_side_rear_mark, vehicle.af_turret_side_rear),
    ):
        hull = vehicle.af_front if part == "front" else vehicle.af_side_rear
        if hull not in levels:
            entry.wrong(f"af_{part}", hull, ", ".join(map(str, levels)))
        entry.among(f"af_{part}_mark", mark or "plain", frozenset(_MARKS))
        at = levels.index(hull) + _MARKS[mark or "plain"]
        expected = levels[min(max(at, 0), len(levels) - 1)]
        if turret != expected:
            entry.wrong(f"af_turret_{part}", turret, str(expected))


def _gun(entry: _Check, gun: Gun) -> None:
    entry.among("class", gun.gun_type, _GUN_TYPES)
    entry.among("mount", gun.mount, _MOUNTS)
    entry.among("barrel", gun.barrel, frozenset(BARRELS))
    entry.within("target_size", gun.target_size, -1, 1)
    entry.within("rof", gun.rof, 0, 4)
    entry.within("b", gun.b, 2, 12)
    no_ap = gun.no_ap or gun.gun_type == "MTR"
    _ammunition(entry, (gun.caliber, BARRELS[gun.barrel]), gun.ammo, no_ap, gun.nation)


def _squad(entry: _Check, squad: Squad) -> None:
    entry.within("morale", squad.morale, 1, 10)
    entry.within("broken_morale", squad.broken_morale, 1, 10)
    if squad.strength != f"{squad.fp}-{squad.range}-{squad.morale}":
        entry.wrong("strength", squad.strength, f"{squad.fp}-{squad.range}-{squad.morale}")


def _ammunition(
    entry: _Check, size: tuple[float, str], ammo: Ammunition, no_ap: bool, nation: str
) -> None:
    """The calibre must exist on the TK table of every ammunition the counter prints."""
    caliber, barrel = size
    key = to_kill.gun_size(caliber, barrel)
    symbols = dict(ammo)
    for symbol, numbers in ammo:
        entry.among("ammo", symbol, SYMBOLS)
        for number in numbers:
            entry.within(symbol, number.n, 1, 13)
    on_table = {
        "AP": no_ap or key in _NO_AP_ENTRY or to_kill.ap_basic(key, nation) is not None,
        "A": "A" not in symbols or key in _NO_APCR_ENTRY or _apcr(key, nation),
        "D": "D" not in symbols or to_kill.apds_basic(key) is not None,
        "H": "H" not in symbols or to_kill.heat_basic(f"{caliber:g}") is not None,
    }
    for symbol, has_entry in on_table.items():
        if not has_entry:
            entry.wrong("caliber", key, f"TK: {symbol}")


def _apcr(key: str, nation: str) -> bool:
    return to_kill.apcr_basic(key, nation) is not None
