"""Kill-probability curves by range, exact: what players have drawn by hand for decades."""

from __future__ import annotations

import csv
import io
import shlex
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from hexfire.asl.counters import Catalogue
from hexfire.assist.shots import ShotReport, answered, parse, read_order
from hexfire.rulebook import BadInput, Refusal


class Point(NamedTuple):
    """One range: the exact chance to hit and to destroy the target."""

    range: int
    hit: Fraction
    killed: Fraction


Curves = Mapping[str, Sequence[Point]]


def curves(
    shots: Sequence[str], ranges: Sequence[int], date: str | None, units: Catalogue | None = None
) -> Curves:
    """A curve for each shot in its short form (`"PzKpfw IVH" at "T-34 M41" side`), by range.

    A range that the rules forbid (beyond the weapon's limit) is left out; a shot that is refused
    at every range is refused with the first rule.
    """
    catalogue = units or Catalogue.load()
    return {shot: _curve(shot, ranges, date, catalogue) for shot in shots}


def _curve(
    shot: str, ranges: Sequence[int], date: str | None, units: Catalogue
) -> tuple[Point, ...]:
    try:
        words = shlex.split(shot)
    except ValueError as error:
        raise BadInput("lab.bad_shot", shot=shot, why=str(error)) from None
    points: list[Point] = []
    refused: Refusal | None = None
    for distance in ranges:
        order: dict[str, Any] = dict(parse([*words, "range", str(distance)], units))
        if date is not None:
            order["date"] = date
        try:
            given, whole_shot = read_order(order, units)
            report = answered(whole_shot, given.party, others=False)
        except BadInput:
            raise
        except Refusal as refusal:
            refused = refused or refusal
            continue
        points.append(Point(distance, _hit(report), report.p_killed))
    if not points and refused is not None:
        raise refused
    return tuple(points)


def _hit(report: ShotReport) -> Fraction:
    """The chance to hit, any check included; straight on the IFT: to do harm."""
    if report.latw:
        return report.latw.p_hit
    return report.p_hurt if report.p_hit is None else report.p_hit


def as_csv(curves: Curves) -> str:
    """One line a shot and range, with exact fractions."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["shot", "range", "p_hit", "p_killed", "hit", "killed"])
    for shot, points in curves.items():
        for p in points:
            numbers = (f"{float(p.hit):.6f}", f"{float(p.killed):.6f}")
            table.writerow([shot, p.range, *numbers, p.hit, p.killed])
    return text.getvalue()
