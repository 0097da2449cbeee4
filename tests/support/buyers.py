"""A table to buy at, with dice that the test throws."""

from __future__ import annotations

from typing import Any

import pytest

from hexfire.asl.purchase import DesignYourOwn, Roster, roster
from hexfire.asl.purchase.spelling import read
from hexfire.dice import NeedAnswer
from hexfire.play import Table
from hexfire.rulebook import BadInput, Refusal

LISTING = {
    "nation/Soviet/lg": "5",
    # Invented figures: a test needs some, and the documents print none.
    "gun/German/PaK/class": "AT",
    "gun/German/PaK/caliber": "75",
    "gun/German/PaK/bpv": "40",
    "gun/German/PaK/rf": "0.9",
    "gun/German/PaK/count": "4",
    "gun/German/PaK/m": "6",
    "gun/German/Howitzer/class": "ART",
    "gun/German/Howitzer/bpv": "30",
    "gun/German/Howitzer/rf": "42=1.5 43-45=1.2",
    "gun/German/Howitzer/m": "6",
    "vehicle/German/Tank/bpv": "50",
    "vehicle/German/Tank/rf": "1.1",
    "vehicle/German/Tank/count": "3",
    "vehicle/German/Tank/afv": "full",
    "vehicle/German/Tank/back": "Sz G",
    "vehicle/German/Tank/lend_lease": "no",
    "vehicle/German/Tank/crew_morale": "9",
    "option/German/Tank:AAMG/fp": "4",
    "option/German/Tank:AAMG/rf": "1.0",
    "option/German/Tank:FT/fp": "24",
    "option/German/Tank:FT/rf": "1.2",
    "option/German/Tank:FT/automatic": "no",
    "option/German/Tank:ATR/fp": "1",
    "option/German/Tank:ATR/rf": "1.0",
    "option/German/Tank:ATR/from": "1/45",
    "vehicle/German/Carrier/bpv": "20",
    "vehicle/German/Carrier/rf": "0.9",
    "vehicle/German/Carrier/afv": "half",
    "vehicle/German/Lorry/bpv": "5",
    "vehicle/German/Lorry/rf": "1.6",
    "vehicle/German/Lorry/truck": "yes",
    "vehicle/German/Lorry/t": "6",
    "vehicle/German/Tractor/bpv": "7",
    "vehicle/German/Tractor/rf": "1.6",
    "vehicle/German/Tractor/truck": "yes",
    "vehicle/German/Tractor/t": "3",
    "squad/German/2-4-8/bpv": "6",
    "squad/German/2-2-8/bpv": "5",
}


class Buyers:
    """Two sides and what they do; dice are typed unless a seat has none."""

    def __init__(self, **terms: Any) -> None:
        nations = terms.pop("nations", ("German", "Soviet"))
        points = terms.pop("points", (1000, 1000))
        scenario: dict[str, Any] = {
            "date": "9/44",
            "sides": [
                {"nation": nation, "points": each}
                for nation, each in zip(nations, points, strict=True)
            ],
            "boards": ["1", "4"],
            "listing": {**LISTING, **terms.pop("listing", {})},
            **terms,
        }
        self.game = DesignYourOwn()
        self.journal = bytearray()
        self.table = Table.new(self.game, scenario, keep=self.journal.extend)
        self.first, self.second = self.table.seats

    def agree(self) -> Buyers:
        for seat in self.table.seats:
            self.do("agree", seat=seat)
        return self

    def do(self, text: str, *faces: int, seat: str | None = None) -> Buyers:
        who = seat or self.first
        try:
            self.table.do(who, read(text))
        except NeedAnswer:
            self.table.answer(who, faces)
        return self

    def go(self, step: str, seat: str | None = None) -> Buyers:
        """Close steps until the side has come to one."""
        at = self.table.seats.index(seat or self.first)
        while self.table.state.sides[at].step != step:
            self.do("close", seat=seat)
        return self

    def refused(self, text: str, *, seat: str | None = None) -> str:
        """The rule that refuses an action, which must change nothing and not be legal."""
        who, before = seat or self.first, self.table.state
        action = read(text)
        assert action not in self.table.legal(who), text
        with pytest.raises(Refusal) as caught:
            self.table.do(who, action)
        assert self.table.state == before
        if isinstance(caught.value, BadInput):
            return caught.value.message.key
        return caught.value.rule

    def needs(self, text: str, *, seat: str | None = None) -> str:
        """The rule of the roll that an action asks for; the roll stays open."""
        with pytest.raises(NeedAnswer) as need:
            self.table.do(seat or self.first, read(text))
        return str(need.value.request.rule)

    def sheet(self, seat: str | None = None) -> Roster:
        return roster(self.table.state, self.table.seats.index(seat or self.first))

    @property
    def left(self) -> int:
        return self.sheet().left
