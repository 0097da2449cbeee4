"""H1.46–H1.465: Observation Post tanks: who may have one, what it costs, how it observes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import msgspec

from hexfire.asl.artillery import op_tanks as in_play
from hexfire.asl.artillery.op_tanks import Observing
from hexfire.asl.counters import Vehicle, catalogue
from hexfire.asl.counters.models import Machineguns
from hexfire.asl.purchase.calendar import Date, span
from hexfire.asl.purchase.facts import Facts
from hexfire.asl.purchase.nations import family
from hexfire.asl.purchase.oba import Module
from hexfire.asl.purchase.tables import table
from hexfire.rulebook import BadInput, Modifier, Refusal, Tally


class Armament(msgspec.Struct, frozen=True):
    """H1.462a, H1.464, H1.465: how an OP tank is armed, where it is not as its counter prints.

    A FP is none where the counter is not in the catalogue: the printed one holds.
    """

    ma: Literal["bmg", "cmg"]
    fp: int | str | None
    rof: int
    type: str
    bmg: int | str | None = None
    aamg: int | None = None
    fires_hd: bool = False
    smoke: str = ""
    """What stands instead of the counter's smoke dischargers."""


class OPTank(NamedTuple):
    """H1.46: an Observation Post tank and the counter that stands for it."""

    name: str
    nation: str
    counter: str
    bpv: int
    available: str
    rule: str
    sizes: tuple[int, ...]
    """The calibres of OBA that it may direct; empty: all from `at_least` on."""
    at_least: int
    armament: Armament | None
    """None: as its counter prints."""


_OP_RULES = {
    "Pzkpfw III OP": "H1.462a",
    "Pzkpfw IV OP": "H1.462b",
    "Sherman (U.S.) OP": "H1.463",
    "Sherman (U.K.) OP": "H1.464",
    "Cromwell OP": "H1.4641",
    "Ram OP": "H1.465",
}


def op_tanks(nation: str | None = None) -> tuple[OPTank, ...]:
    """H1.462–H1.465: the OP tanks (of a nation)."""
    kin = None if nation is None else family(nation)
    return tuple(tank for tank in _every_op_tank() if kin in (None, tank.nation))


@lru_cache
def _every_op_tank() -> tuple[OPTank, ...]:
    tanks = []
    for row in table("op_tanks"):
        tank = OPTank(
            row["name"],
            row["nationality"],
            row["counter"],
            row["bpv"],
            row["available"],
            _OP_RULES[row["name"]],
            tuple(row.get("oba_sizes", ())),
            row.get("oba_at_least", 0),
            _armament(row),
        )
        tanks.append(tank)
    return tuple(tanks)


def _armament(row: Mapping[str, Any]) -> Armament | None:
    """H1.462a, H1.464, H1.4641, H1.465: the MG that is its MA, and what else it has."""
    if "ma_weapon" not in row:
        return None
    printed = _printed(row["counter"])
    own = {"bmg": printed.bow, "cmg": printed.coax}[row["ma_weapon"]]
    return Armament(
        ma=row["ma_weapon"],
        fp=row.get("ma_fp", own),
        rof=row["rof"],
        type=row["gun_type"],
        bmg=printed.bow if row.get("keeps_bmg") else None,
        aamg=row.get("aamg_fp"),
        fires_hd=row.get("fires_hd", False),
        smoke=row.get("smoke", ""),
    )


def _printed(counter: str) -> Machineguns:
    """The MG of the counter that stands for an OP tank."""
    for each in catalogue():
        if isinstance(each, Vehicle) and each.name in (counter, f"{counter}(a)"):
            return each.mg
    return Machineguns()


def op_tank(nation: str, counter: str) -> OPTank:
    """The OP tank that a counter stands for."""
    wanted = counter.lower().replace(" ", "")
    for tank in op_tanks(nation):
        if tank.counter.lower().replace(" ", "") == wanted:
            return tank
    names = tuple(tank.counter for tank in op_tanks(nation))
    raise BadInput("purchase.unknown_op_tank", text=counter, names=names or ("–",))


def listed_counter(facts: Facts, tank: OPTank) -> str:
    """H1.46: an OP tank takes an ordinary counter, which the listing may call «Sherman III(a)»."""
    for name in (tank.counter, f"{tank.counter}(a)"):
        for listed in facts.names("vehicle", tank.nation):
            if listed.lower() == name.lower():
                return listed
    return tank.counter


def directs(tank: OPTank, battery: Module) -> bool:
    """H1.462–H1.465: whether an OP tank may direct a battery of this size.

    The Germans' and Americans' sizes are exact («100+», «150+»), the British «80+ or larger».
    """
    if battery.rocket:
        return False
    if not tank.sizes:
        return battery.caliber >= tank.at_least
    return battery.caliber in tank.sizes and not battery.mortar


def check_op_tank(tank: OPTank, date: Date, motorized: bool, battery: Module) -> None:
    """H1.46: an OP tank needs the 10 % expenditure and a battery of a type it may direct."""
    if not motorized:
        raise Refusal("H1.46", "purchase.op_motorized")
    check_op_date(tank, date)
    if not directs(tank, battery):
        raise Refusal(tank.rule, "purchase.op_battery", item=tank.counter, size=battery.size)


def check_op_date(tank: OPTank, date: Date) -> None:
    """H1.462–H1.465: from when to when an OP tank is in use."""
    if date not in span(tank.available):
        raise Refusal(tank.rule, "purchase.not_in_time", item=tank.counter, date=str(date))


def op_tank_price(tank: OPTank) -> Tally:
    """H1.46: an OP tank's BPV, added to the Vehicles."""
    return Tally.of([Modifier("bpv", tank.rule, tank.bpv)])


# -- in play --------------------------------------------------------------------------------------


def observer(crew_morale: int, stunned: bool = False) -> tuple[str, bool]:
    """H1.461: the observer outside his tank: an x-0 leader, wounded if he had been Stunned."""
    return f"{crew_morale}-0", stunned


def accuracy_drm(tank: OPTank, now: Observing) -> Tally:
    """H1.461, H1.463–H1.465: what the tank adds to its battery's Accuracy dr."""
    return in_play.accuracy_drm(in_play.op_tank(tank.name), now)


def phone_works(tank: OPTank, now: Observing) -> bool:
    """H1.464, H1.4641: the British OP tank's own phone, aboard and in the hex it set up in."""
    return tank.rule in ("H1.464", "H1.4641") and now.aboard and not now.phone_hex_left


def spare_radio(tank: OPTank, now: Observing) -> bool:
    """H1.464, H1.4641: the second radio exists once the observer has taken it out of the tank."""
    return tank.rule in ("H1.464", "H1.4641") and not now.aboard
