"""H1.5–H1.532: off-board artillery, bombardment, aircraft."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from hexfire.asl.purchase.calendar import Date, column, span
from hexfire.asl.purchase.facts import Facts, missing
from hexfire.asl.purchase.nations import (
    PARTISAN,
    family,
)
from hexfire.asl.purchase.tables import table
from hexfire.dice import Dice
from hexfire.rulebook import BadInput, Message, Modifier, Refusal, Tally

Ammo = Literal["", "P", "S"]
Barrage = Literal["", "CB", "CBc"]


class Choice(NamedTuple):
    """H1.5, H1.51, H1.52: how a battery is bought."""

    ammo: Ammo = ""
    barrage: Barrage = ""
    phone: bool = False


_WORDS: dict[str, tuple[str, str | bool]] = {
    "plentiful": ("ammo", "P"),
    "p": ("ammo", "P"),
    "scarce": ("ammo", "S"),
    "s": ("ammo", "S"),
    "cb": ("barrage", "CB"),
    "cbc": ("barrage", "CBc"),
    "phone": ("phone", True),
    "radio": ("phone", False),
}


def read_choice(words: Iterable[str], size: str = "") -> Choice:
    """H1.52: `plentiful cb phone`; of each kind at most one: not Plentiful and Scarce at once."""
    choices: dict[str, str | bool] = {}
    for word in words:
        if word.lower() not in _WORDS:
            raise BadInput("purchase.left_over", text=word, action=size or "battery")
        kind, value = _WORDS[word.lower()]
        if choices.setdefault(kind, value) != value:
            rule = {"ammo": "H1.52", "barrage": "H1.5", "phone": "H1.51"}[kind]
            raise Refusal(rule, "purchase.battery_twice", text=" ".join(words))
    return Choice(**choices)  # type: ignore[arg-type]


class Module(NamedTuple):
    """A battery that a DR offers: `80+M` for 92 points."""

    size: str
    bpv: int
    ir: bool = False

    @property
    def caliber(self) -> int:
        return int(self.size.rstrip("MR").rstrip("+"))

    @property
    def mortar(self) -> bool:
        return self.size.endswith("M")

    @property
    def rocket(self) -> bool:
        return self.size.endswith("R")


def check_oba(nation: str) -> None:
    """H1.27: Partisans have no OBA of any kind (R-H1.27b)."""
    if family(nation) == PARTISAN:
        raise Refusal("H1.27", "purchase.partisans_no", what="@purchase.step.oba")


def oba_rolls(points: int) -> int:
    """H1.5, H1.14: one OBA DR for each 600 points, or part of them, of the side's allotment."""
    return max(1, -(-points // int(table("oba", "points_per_dr"))))


def module(facts: Facts, nation: str, dr: int) -> Module:
    """H1.51: the battery a DR offers that year (charts H1.51T-G, H1.51T-F, H1.51T-S).

    Other nations' charts are user data.
    """
    check_oba(nation)
    kin = family(nation)
    given = facts.get("oba", nation, str(dr), "battery")
    if given is not None:
        size, _, bpv = given.partition(":")
        return Module(size, int(bpv))
    if kin not in table("oba", "charts"):
        raise missing("H1.51", "oba", nation, str(dr), "battery")
    chart = table("oba", "charts", kin)
    at = column(chart["columns"], facts.date)
    if at is None:
        raise missing("H1.51", "oba", nation, str(dr), "battery")
    size = chart["rows"][str(dr)][at]
    bpv = chart["bpv"][size]
    return Module(size, bpv[at] if isinstance(bpv, list) else bpv, size in chart["ir"])


def module_of_size(facts: Facts, nation: str, size: str) -> Module:
    """H1.51: the battery of a size, if the chart of that year can offer it at all."""
    by_size = {of.size: of for of in (module(facts, nation, dr) for dr in range(2, 13))}
    if size not in by_size:
        raise BadInput("purchase.unknown_size", text=size, sizes=tuple(sorted(by_size)))
    return by_size[size]


def offered(dice: Dice, facts: Facts, nation: str) -> tuple[int, Module]:
    """H1.5: one OBA DR: the roll and the battery it offers."""
    dr = dice.total("H1.5")
    return dr, module(facts, nation, dr)


def largest_bpv(facts: Facts, nation: str) -> int:
    """H1.51: the largest price the chart can ask for that year, for keeping a reserve."""
    return max(module(facts, nation, dr).bpv for dr in range(2, 13))


def _percent(of: int, percent: int) -> int:
    return -(-of * percent // 100)


def battery_price(of: Module, ammo: Ammo = "", barrage: Barrage = "") -> Tally:
    """H1.5, H1.52: a battery's price; each percentage is of the listed BPV, rounded up (R-H1.5b).

    R-H1.52: the 20 % amount itself is rounded up, for Scarce Ammo as for Plentiful. C1.9: rockets
    fire no Barrage, so no Creeping Barrage is sold with them (R-H1.5c).
    """
    if barrage and of.rocket:
        raise Refusal("C1.9", "purchase.rocket_barrage", size=of.size)
    items = [Modifier("bpv", "H1.51", of.bpv)]
    if ammo:
        name = "plentiful" if ammo == "P" else "scarce"
        percent = round(100 * table("oba", name))
        amount = _percent(of.bpv, abs(percent))
        why = Message.of("purchase.percent", percent=abs(percent))
        items.append(Modifier(name, "H1.52", amount if percent > 0 else -amount, why=why))
    if barrage:
        factor = {
            "CB": "creeping_barrage_multiplier",
            "CBc": "creeping_barrage_convertible_multiplier",
        }
        percent = round(100 * (table("oba", factor[barrage]) - 1))
        why = Message.of("purchase.percent", percent=percent)
        items.append(Modifier("creeping_barrage", "H1.5", _percent(of.bpv, percent), why=why))
    return Tally.of(items)


def preregistered_price(hexes: int) -> Tally:
    """H1.53a: 20 points for each Pre-Registered hex; a Creeping Barrage's are paid (H1.5)."""
    return Tally.of(
        [Modifier("preregistered", "H1.53a", hexes * table("oba", "pre_registered_hex"))]
    )


def bombardment_price() -> Tally:
    """H1.53b: 150 points for a Bombardment of one board."""
    return Tally.of([Modifier("bombardment", "H1.53b", table("oba", "bombardment_per_board"))])


def air_support_price(facts: Facts) -> Tally:
    """H1.531: 100, 125 or 100 points by date; another price may be agreed (R-H1.531)."""
    agreed = facts.number("scenario", "", "", "air_price")
    if agreed is not None:
        return Tally.of([Modifier("agreed", "H1.531", agreed)])
    for row in table("air_support", "price"):
        if facts.date in span(row["years"]):
            return Tally.of([Modifier("air_support", "H1.531", row["points"])])
    raise missing("H1.531", "scenario", "", "", "air_price")


def plane_price() -> Tally:
    """H1.532: 25 points for an Observation Plane."""
    return Tally.of([Modifier("observation_plane", "H1.532", table("observation_plane", "points"))])


def _plane_user(nation: str) -> dict[str, Any] | None:
    users = table("observation_plane", "users")
    return next((row for row in users if family(nation) in row["nationalities"]), None)


def may_have_plane(nation: str, date: Date) -> bool:
    """H1.532: who may have an Observation Plane, and when."""
    user = _plane_user(nation)
    return user is not None and date in span(user["years"])


def check_plane(nation: str, date: Date) -> None:
    """H1.532: refuses an Observation Plane to whoever has none on this date."""
    if not may_have_plane(nation, date):
        army = f"@purchase.nation.{nation}"
        raise Refusal("H1.532", "purchase.no_plane", nation=army, date=str(date))


def suits_plane(nation: str, of: Module) -> bool:
    """H1.532, H1.531.6: a battery that a plane may observe for: no rockets, 100+ (British 80+)."""
    user = _plane_user(nation)
    if user is None or of.rocket:
        return False
    return of.caliber >= int(user["minimum_oba"].removesuffix("+"))
