"""Makes the golden journals of Folio anew: a full game for each scenario and each way of ending.

Run it only when the rules' version changes: `python tests/golden/folio_make.py`; or with the names
of scenarios that are new.
"""

from __future__ import annotations

import gzip
import random
import sys
from pathlib import Path

from hexfire.dice import seeded
from hexfire.folio import Folio, State, builtin, builtin_names, load
from hexfire.folio.actions import Action, Advance, Attack, Decline, End, Enter, Move, Stay
from hexfire.play import Table

HERE = Path(__file__).parent
TRIES = 500


def ending(game: Folio, state: State) -> str:
    """How a game ended: `sudden-0`, `level-1`, `draw`."""
    outcome = game.outcome(state)
    assert outcome is not None
    if state.ending >= 0:
        return f"sudden-{state.ending}"
    if not outcome.winners:
        return "draw"
    return str(outcome.message["level"])[1:].replace(".", "-")


def choose(
    game: Folio, state: State, seat: str, bold: dict[str, float], rng: random.Random
) -> Action:
    """A random action; a bold side goes for the objectives, a timid one stays where it is."""
    menu = game.menu(state, seat)
    daring = bold[seat]
    if rng.random() > daring:
        for action in menu:
            if isinstance(action, End | Decline | Stay):
                return action
    action = rng.choice(menu)
    if daring < 1 or rng.random() < 0.3:
        return action
    scenario = game.scenario(state)
    side = scenario.seats.index(seat)
    wanted = [
        objective.hex
        for objective, holder in zip(scenario.victory.objectives, state.holders, strict=True)
        if holder != side
    ]
    if isinstance(action, Move | Enter) and wanted:
        far, index = scenario.distances, scenario.hex_index
        own = [a for a in menu if isinstance(a, Move | Enter) and a.unit == action.unit]
        return min(own, key=lambda a: min(far[hex][index[a.to]] for hex in wanted))
    attacks = [a for a in menu if isinstance(a, Attack)]
    if attacks and not isinstance(action, Advance):
        return max(attacks, key=lambda a: len(a.units))
    return action


def play(name: str, seed: int) -> tuple[str, bytes]:
    """One game of two random temperaments: how it ended, and its journal."""
    rng = random.Random(seed)
    game, journal = Folio(), bytearray()
    table = Table.new(game, dict(builtin(name)), source=seeded(seed), keep=journal.extend)
    bold = {seat: rng.choice((0.1, 0.6, 0.98, 1.0, 1.0)) for seat in table.seats}
    while seats := game.to_act(table.state):
        table.do(seats[0], choose(game, table.state, seats[0], bold, rng))
    return ending(game, table.state), bytes(journal)


def endings(name: str) -> int:
    """In how many ways a scenario can end."""
    victory = load(builtin(name)).victory
    return 1 + len(victory.levels) + len(victory.sudden)


def main() -> None:
    for name in sys.argv[1:] or builtin_names():
        found: dict[str, bytes] = {}
        for seed in range(TRIES):
            how, journal = play(name, seed)
            found.setdefault(how, journal)
            if len(found) == endings(name):
                break
        for how, journal in sorted(found.items()):
            path = HERE / f"folio-{name}-{how}.jsonl.gz"
            path.write_bytes(gzip.compress(journal, mtime=0))
            print(path.name, len(journal), journal.count(b"\n"))


if __name__ == "__main__":
    main()
