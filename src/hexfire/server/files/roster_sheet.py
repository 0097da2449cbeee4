"""The Roster as blocks of rows in the reader's language; the terminal and the paper print them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hexfire.assist.purchase.at_table import STEPS, InfantryRow, ItemRow, Roster, Section
from hexfire.assist.purchase.names import item_name
from hexfire.lang import Words


class Block(NamedTuple):
    """A titled table. `right` are the columns of numbers; `foot` is set off below."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    foot: tuple[str, ...] = ()
    note: str = ""
    right: frozenset[int] = frozenset()


class Sheet(NamedTuple):
    """A whole Roster, ready to be printed anywhere."""

    title: str
    head: str
    status: str
    flow: tuple[tuple[str, bool], ...]
    blocks: tuple[Block, ...]
    legend: str


def sheet(words: Words, of: Roster) -> Sheet:
    """H1.21: the Roster's parts in their order."""
    nation = words.say(f"purchase.nation.{of.nation}")
    elr = "–" if of.elr is None else str(of.elr)
    blocks = [
        *(_infantry(words, section) for section in of.infantry),
        _totals(words, of),
        _ordnance(words, of),
        _vehicles(words, of),
        _oba(words, of),
        _items(words, "purchase.step.fortifications", of.fortifications),
        _balance(words, of),
        _counts(words, "purchase.sheet.leaders", of.leaders),
        _counts(words, "purchase.sheet.sw", of.sw),
    ]
    return Sheet(
        words.say("purchase.sheet.title"),
        words.say("purchase.sheet.head", nation=nation, date=of.date, points=of.points),
        words.say("purchase.sheet.step", step=f"@purchase.step.{of.step}", left=of.left)
        + " · "
        + words.say("purchase.sheet.san_elr", san=of.san, elr=elr),
        tuple((words.say(f"purchase.step.{step}"), step == of.step) for step in STEPS[1:-1]),
        tuple(block for block in blocks if block.rows or block.note),
        words.say("purchase.sheet.marks"),
    )


def _heads(words: Words, *names: str) -> tuple[str, ...]:
    return tuple(words.say(f"purchase.sheet.{name}") for name in names)


def _sum(words: Words, columns: int, points: Iterable[int]) -> tuple[str, ...]:
    """The total at the bottom of a part."""
    return (words.say("purchase.sheet.totals"), *("",) * (columns - 2), str(sum(points)))


def _infantry(words: Words, of: Section) -> Block:
    """H1.212: crews and half-squads stand in a circle of brackets: they do not count."""
    return Block(
        words.say(f"purchase.section.{of.name}"),
        _heads(words, "line", "type", "number", "mpv_ea", "mpv", "id", "ab"),
        tuple(_infantry_row(row) for row in of.rows),
        ("", words.say("purchase.sheet.equiv"), f"{of.number} ({of.equivalents})", "", "", "", ""),
        right=frozenset((2, 3, 4)),
    )


def _infantry_row(row: InfantryRow) -> tuple[str, ...]:
    return (
        str(row.line),
        row.type if row.kind == "squad" else f"{row.type} {row.kind}".replace("HS hs", "HS"),
        str(row.number) if row.kind == "squad" else f"({row.number})",
        "–" if row.each is None else str(row.each),
        "–" if row.mpv is None else str(row.mpv),
        row.ids,
        row.ab,
    )


def _totals(words: Words, of: Roster) -> Block:
    total = of.first_mpv + of.second_mpv
    mpv = f"{of.first_mpv} + {of.second_mpv} = {total}" if of.second_mpv else str(total)
    note = words.say("purchase.sheet.engineers", count=of.engineers) if of.engineers else ""
    rows = ((f"{of.squads} ({of.equivalents})", mpv),) if of.squads or total else ()
    return Block(
        words.say("purchase.sheet.totals"),
        (words.say("purchase.sheet.equiv"), words.say("purchase.sheet.mpv")),
        rows,
        note=note,
        right=frozenset((0, 1)),
    )


def _dr(words: Words, rolled: tuple[int, str] | None) -> str:
    return "" if rolled is None else words.say("purchase.sheet.dr", dr=rolled[0], rf=rolled[1])


def _ordnance(words: Words, of: Roster) -> Block:
    return Block(
        words.say("purchase.step.ordnance"),
        _heads(words, "name", "bpv_ea", "number", "id", "ref", "bpv"),
        tuple(
            (gun.name, str(gun.each), str(gun.number), gun.ids, gun.refs, str(gun.bpv))
            for gun in of.guns
        ),
        _sum(words, 6, (gun.bpv for gun in of.guns)),
        _dr(words, of.ordnance_dr),
        frozenset((1, 2, 5)),
    )


def _vehicles(words: Words, of: Roster) -> Block:
    rows = []
    for v in of.vehicles:
        marks = [words.say("purchase.sheet.ammo")] if v.ammo else []
        if v.tows:
            marks.append(words.say("purchase.sheet.tows", ref=v.tows))
        name = f"{v.name} ({', '.join(marks)})" if marks else v.name
        number = str(v.number)
        rows.append(
            (v.ref, name, str(v.each), number, v.id, v.opt_bpv, v.opt_for, v.leader, str(v.bpv))
        )
    for item in of.transport:
        name = words.say(f"purchase.item.{item.name}")
        if item.foreign:
            name += f" ({words.say('purchase.item.foreign')})"
        each = str(item.bpv // item.number)
        rows.append(("", name, each, str(item.number), "", "", "", "", str(item.bpv)))
    note = _dr(words, of.vehicle_dr)
    if of.motorized:
        note = " · ".join(filter(None, (note, words.say("purchase.step.motorized"))))
    heads = ("ref", "name", "bpv_ea", "number", "id", "opt_bpv", "for", "leader", "bpv")
    return Block(
        words.say("purchase.step.vehicles"),
        _heads(words, *heads),
        tuple(rows),
        _sum(words, 9, [v.bpv for v in of.vehicles] + [item.bpv for item in of.transport]),
        note,
        frozenset((2, 3, 8)),
    )


def _oba(words: Words, of: Roster) -> Block:
    rows = [(b.id, b.size, b.rp, b.ps, str(b.bpv)) for b in of.batteries]
    for item in of.support:
        name = words.say(f"purchase.{item.name}")
        if item.board:
            name += f" ({item.board})"
        rows.append((name, str(item.number), "", "", str(item.bpv)))
    note = " · ".join(f"DR {dr}" for dr in of.oba_rolls)
    return Block(
        words.say("purchase.step.oba"),
        _heads(words, "battery", "size", "rp", "ps", "bpv"),
        tuple(rows),
        _sum(words, 5, [b.bpv for b in of.batteries] + [item.bpv for item in of.support]),
        note,
        frozenset((4,)),
    )


def _items(words: Words, title: str, items: tuple[ItemRow, ...]) -> Block:
    return Block(
        words.say(title),
        _heads(words, "name", "number", "board", "bpv"),
        tuple(
            (words.tell(item_name(item.name).what), str(item.number), item.board, str(item.bpv))
            for item in items
        ),
        foot=_sum(words, 4, (item.bpv for item in items)),
        right=frozenset((1, 3)),
    )


def _balance(words: Words, of: Roster) -> Block:
    """«Points Available», line by line."""
    rows = [(words.say("purchase.sheet.allotment"), "", str(of.points))]
    for line in of.balance:
        if line.spent:
            name = words.say(f"purchase.step.{line.name}")
            rows.append((name, f"−{line.spent}", str(line.left)))
    return Block(
        words.say("purchase.sheet.available"),
        ("", *_heads(words, "spent", "left")),
        tuple(rows),
        right=frozenset((1, 2)),
    )


def _counts(words: Words, title: str, counts: dict[str, str]) -> Block:
    return Block(
        words.say(title),
        tuple(counts),
        (tuple(counts.values()),) if counts else (),
    )
