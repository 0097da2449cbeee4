"""How fast exact odds of a whole shot are, beside icepool and a numpy Monte Carlo.

    python bench/gunnery.py

The tree is the same for all: To Hit DR (hit, place, Critical Hit, ROF, breakdown), To Kill DR,
AFV Destruction Table; icepool and numpy leave out what follows a kill (crew, abandonment), which
Hexfire works out as well.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from hexfire.asl.counters import Vehicle, catalogue
from hexfire.asl.gunnery.fire import shot_odds
from hexfire.asl.gunnery.shot import Facing, Shot
from hexfire.asl.gunnery.weapons import target_of, weapon_of
from hexfire.rulebook import Refusal

DATE = "1943-07"


def timed(what: Callable[[], object], times: int) -> float:
    """Milliseconds for one run, the best of three rounds."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        for _ in range(times):
            what()
        best = min(best, (time.perf_counter() - start) / times)
    return best * 1000


def one_shot() -> Shot:
    from msgspec.structs import replace

    target = replace(target_of(catalogue().find("T-34 M41")), facing=Facing.SIDE)
    weapon = weapon_of(catalogue().find("PzKpfw IVH"), DATE)
    return Shot(weapon=weapon, target=target, range=8, date=DATE)


def many_shots() -> list[Shot]:
    """Different shots: every gun tank of the catalogue at every other of five targets."""
    units = [c for c in catalogue() if isinstance(c, Vehicle) and c.armored]
    targets = [target_of(unit) for unit in units[::40]]
    found = []
    for unit in units:
        try:
            weapon = weapon_of(unit, DATE)
        except Refusal:
            continue
        for i, target in enumerate(targets):
            made = Shot(weapon=weapon, target=target, range=3 + 5 * i, date=DATE)
            try:
                shot_odds(made)
            except Refusal:
                continue
            found.append(made)
    return found


def icepool_tree() -> object:
    """The same shot with icepool: To Hit 9 or less, ROF 1, B12; Final TK# 11."""
    import icepool

    def to_hit(colored: int, white: int) -> object:
        total = colored + white
        rof, broken = colored <= 1 and total < 12, total >= 12
        if total > 9:
            return ("miss", rof, broken)
        final = 28 if total == 2 else 11
        place = "turret" if colored < white else "hull"

        def to_kill(dr: int) -> tuple[object, ...]:
            if dr == 12:
                effect = "dud"
            elif dr < final:
                effect = "burn" if 2 * dr <= final else "kill"
            elif dr == final:
                effect = "shock" if place == "turret" else "immobilized"
            else:
                effect = "possible_shock" if dr == final + 1 else "none"
            return (place, effect, rof, broken)

        return (icepool.d6 + icepool.d6).map(to_kill)

    return icepool.map(to_hit, icepool.d6, icepool.d6)


def monte_carlo(n: int = 250_000) -> object:
    """±0.1 percentage points (one standard error) need about 250,000 shots."""
    import numpy as np

    rng = np.random.default_rng(1)
    c, w, t1, t2 = (rng.integers(1, 7, n) for _ in range(4))
    total, dr = c + w, t1 + t2
    final = np.where(total == 2, 28, 11)
    hit = total <= 9
    kill = hit & (dr < final) & (dr < 12)
    return {
        "hit": hit.mean(),
        "turret": (hit & (c < w)).mean(),
        "burn": (kill & (2 * dr <= final)).mean(),
        "kill": kill.mean(),
        "rof": ((c <= 1) & (total < 12)).mean(),
    }


def main() -> None:
    shot = one_shot()
    shot_odds(shot)
    print(f"exact odds of a full tank shot   {timed(lambda: shot_odds(shot), 50):6.2f} ms")
    shots = many_shots()
    start = time.perf_counter()
    for made in shots:
        shot_odds(made)
    rate = len(shots) / (time.perf_counter() - start)
    print(f"different shots on one core      {rate:6.0f} /s ({len(shots)} shots)")
    for name, run, times in (("icepool", icepool_tree, 20), ("numpy Monte Carlo", monte_carlo, 5)):
        try:
            run()
        except ImportError:
            print(f"{name}: not installed")
            continue
        print(f"{name:32s} {timed(run, times):6.2f} ms")


if __name__ == "__main__":
    main()
