"""C7.11: the To Kill number and how it came about."""

from __future__ import annotations

import msgspec

from hexfire.asl.counters import Vehicle
from hexfire.asl.shots.hit import Hit
from hexfire.asl.shots.shot import TargetKind
from hexfire.asl.shots.targets import thinnest, vehicle
from hexfire.asl.tables import to_kill as table
from hexfire.rulebook import Refusal, Tally


class KillNumber(msgspec.Struct, frozen=True, kw_only=True):
    """C7.11: how the Final TK# came about. `possible` is false where range leaves no chance.

    `cases` are TK Cases A–D as changes of the Basic TK#; a Critical Hit's doubling stands there as
    one more Basic TK#. `af` is `None` against an unarmored facing.
    """

    table: str
    basic: int
    cases: Tally
    af: int | None
    af_rule: str = "C7.11"
    possible: bool = True

    @property
    def modified(self) -> int:
        return self.basic + self.cases.total

    @property
    def final(self) -> int:
        return self.modified - (self.af or 0)


def counter_of(hit: Hit) -> Vehicle:
    """The vehicle's counter; without its AF, or its CS#, nothing can be worked out."""
    target = hit.target
    if isinstance(target.unit, Vehicle):
        return target.unit
    if target.kind is TargetKind.VEHICLE:
        raise Refusal("D5.6", "effects.tk.no_crew", target=target.name or "?")
    raise Refusal("C7.11", "effects.tk.no_armor", target=target.name or "?")


def aerial_af(counter: Vehicle) -> int:
    """C7.12: the Aerial AF under the thinnest AF of all. Most of that table is lost: ask for it."""
    if counter.aerial_af is not None:
        return counter.aerial_af
    least = thinnest(vehicle(counter))
    af = None if least is None else table.aerial_af(least)
    if af is None:
        raise Refusal("C7.12", "effects.tk.aerial_af", unit=counter.name, af=least or 0)
    return af
