"""The battle: what a side may do, the targets of a weapon, a step with its reaction, random play.

Two of our boards side by side are one of 33×10 hexes; sixty counters lie on it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from bench.report import Row, rate
from hexfire.asl.battle.files.library import builtin_names
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.legal import Menu
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.questions import ask
from hexfire.asl.battle.questions.threats import threat
from hexfire.asl.battle.table.state import State
from hexfire.boards import open_board
from hexfire.dice import Dice, seeded
from hexfire.play.contract import random_table

BOARD = "millbrook hedgerows"
TANKS = {"german": "ge-pzivh", "russian": "ru-T34M43"}
MEN = {"german": "ge-ge467S", "russian": "ru-ru447S"}
GUNS = {"german": ("ge-AT75L", "ge-ge228C"), "russian": ("ru-AT45LL", "ru-ru228C")}


def crowd(phase: str, of: str) -> dict[str, Any]:
    """Thirty counters a side: eight tanks, fourteen squads, four Guns with their crews."""
    rng, grid = random.Random(7), _hexes()
    places = rng.sample(grid, 52)
    sides = []
    for side in ("german", "russian"):
        units: list[dict[str, Any]] = []
        for i in range(8):
            units.append({"id": f"{side[0]}T{i}", "counter": TANKS[side], "hex": places.pop()})
            units[-1]["facing"] = str(rng.randrange(6))
        units += [
            {"id": f"{side[0]}S{i}", "counter": MEN[side], "hex": places.pop()} for i in range(14)
        ]
        for i in range(4):
            gun, crew = GUNS[side]
            name, hex = f"{side[0]}G{i}", places.pop()
            facing = str(rng.randrange(6))
            units.append({"id": name, "counter": gun, "hex": hex, "by": f"{name}c"})
            units[-1]["facing"] = facing
            units.append({"id": f"{name}c", "counter": crew, "hex": hex})
        sides.append({"name": side, "unit": units})
    return {
        "board": BOARD,
        "date": "1943-07",
        "turns": 5,
        "setup": ["german", "russian"],
        "first": of,
        "start": {"phase": phase, "of": of},
        "side": sides,
    }


def _hexes() -> list[str]:
    grid = open_board(BOARD).grid
    return [grid.label(hex) for hex in grid.hexes]


def rows() -> Iterator[Row]:
    game = Battle()
    for phase, of in (("PFPh", "german"), ("MPh", "russian"), ("DFPh", "russian")):
        state = game.setup({"data": crowd(phase, of)}, {})
        seat = game.to_act(state)[0]
        yield Row(
            f"battle, 60 counters on 33×10: legal actions of a side, {phase}",
            rate(partial(listed, game, state, seat)),
        )
    state = game.setup({"data": crowd("PFPh", "german")}, {})
    yield Row(
        "battle, the targets of a tank, with exact odds",
        rate(lambda: ask.targets(game.seen(state, "german"), "gT3", "german")),
    )
    for who in ("rT3", "russian"):
        yield Row(
            f"battle, the threat of {'a tank' if who == 'rT3' else 'a side'} to a squad, a map",
            rate(partial(threat, game.seen(state, "german"), who)),
        )
    yield Row("battle, a step and what may be fired at it", rate(step(game)))
    for name in builtin_names():
        yield Row(f"battle, random play of {name}, actions", random_actions(game, name))


def listed(game: Battle, state: State, seat: str) -> list[act.Action]:
    """Every listed action, worked out anew."""
    return list(Menu(game.seen(state, seat), seat))


def step(game: Battle) -> Callable[[], object]:
    """A tank starts; the other side is told every shot it may make at it."""
    state = game.setup({"data": crowd("MPh", "russian")}, {})

    def once() -> object:
        after, _ = game.apply(state, "russian", act.Start("rT1"), Dice((), seeded(1)))
        return listed(game, after, "german")

    return once


def random_actions(game: Battle, name: str) -> float:
    """Actions a second, journal and events included."""
    start = time.process_time()
    done = sum(random_table(game, name, seed)[0].now for seed in range(3))
    return done / (time.process_time() - start)
