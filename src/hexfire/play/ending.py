"""Endings that the players bring about, whatever the game's own rules say.

A seat resigns; a draw is offered and every other seat accepts; a seat leaves, or lets the others
wait longer than was agreed, and the game is claimed. Each is a line of the journal.
"""

from __future__ import annotations

import msgspec

from hexfire.play.game import Outcome, Seat
from hexfire.play.lines import (
    Claimed,
    DrawAgreed,
    DrawOffered,
    DrawRefused,
    EndLine,
    Left,
    Resigned,
    SeatTaken,
)
from hexfire.rulebook import Message, Refusal


class Situation(msgspec.Struct, frozen=True):
    """What an ending depends on besides what was said before."""

    seats: tuple[Seat, ...]
    to_act: tuple[Seat, ...]
    claim_after: int = 0
    """Seconds that a seat may let the others wait; 0: as long as it likes."""
    apart: bool = False


class Ending(msgspec.Struct, frozen=True):
    """How far the players have come in ending the game."""

    outcome: Outcome | None = None
    draw_offered: Seat | None = None
    draw_agreed: tuple[Seat, ...] = ()
    left: tuple[Seat, ...] = ()

    def after(self, line: EndLine, now: Situation) -> Ending:
        """What a line leads to; refused with its reason if it may not be said now."""
        if line.seat not in now.seats:
            raise Refusal("", "core.play.not_seat", seat=line.seat, seats=now.seats)
        others = tuple(seat for seat in now.seats if seat != line.seat)
        match line:
            case Resigned():
                return self._over("core.play.end.resigned", others, line.seat)
            case Left():
                left = tuple(sorted({*self.left, line.seat}))
                return msgspec.structs.replace(self, left=left, draw_offered=None, draw_agreed=())
            case SeatTaken():
                if line.seat not in self.left:
                    raise Refusal("", "core.play.end.not_left", seat=f"@{line.seat}")
                left = tuple(seat for seat in self.left if seat != line.seat)
                return msgspec.structs.replace(self, left=left)
            case DrawOffered():
                if self.draw_offered is not None:
                    raise Refusal("", "core.play.end.draw_open", seat=f"@{self.draw_offered}")
                return msgspec.structs.replace(self, draw_offered=line.seat, draw_agreed=())
            case DrawRefused():
                self._offer()
                return msgspec.structs.replace(self, draw_offered=None, draw_agreed=())
            case DrawAgreed():
                return self._agree(line.seat, now)
            case Claimed():
                _may_claim(self, line, others, now)
                return self._over("core.play.end.claimed", (line.seat,), line.seat)

    def _offer(self) -> Seat:
        if self.draw_offered is None:
            raise Refusal("", "core.play.end.no_draw")
        return self.draw_offered

    def _agree(self, seat: Seat, now: Situation) -> Ending:
        offered = self._offer()
        if seat == offered:
            raise Refusal("", "core.play.own_consent")
        agreed = tuple(sorted({*self.draw_agreed, seat}))
        if {*agreed, offered} == {*now.seats}:
            return self._over("core.play.end.draw", (), offered)
        return msgspec.structs.replace(self, draw_agreed=agreed)

    def _over(self, key: str, winners: tuple[Seat, ...], seat: Seat) -> Ending:
        return Ending(Outcome(winners, Message.of(key, seat=f"@{seat}")), left=self.left)

    def going_on(self) -> Ending:
        """After an action: an offer of a draw is for the position it was made on."""
        if self.draw_offered is None:
            return self
        return msgspec.structs.replace(self, draw_offered=None, draw_agreed=())


def _may_claim(ending: Ending, line: Claimed, others: tuple[Seat, ...], now: Situation) -> None:
    """A game is claimed from seats that were left, or that are to act and let the other wait."""
    if all(seat in ending.left for seat in others):
        return
    if not now.claim_after or now.apart:  # apart, nobody knows who waits for whom
        raise Refusal("", "core.play.end.no_clock")
    if line.seat in now.to_act or not now.to_act:
        raise Refusal("", "core.play.end.own_turn")
    if line.waited < now.claim_after:
        raise Refusal("", "core.play.end.early", seconds=now.claim_after - line.waited)
