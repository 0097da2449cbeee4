"""C.6, C.7, C3.71: the column and bonus DRM of a shell on the IFT."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from hexfire.asl.tables import ift
from hexfire.asl.tables.ift import FP
from hexfire.rulebook import Modifier, Tally

_TOP = 36
_HEAVY_FROM = 250


class Payload(NamedTuple):
    """The IFT column (`None`: no effect), the bonus DRM of Heavy Payload, the FP behind both."""

    column: int | None
    drm: Tally
    fp: FP | None = None

    @property
    def total(self) -> int:
        return self.drm.total


def payload(
    fp: int | None, *, ch: bool = False, halvings: int = 0, caliber: float = 0, heavy: bool = False
) -> Payload:
    """C.7, C3.71: the FP of a shell; a CH doubles the full FP, whatever would halve it.

    `heavy` marks OBA and bombs: from 250 mm on they have −1 per full 50 mm above 200; halved they
    use the 16 column and half of that DRM. Above 36 FP a CH has −1 for each full 8 FP.
    """
    if fp is None:
        return Payload(None, Tally())
    big = heavy and caliber >= _HEAVY_FROM
    bonus = -int((caliber - 200) // 50) if big else 0
    if ch:
        doubled = 2 * fp
        beyond = -(max(0, doubled - _TOP) // 8)
        return Payload(ift.column(doubled), _tally(bonus, beyond), doubled)
    if big and halvings:
        return Payload(16, _tally(-(-bonus // 2), 0), 16)
    left = Fraction(fp, 2**halvings)
    return Payload(ift.column(left), _tally(bonus, 0), left)


def _tally(bonus: int, beyond: int) -> Tally:
    return Tally.of(
        (
            Modifier("heavy_payload", "C.7", bonus, applies=bonus != 0),
            Modifier("beyond_36", "C.7", beyond, applies=beyond != 0),
        )
    )
