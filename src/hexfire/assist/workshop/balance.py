"""«Is it balanced?»: what bot games have told so far."""

from __future__ import annotations

import msgspec


class Share(msgspec.Struct, frozen=True):
    """How often something happened, and where its true share lies with 95 % confidence."""

    count: int
    rate: float
    low: float
    high: float


class BalanceReport(msgspec.Struct, frozen=True):
    """Games between two equal bots: who won how many of them."""

    games: int
    wins: tuple[Share, Share]
    """By side, in the order of the file."""
    draws: Share
    margin: float
    """The mean difference of points, from the first side's view."""
