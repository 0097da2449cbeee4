"""H1.2–H1.27: what squads, half-squads and crews cost, and which of them may be what."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from hexfire.asl.purchase.calendar import Date
from hexfire.asl.purchase.facts import Facts
from hexfire.asl.purchase.nations import GERMAN, PARTISAN, family
from hexfire.asl.purchase.tables import table
from hexfire.rulebook import Message, Modifier, Refusal, Tally

ENGINEER, SAPPER, COMMANDO, PARACHUTE = "A", "S", "C", "P"
"""The codes of the Roster's «A/B» column; chosen squad by squad."""
MOL, SKI, WINTER = "M", "SK", "W"
"""Bought for the whole side or not at all."""
CAPABILITIES = (ENGINEER, SAPPER, COMMANDO, PARACHUTE)
EQUIPMENT = (MOL, SKI, WINTER)

SAN: int = table("san", "base")
"""H1.29: what every side has without paying."""

ELITE, LINE, CONSCRIPT = "Elite", "Line", "Conscript"
SECTIONS = (ELITE, LINE, CONSCRIPT)

_RULE = {
    ENGINEER: "H1.22",
    SAPPER: "H1.23",
    COMMANDO: "H1.24",
    PARACHUTE: "H1.204",
    MOL: "H1.25",
    SKI: "H1.202",
    WINTER: "H1.203",
}
_NAME = {
    ENGINEER: "assault_engineers",
    SAPPER: "sappers",
    COMMANDO: "commandos",
    PARACHUTE: "parachute",
    MOL: "mol",
    SKI: "ski",
    WINTER: "winter_camouflage",
}
NAMES = {
    "engineer": ENGINEER,
    "sapper": SAPPER,
    "commando": COMMANDO,
    "parachute": PARACHUTE,
    "mol": MOL,
    "ski": SKI,
    "winter": WINTER,
}
"""How a person writes them."""


class InfantryType(NamedTuple):
    """A type of MMC as the facts describe it."""

    nation: str
    type: str
    bpv: int
    section: str
    kind: str = "squad"
    pf: int = 0
    ss: bool = False
    gurkha: bool = False
    sissi: bool = False
    elr: int | None = None
    inferred: bool = False


def unit(facts: Facts, nation: str, type_: str, pfk: bool = False) -> InfantryType:
    """A type of MMC with every figure its price needs; a figure nobody gave is asked for."""

    def fact(field: str) -> str | None:
        return facts.get("squad", nation, type_, field)

    if not facts.in_time("squad", nation, type_):
        raise Refusal("H1.2", "purchase.not_in_time", item=type_, date=str(facts.date))
    bpv = int(facts.need("H1.211", "squad", nation, type_, "bpv"))
    pf = fact("pf")
    return InfantryType(
        nation,
        type_,
        bpv,
        section(facts.need("H1.21", "squad", nation, type_, "class")),
        fact("kind") or "squad",
        int(pf) if pf is not None else pf_range(nation, facts.date, pfk),
        fact("ss") == "yes",
        fact("gurkha") == "yes",
        fact("sissi") == "yes",
        facts.number("squad", nation, type_, "elr"),
        fact("inferred") == "yes",
    )


def section(class_: str) -> str:
    """H1.21: the Roster's subsection; whatever is neither Elite nor Conscript goes under Line."""
    return class_ if class_ in (ELITE, CONSCRIPT) else LINE


def pf_range(nation: str, date: Date, pfk: bool = False) -> int:
    """H1.211: the maximum range of inherent PF on a date (C13.32), or of PFk where an SSR has them.

    Germans only: the other users' dates (A25) are not in our documents; a listing gives them.
    """
    if family(nation) != GERMAN:
        return 0
    hexes = 1 if pfk and date >= Date(1943, 8) else 0
    for step in table("infantry_options", "pf", "range"):
        if date >= Date.read(step["from"]):
            hexes = step["hexes"]
    return int(hexes)


def mpv_each(
    of: InfantryType, capabilities: Iterable[str] = (), equipment: Iterable[str] = ()
) -> Tally:
    """H1.26: the Modified Point Value: all multiplications first, then all additions.

    R-H1.23: the product is rounded up, once, after all multiplications; each multiplier is shown
    with what it adds to the rounded product so far.
    """
    chosen = set(capabilities)
    why = Message.of("purchase.inferred") if of.inferred else None
    items = [Modifier("bpv", "H1.211", of.bpv, why=why)]
    exact = Fraction(of.bpv)
    for code in (ENGINEER, SAPPER, COMMANDO):
        if code in chosen:
            factor = Fraction(str(table("infantry_options", _NAME[code], "multiplier")))
            before, exact = ceil(exact), exact * factor
            why = Message.of("purchase.times", factor=f"{float(factor):g}")
            items.append(Modifier(_NAME[code], _RULE[code], ceil(exact) - before, why=why))
    items.extend(_additions(of, chosen | set(equipment)))
    return Tally.of(items)


def _additions(of: InfantryType, chosen: set[str]) -> Iterable[Modifier]:
    """H1.202–H1.204, H1.25, H1.211: what is added after the multiplications."""
    options = table("infantry_options")
    skis = SKI in chosen and of.section == ELITE
    if SKI in chosen:
        price = options["ski"]["add_per_elite_mmc"]
        if of.sissi:  # H1.202: their skis are in their BPV
            yield Modifier("ski", "H1.202", price, False, Message.of("purchase.sissi"))
        else:
            yield Modifier("ski", "H1.202", price, skis, _not_elite(of))
    if WINTER in chosen:
        # R-H1.202: whoever has skis has Winter Camouflage with them.
        has = skis or of.sissi
        price = options["winter_camouflage"]["add_per_mmc"]
        why = Message.of("purchase.with_skis") if has else None
        yield Modifier("winter_camouflage", "H1.203", price, not has, why)
    if PARACHUTE in chosen:
        yield Modifier("parachute", "H1.204", options["parachute"]["add_per_elite_mmc"])
    if MOL in chosen:
        yield Modifier("mol", "H1.25", options["mol"]["add_per_mmc"])
    if of.pf:
        yield Modifier("pf", "H1.211", of.pf, why=Message.of("purchase.pf", hexes=of.pf))


def _not_elite(of: InfantryType) -> Message | None:
    return None if of.section == ELITE else Message.of("purchase.elite_only")


def check_capabilities(
    of: InfantryType, capabilities: tuple[str, ...], ss_majority: bool = False
) -> None:
    """H1.22–H1.27: whether such a unit may be bought so. `ss_majority`: non-Elite SS are most."""
    partisan = family(of.nation) == PARTISAN
    for code in capabilities:
        rule = _RULE[code]
        name = f"@purchase.capability.{code}"
        if code in (ENGINEER, SAPPER, COMMANDO) and of.kind != "squad":
            raise Refusal(rule, "purchase.squads_only", what=name, item=of.type)
        if partisan and code in (ENGINEER, SAPPER):
            raise Refusal("H1.27", "purchase.not_partisans", what=name)
        needs_elite = code in (ENGINEER, PARACHUTE) or (code == COMMANDO and not partisan)
        if needs_elite and of.section != ELITE:
            raise Refusal(rule, "purchase.only_elite", what=name, item=of.type)
        if code == ENGINEER and of.ss and not ss_majority:
            raise Refusal("H1.22", "purchase.ss_engineers", item=of.type)
    if of.gurkha and of.kind == "squad" and COMMANDO not in capabilities:
        raise Refusal("H1.24", "purchase.gurkhas", item=of.type)


def squad_counters(facts: Facts, nation: str, type_: str, kind: str) -> int | None:
    """H1.11, H1.212: how many counters of a type there are (None: nobody knows)."""
    count = facts.supply("squad", nation, type_)
    if kind == "squad":
        usual = table("limits", "squad_counters_per_type") * facts.copies
        return int(usual) if count is None else count
    return int(table("limits", "hs_per_type_per_scenario")) if kind == "hs" else count


def check_squad_counters(facts: Facts, nation: str, type_: str, kind: str, wanted: int) -> None:
    """H1.11, H1.212: no more counters of a type than there are; one HS of each type."""
    most = squad_counters(facts, nation, type_, kind)
    if most is not None and wanted > most:
        rule = "H1.212" if kind == "hs" else "H1.11"
        raise Refusal(rule, "purchase.counter_limit", item=type_, most=most)


SMOKE_EXPONENT_BONUS: int = table("infantry_options", "assault_engineers", "smoke_exponent_bonus")
"""H1.22: Assault Engineers' Smoke Exponent rises by so much, even from 0."""


def small_parachutes(items: int) -> tuple[int, int]:
    """H1.204: ½-inch parachutes for SMC and SW: how many (one for each item), and their price."""
    options = table("infantry_options", "parachute")
    number = items * options["half_inch_per_item_dropped"]
    return number, number * options["half_inch_parachute_bpv"]


def also_equipped(code: str) -> tuple[str, ...]:
    """H1.202, H1.203, H1.25: who has the side's equipment besides the MMC, at no cost."""
    return {
        MOL: ("smc", "gun crews", "vehicle crews", "vehicle hs"),
        SKI: ("smc", "gun crews", "elite vehicle hs"),
    }.get(code, ())


def traits(capabilities: Iterable[str]) -> dict[str, int | bool]:
    """H1.22, H1.24: what Assault Engineers and Commandos have in play.

    A Commando's Morale counts as underscored only if the counter shows it so.
    """
    traits: dict[str, int | bool] = {}
    options = table("infantry_options")
    if ENGINEER in capabilities:
        traits["smoke_exponent_bonus"] = SMOKE_EXPONENT_BONUS
    if COMMANDO in capabilities:
        for name in ("stealthy", "climbing", "elr"):
            traits[name] = options["commandos"][name]
    return traits


def smoke_exponent(printed: int, capabilities: Iterable[str]) -> int:
    """H1.22: the Smoke Exponent of a squad, raised for Assault Engineers even from 0."""
    return printed + (SMOKE_EXPONENT_BONUS if ENGINEER in capabilities else 0)


def san_price(to: int, now: int = SAN, night: bool = False) -> Tally:
    """H1.29: 10 points for each step of SAN above 2, twice that in a night scenario."""
    if to <= now:
        raise Refusal("H1.29", "purchase.san_down", to=to, now=now)
    base = table("san", "points_per_increase") * (to - now)
    items = [Modifier("san", "H1.29", base)]
    if night:
        extra = base * (table("san", "night_multiplier") - 1)
        items.append(
            Modifier("night", "H1.29", extra, why=Message.of("purchase.times", factor="2"))
        )
    return Tally.of(items)
