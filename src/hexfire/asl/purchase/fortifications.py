"""H1.6: fortifications, their prices and their limits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from typing import Any, NamedTuple

from hexfire.asl.purchase.calendar import Date
from hexfire.asl.purchase.nations import JAPANESE, US, family
from hexfire.asl.purchase.tables import table
from hexfire.rulebook import BadInput, Message, Modifier, Refusal, Tally


class Kind(NamedTuple):
    """One line of the price list: what it is called here, in the tables, and its rule."""

    name: str
    entry: str
    rule: str = "H1.6T"
    figure: str = "bpv"
    part: str = ""


_KINDS = (
    Kind("foxhole-3", "Foxhole", "H1.6.1", part="squads_3"),
    Kind("foxhole-2", "Foxhole", "H1.6.1", part="squads_2"),
    Kind("foxhole-1", "Foxhole", "H1.6.1", part="squads_1"),
    Kind("trench", "Trench"),
    Kind("at-ditch", "Trench", figure="bpv_at_ditch"),
    Kind("minefield", "Minefield", "H1.6.2", "bpv_per_ift_factor"),
    Kind("at-mine", "A-T Mine", "H1.6.3", "bpv_per_factor"),
    Kind("daisy-chain", "A-T Mine", "H1.6.3", "bpv_per_factor"),
    Kind("roadblock", "Roadblock", "H1.6.4"),
    Kind("wire", "Wire"),
    Kind("fortified-building", "Fortified Building Location or Tunnel", "H1.6.6"),
    Kind("tunnel", "Fortified Building Location or Tunnel", "H1.6.6"),
    Kind("hip-squad", "HIP", "H1.6.7", part="squad"),
    Kind("hip-hs", "HIP", "H1.6.7", part="hs"),
    Kind("hip-smc", "HIP", "H1.6.7", part="smc"),
    Kind("?", "?"),
    Kind("booby-traps-c", "Booby Traps", "H1.6.8", part="level_C"),
    Kind("booby-traps-b", "Booby Traps", "H1.6.8", part="level_B"),
    Kind("booby-traps-a", "Booby Traps", "H1.6.8", part="level_A"),
    Kind("sangar", "Sangar", "H1.6.9"),
    Kind("trip-flare", "Trip Flares"),
    Kind("panji", "Panji", "H1.6.10", "bpv_per_hexside"),
    Kind("cave", "Cave", "H1.6.11"),
    Kind("tetrahedron", "Tetrahedron", "H1.6.12"),
    Kind("udt", "UDT", "H1.6.13", "bpv_per_dr"),
    Kind("recon", "Recon", "H1.6.14"),
    Kind("ammo-dump", "Ammo Dump", "H1.6.15"),
)
KINDS = {kind.name: kind for kind in _KINDS}
PER_BOARD = ("minefield", "roadblock")
"""What is limited board by board, so that a purchase names its board."""

_PILLBOX = re.compile(r"pillbox[ -]?(\d)[-+](\d)[-+](\d)")


def fortification(text: str) -> str:
    """The name in the price list that a person means; a pillbox carries its figures."""
    wanted = text.strip().lower().replace(" ", "-").replace("_", "-")
    if wanted in KINDS:
        return wanted
    if pillbox := _PILLBOX.fullmatch(wanted):
        return f"pillbox {pillbox[1]}-{pillbox[2]}-{pillbox[3]}"
    raise BadInput("purchase.unknown_fortification", text=text, names=(*KINDS, "pillbox 1-3-5"))


def fortification_price(name: str, number: int, date: Date, already: int = 0) -> Tally:
    """H1.6, H1.6T: the price of so many of a fortification. `already`: how many were bought before.

    R-H1.6.9: Sangars are half a point each; an odd half is rounded up over all of them.
    """
    name = fortification(name)
    if pillbox := _PILLBOX.fullmatch(name.replace(" ", "-")):
        figures = [int(part) for part in pillbox.groups()]
        why = Message.of("purchase.pillbox", figures="+".join(map(str, figures)))
        each = sum(figures) * _entry("Pillbox")["times"]
        return Tally.of([Modifier("pillbox", "H1.6.5", each * number, why=why)])
    kind = KINDS[name]
    each = _each(kind, date)
    points = ceil(each * (already + number)) - ceil(each * already)
    return Tally.of([Modifier(kind.name, kind.rule, points)])


def _entry(name: str) -> dict[str, Any]:
    return next(item for item in table("fortifications", "items") if item["name"] == name)


def _each(kind: Kind, date: Date) -> Fraction:
    price = _entry(kind.entry)[kind.figure]
    if kind.name == "cave":
        return Fraction(price["before_1944" if date.year < 1944 else "y1944_45"])
    return Fraction(price[kind.part] if kind.part else price)


def check_fortifier(name: str, nation: str, date: Date, enemy: str | None) -> None:
    """H1.6.11, H1.6.13: caves are Japanese; UDT are U.S., from 1944, against Japanese.

    `enemy`: none if it is not known.
    """
    if name == "cave" and family(nation) != JAPANESE:
        raise Refusal("H1.6.11", "purchase.only_japanese")
    against = enemy is None or family(enemy) == JAPANESE
    if name == "udt" and not (family(nation) == US and date.year >= 1944 and against):
        raise Refusal("H1.6.13", "purchase.only_us_udt")


def check_fortification(
    name: str,
    number: int,
    board: str,
    *,
    nation: str,
    enemy: str,
    date: Date,
    night: bool,
    squads: int,
    boards: tuple[str, ...],
    have: Mapping[tuple[str, str], int],
) -> None:
    """H1.6 notes 2, 4, 7, 11, 13: who may buy what, and how much of it. `have`: bought so far."""
    limits = table("limits")
    if name in PER_BOARD:
        if board not in boards:
            raise BadInput("purchase.which_board", text=board, boards=boards)
        most = limits[
            "minefield_factors_per_board" if name == "minefield" else "roadblocks_per_board"
        ]
        if have.get((name, board), 0) + number > most:
            raise Refusal(KINDS[name].rule, "purchase.board_limit", board=board, most=most)
    elif board:
        raise BadInput("purchase.no_board", text=board, names=PER_BOARD)
    check_fortifier(name, nation, date, enemy)
    if name in ("hip-squad", "hip-hs") and not night:
        # R-H1.6.7: two half-squads hide as one squad; halves keep the sum whole.
        halves = 2 * have.get(("hip-squad", ""), 0) + have.get(("hip-hs", ""), 0)
        halves += number * (2 if name == "hip-squad" else 1)
        most = squads * round(100 * limits["hip_squad_fraction"]) // 100
        if halves > 2 * most:
            raise Refusal("H1.6.7", "purchase.hip_limit", most=most, squads=squads)
