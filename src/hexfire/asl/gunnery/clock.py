"""C6.15–C6.17: how long a moving vehicle has been in sight, and how often it may be shot at.

Players who agree on the house rule of C.fn9 count fewer MP as spent in sight: they say so when
they enter them.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from hexfire.rulebook import BadInput


class Clock(msgspec.Struct, frozen=True):
    """One target's MP as one firer sees them.

    `in_los` are the MP of the unbroken time in LOS (Cases J1, J2); `here` those spent in the
    present Location and Target Facing; `shots` the shots this firer has made at it here.
    """

    in_los: float = 0
    here: float = 0
    shots: int = 0
    last_shot_at: float = 0

    def enters(self, mp: float, in_los: bool) -> Clock:
        """C6.15, C.fn9: a new Location or vertex. Out of LOS there, the clock starts anew.

        A moment out of sight between two places that are both in LOS does not count.
        """
        _check(mp)
        if not in_los:
            return Clock()
        return Clock(in_los=self.in_los + mp, here=mp)

    def spends(self, mp: float, in_los: bool = True) -> Clock:
        """D2.17: MP spent in place, Delay MP among them."""
        _check(mp)
        return replace(self, in_los=self.in_los + mp * in_los, here=self.here + mp)

    def turns(self, mp: float, in_los: bool = True) -> Clock:
        """C6.17: a new Target Facing begins a new count of shots; the time in sight goes on."""
        return replace(self.spends(mp, in_los), here=mp, shots=0, last_shot_at=0)

    @property
    def shots_left(self) -> int:
        """C6.17: one shot for each full MP spent here, at least one, less those made."""
        return max(0, max(1, int(self.here)) - self.shots)

    def may_shoot(self, at: float | None = None) -> bool:
        """C6.17: whether one more shot may be made when `at` MP have been spent here."""
        at = self.here if at is None else at
        late_enough = not self.shots or at >= self.last_shot_at + 1
        return 0 <= at <= self.here and late_enough and bool(self.shots_left)

    def shoots(self, at: float | None = None) -> tuple[Clock, float]:
        """C6.17: a shot when `at` MP have been spent here (all, if not said).

        Returns the clock and the MP in LOS that the shot counts (Cases J1, J2). The next shot needs
        a full MP more.
        """
        at = self.here if at is None else at
        if not self.may_shoot(at):
            raise BadInput("gunnery.clock_no_shot", at=f"{at:g}", here=f"{self.here:g}")
        seen = self.in_los - (self.here - at)
        return replace(self, shots=self.shots + 1, last_shot_at=at), seen


def _check(mp: float) -> None:
    if mp < 0 or mp * 2 != int(mp * 2):
        raise BadInput("gunnery.bad_mp", mp=f"{mp:g}")
