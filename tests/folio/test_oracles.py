"""Movement and retreat against slow, independent readings of the rules."""

from __future__ import annotations

import random

import pytest
from folio_scene import PLAIN, Scene, unit

from hexfire.dice import Dice
from hexfire.folio import Folio, State, ask, builtin
from hexfire.folio.state import Rolling
from hexfire.hexes import Grid, Hex, iterate

FORMS = ("N", "NE", "SE", "S", "SW", "NW")


def slow_reach(
    grid: Grid,
    rows: list[str],
    start: str,
    allowance: int,
    mobile: bool,
    enemies: set[str],
    mines: set[frozenset[str]],
) -> dict[str, int]:
    """F5.1 read from the text: walk every way, depth first, points in halves."""
    cost = {".": 2, "w": 4, "h": 4, "s": None if mobile else 12, "~": None}
    zoc = {grid.label(n) for e in enemies for n in grid.hex(e).neighbours() if n in grid}
    best: dict[str, int] = {}

    def walk(here: str, spent: int, fresh: bool, steps: int) -> None:
        if best.get(here, 99) > spent:
            best[here] = spent
        if steps and here in zoc and not mobile:
            return
        for side in grid.hex(here).neighbours():
            if side not in grid:
                continue
            to = grid.label(side)
            column, row = grid.column_row(side)
            terrain = cost[rows[row][column]]
            if to in enemies or terrain is None:
                continue
            infiltration = here in zoc and to in zoc
            price, then_fresh = terrain, False
            if infiltration and not fresh:
                if frozenset((here, to)) in mines:
                    continue
                price = 2 * (allowance // 2) + terrain if mobile else 2 * allowance
                then_fresh = True
            if spent + price <= 2 * allowance:
                walk(to, spent + price, then_fresh and mobile, steps + 1)

    walk(start, 0, False, 0)
    return {hex: spent for hex, spent in best.items() if hex != start}


@pytest.mark.rule("F5.1.1a", "F5.1.1c", "F5.1.2a", "F5.1.2b", "F5.1.2c", "F5.1.2d")
@pytest.mark.parametrize("seed", range(120))
def test_reach_agrees_with_walking_every_way(seed: int) -> None:
    rng = random.Random(seed)
    columns = rows_ = 6
    rows = ["".join(rng.choice("......whs~") for _ in range(columns)) for _ in range(rows_)]
    grid = Grid.folio(columns, rows_)
    labels = [grid.label(hex) for hex in grid.hexes]
    start, *enemies = rng.sample(labels, rng.randint(2, 6))
    for label in (start, *enemies):
        column, row = int(label[:2]) - 1, int(label[2:]) - 1
        rows[row] = rows[row][:column] + "." + rows[row][column + 1 :]
    mobile, allowance = rng.random() < 0.5, rng.randint(1, 5)
    mined = [label for label in labels if int(label[2:]) < rows_ and rng.random() < 0.3]
    scene = Scene(
        [
            unit("a", "blue", f"3-3-{allowance}", start, mobile=mobile),
            *(unit(f"r{i}", "red", "1-1-1", hex) for i, hex in enumerate(enemies)),
        ],
        "\n".join(rows),
        more_ground="[minefield]\n" + "\n".join(f"{label}: S" for label in mined),
    )
    mines = {frozenset((label, f"{label[:2]}{int(label[2:]) + 1:02}")) for label in mined}
    slow = slow_reach(grid, rows, start, allowance, mobile, set(enemies), mines)
    assert ask.reach(scene.at, "a") == slow


@pytest.mark.rule("F7.7b", "F7.7d", "F7.7a")
@pytest.mark.parametrize("seed", range(60))
def test_retreats_agree_with_a_plain_enumeration(seed: int) -> None:
    """With no friends about, all paths of the greatest length and no others."""
    rng = random.Random(seed)
    grid = Grid.folio(9, 9)
    ring = ["0504", "0604", "0605", "0506", "0405", "0404"]
    attackers = rng.sample(ring, rng.randint(1, 3))
    others = [
        grid.label(hex) for hex in rng.sample(grid.hexes, 4) if hex.distance(grid.hex("0505")) > 1
    ]
    enemies = [*attackers, *others]
    zoc = {n for e in enemies for n in grid.hex(e).neighbours()}
    centre = grid.hex("0505")

    def ways(path: list[Hex]) -> list[list[Hex]]:
        found = []
        for to in path[-1].neighbours():
            ok = (
                to in grid
                and to not in zoc
                and grid.label(to) not in enemies
                and to.distance(centre) == len(path)
                and all(
                    to.distance(grid.hex(e)) > path[-1].distance(grid.hex(e)) for e in attackers
                )
            )
            if ok and len(path) < 4:
                found += ways([*path, to])
        return found or [path]

    every = ways([centre])
    longest = max(len(path) for path in every)
    expected = {
        tuple(grid.label(hex) for hex in path[1:]) for path in every if len(path) == longest
    }
    scene = Scene(
        [
            *(unit(f"b{i}", "blue", "1-1-4", hex) for i, hex in enumerate(enemies)),
            unit("r", "red", "3-4-4", "0505"),
        ],
        PLAIN,
    )
    names = [f"b{i}" for i in range(len(attackers))]
    found = ask.retreats(scene.at, "r", 3, names)
    assert {path.hexes for path in found} == expected
    ends = "whole" if longest == 4 else "eliminated" if longest == 1 else "reduced"
    assert {path.ends for path in found} == {ends}


def perft(game: Folio, state: State, depth: int) -> int:
    """How many legal sequences of so many actions there are; a roll counts once for each face."""
    seats = game.to_act(state)
    if not seats:
        return 0
    menu = game.menu(state, seats[0])
    rolls = isinstance(state.pending, Rolling)
    if depth == 1:
        return 6 if rolls else len(menu)
    count = 0
    for action in menu:
        for face in range(1, 7) if rolls else (0,):
            after, _ = game.apply(state, seats[0], action, Dice((face,) if face else ()))
            count += perft(game, after, depth - 1)
    return count


def tutorial(*lines: str) -> tuple[Folio, State]:
    """The tutorial after these actions."""
    game = Folio()
    state = game.setup(builtin("tutorial"), {})
    for line in lines:
        seat = game.to_act(state)[0]
        state, _ = game.apply(state, seat, game.read(line, state, seat), Dice())
    return game, state


SET_UP = ("place B 0703", "place C 0706", "place 2/7 0303", "place 3/7 0306", "place 9 0103")
CONTACT = (*SET_UP, "move 1/7 0504", "move 2/7 0603", "move 5 0605", "end")

PERFT = {
    (): [4, 8, 48, 192, 384],
    SET_UP: [197, 30579],
    CONTACT: [40, 209, 913, 13410, 96737],
}


@pytest.mark.parametrize("lines", PERFT, ids=["set-up", "movement", "combat"])
def test_perft_of_the_tutorial(lines: tuple[str, ...]) -> None:
    game, state = tutorial(*lines)
    counts = PERFT[lines]
    assert [perft(game, state, depth) for depth in range(1, len(counts) + 1)] == counts


def test_the_sea_is_where_the_map_says() -> None:
    game = Folio()
    scenario = game.scenario(game.setup(builtin("walcheren"), {}))
    labels = {scenario.labels[i] for i in iterate(scenario.sea)}
    assert "0101" in labels and "1410" not in labels
