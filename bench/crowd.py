"""Twelve units under one attack, each one's exact odds, with leaders among them.

    python -m bench.crowd

prints milliseconds of processor time by the number of leaders: for squads that are all alike, and
for eight kinds of men with leaders who all touch each other. Nothing is remembered between two
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
from hexfire.asl.effects import crowd, lots, one_man, resolve, struck
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


TOUCHING = (
    LEADER,
    replace(LEADER, morale=9, broken_morale=9),
    replace(LEADER, broken_morale=7),
    replace(LEADER, morale=9, broken_morale=9, leadership=-2),
)
KINDS = (
    Personnel(),
    Personnel(morale=8, broken_morale=8),
    Personnel(broken_morale=6),
    Personnel(morale=6, broken_morale=5),
    Personnel(rank=Rank.HS),
    Personnel(rank=Rank.HS, morale=8),
    Personnel(rank=Rank.CREW, morale=9, broken_morale=9),
    Personnel(broken=True),
)


def alike(leaders: int) -> list[Personnel]:
    """Twelve units, so many of them leaders."""
    return _named([*(Personnel() for _ in range(12 - leaders)), *LEADERS[:leaders]])


def unlike(leaders: int) -> list[Personnel]:
    """Eight different units, and so many leaders."""
    return _named([*KINDS, *TOUCHING[:leaders]])


def _named(units: list[Personnel]) -> list[Personnel]:
    return [replace(unit, name=f"#{i}") for i, unit in enumerate(units)]


def shelled(units: list[Personnel]) -> None:
    hex_odds(Shelling(100), tuple(Inside(target=unit) for unit in units))


def shot_at(units: list[Personnel]) -> None:
    targets = tuple(Target(name=unit.name, kind=TargetKind.INFANTRY, unit=unit) for unit in units)
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


def milliseconds(ask: Callable[[list[Personnel]], None], units: list[Personnel]) -> float:
    for remembered in (
        one_man.kept,
        one_man._helped,
        struck.struck_by,
        resolve.fire_of,
        lots._selected,
        crowd._crowd,
        crowd._followed,
        ffe._lots,
    ):
        remembered.cache_clear()
    gc.collect()
    start = time.process_time()
    ask(units)
    return 1000 * (time.process_time() - start)


def main() -> None:
    shelled(alike(0)), shot_at(alike(0))  # tables and catalogue are read
    print("leaders; all alike: FFE ms, shot ms; eight kinds: FFE ms, shot ms")
    for leaders in range(MOST_LEADERS + 1):
        times = [
            milliseconds(ask, units(leaders))
            for units in (alike, unlike)
            for ask in (shelled, shot_at)
        ]
        print(leaders, *(f"{time:.0f}" for time in times), sep=", ")


if __name__ == "__main__":
    main()
