"""Exact odds of a whole tank shot, beside icepool and a numpy Monte Carlo.

The tree is the same for all: To Hit DR (hit, place, Critical Hit, ROF, breakdown), To Kill DR,
AFV Destruction Table. Ours also works out what follows for the crew.
"""

from __future__ import annotations

import time

import icepool
import numpy as np
from msgspec.structs import replace

from bench.report import Row, rate
from hexfire.asl.counters import Vehicle, catalogue
from hexfire.asl.gunnery.answer import answer
from hexfire.asl.gunnery.fire import shot_odds
from hexfire.asl.gunnery.weapons import target_of, weapon_of
from hexfire.asl.shots.shot import Ammo, Facing, Shot, Target, TargetKind, TargetType
from hexfire.asl.shots.targets import Personnel, Rank
from hexfire.rulebook import Refusal

DATE = "1943-07"


def one_shot() -> Shot:
    """A PzKpfw IVH at a T-34's side, eight hexes away: To Hit 9, Final TK# 11."""
    target = replace(target_of(catalogue().find("T-34 M41")), facing=Facing.SIDE)
    weapon = weapon_of(catalogue().find("PzKpfw IVH"), DATE)
    return Shot(weapon=weapon, target=target, range=8, date=DATE)


def many_shots() -> list[Shot]:
    """Different shots: every vehicle with a gun at several others, at several ranges."""
    units = [c for c in catalogue() if isinstance(c, Vehicle) and c.armored]
    targets = [target_of(unit) for unit in units[::40]]
    found = []
    for unit in units:
        for i, target in enumerate(targets):
            try:
                weapon = weapon_of(unit, DATE)
                made = Shot(weapon=weapon, target=target, range=3 + 5 * i, date=DATE)
                shot_odds(made)
            except Refusal:
                continue
            found.append(made)
    return found


def different_shots() -> float:
    """Different shots a second, one after the other."""
    shots = many_shots()
    start = time.process_time()
    for made in shots:
        shot_odds(made)
    return len(shots) / (time.process_time() - start)


def a_crowd() -> Shot:
    """HE by the Area Target Type on twelve squads and their leader."""
    men = [Personnel() for _ in range(12)]
    leader = Personnel(rank=Rank.LEADER, morale=8, broken_morale=8, leadership=-1)
    targets = tuple(
        Target(name=f"#{i}", kind=TargetKind.INFANTRY, unit=unit)
        for i, unit in enumerate((*men, leader))
    )
    return Shot(
        weapon=weapon_of(catalogue().find("PzKpfw IVH"), DATE),
        target=targets[0],
        others=targets[1:],
        range=6,
        date=DATE,
        target_type=TargetType.AREA,
        ammo=Ammo.HE,
    )


def with_icepool() -> object:
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
    rng = np.random.default_rng(1)
    c, w, t1, t2 = (rng.integers(1, 7, n) for _ in range(4))
    total, dr = c + w, t1 + t2
    final = np.where(total == 2, 28, 11)
    hit = total <= 9
    kill = hit & (dr < final) & (dr < 12)
    return [x.mean() for x in (hit, hit & (c < w), kill, kill & (2 * dr <= final), c <= 1)]


def rows() -> list[Row]:
    shot = one_shot()
    ours = rate(lambda: shot_odds(shot))
    return [
        Row("exact odds of a full tank shot", ours, "icepool", rate(with_icepool)),
        Row("exact odds of a full tank shot", ours, "numpy, 250,000 shots", rate(monte_carlo)),
        Row("exact odds, every shot different", different_shots()),
        Row("exact odds of 13 units under one shot, each its own", rate(lambda: answer(a_crowd()))),
    ]
