"""How much a review works: counted in games played out, never in time."""

from __future__ import annotations

import msgspec

from hexfire.bots.value import ROUND_OF_GAMES, SOON, length
from hexfire.folio.scenario import Scenario
from hexfire.folio.state import State

WORK = 120_000.0
"""What judging all positions may take, in thousandths of a second or so (`value.length`)."""

FEWEST, MOST = 12, 60
"""Games for a position. Fewer say nothing, more say hardly more."""


class Effort(msgspec.Struct, frozen=True):
    """How much a review works."""

    games: int
    """For every position that is judged: a whole number of rounds."""
    moves: bool
    """Whether every move of a phase is judged, or the phase as a whole only."""

    @property
    def suspects(self) -> int:
        """So many decisions of a side are looked at closely."""
        return 3 + self.games // 12

    @property
    def ways(self) -> int:
        """So many ways are tried instead of each."""
        return 4 + self.games // 6


def effort_for(
    scenario: Scenario, judged: list[State], between: list[State], games: int | None = None
) -> Effort:
    """What a review can afford: `judged` are the positions it must judge, `between` the others."""
    must = sum(length(scenario, state, far=SOON) for state in judged)
    might = sum(length(scenario, state, far=SOON) for state in between)
    if games is not None:
        count = max(1, -(-games // ROUND_OF_GAMES)) * ROUND_OF_GAMES
        return Effort(count, moves=(must + might) * count <= WORK)
    count = int(WORK / max(must + might, 1.0)) // ROUND_OF_GAMES * ROUND_OF_GAMES
    if count >= 2 * FEWEST:
        return Effort(min(count, MOST), moves=True)
    count = int(WORK / max(must, 1.0)) // ROUND_OF_GAMES * ROUND_OF_GAMES
    return Effort(min(max(count, FEWEST), MOST), moves=False)
