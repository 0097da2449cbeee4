"""Twelve units under one attack, each one's exact odds, with leaders among them.

    python -m bench.crowd

prints milliseconds of processor time by the number of leaders. Nothing is remembered between two
questions.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

from msgspec.structs import replace

from bench.gunnery import DATE
from hexfire.asl.artillery import ffe
from hexfire.asl.artillery.ffe import Inside, Shelling, hex_odds
from hexfire.asl.counters import catalogue
from hexfire.asl.effects import command, crowd
from hexfire.asl.effects.leaders import MOST_LEADERS
from hexfire.asl.gunnery.answer import answer
from hexfire.asl.gunnery.weapons import weapon_of
from hexfire.asl.shots.shot import Ammo, Shot, Target, TargetKind, TargetType
from hexfire.asl.shots.targets import Personnel, Rank

LEADER = Personnel(rank=Rank.LEADER, morale=8, broken_morale=8, leadership=-1)
LEADERS = (
    LEADER,
    replace(LEADER, morale=9, broken_morale=9),
    replace(LEADER, morale=7, broken_morale=7, leadership=0),
    replace(LEADER, morale=9, broken_morale=9, leadership=-2),
)


def men(leaders: int) -> list[Personnel]:
    """Twelve units, so many of them leaders."""
    units = [*(Personnel() for _ in range(12 - leaders)), *LEADERS[:leaders]]
    return [replace(unit, name=f"#{i}") for i, unit in enumerate(units)]


def shelled(leaders: int) -> None:
    hex_odds(Shelling(100), tuple(Inside(target=unit) for unit in men(leaders)))


def shot_at(leaders: int) -> None:
    targets = tuple(
        Target(name=unit.name, kind=TargetKind.INFANTRY, unit=unit) for unit in men(leaders)
    )
    answer(
        Shot(
            weapon=weapon_of(catalogue().find("PzKpfw IVH"), DATE),
            target=targets[0],
            others=targets[1:],
            range=6,
            date=DATE,
            target_type=TargetType.AREA,
            ammo=Ammo.HE,
        )
    )


def milliseconds(ask: Callable[[int], None], leaders: int) -> float:
    for remembered in (
        command._turn,
        command._lot,
        command._selected,
        crowd._crowd,
        crowd._followed,
        ffe._lots,
    ):
        remembered.cache_clear()
    gc.collect()
    start = time.process_time()
    ask(leaders)
    return 1000 * (time.process_time() - start)


def main() -> None:
    shelled(0), shot_at(0)  # tables and catalogue are read
    print("leaders, FFE ms, shot ms")
    for leaders in range(MOST_LEADERS + 1):
        print(
            leaders, *(f"{milliseconds(ask, leaders):.0f}" for ask in (shelled, shot_at)), sep=", "
        )


if __name__ == "__main__":
    main()
