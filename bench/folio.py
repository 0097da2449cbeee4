"""Folio: random legal play, legal-move generation, applying, scaling with map and units."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from bench.report import Row, rate
from hexfire.dice import Dice, seeded
from hexfire.folio import Folio, State, builtin, builtin_names
from hexfire.folio.legal import side_to_act
from hexfire.folio.movement import march_of, movers, spread

# Rates of peers, measured on another machine: a ratio to them is only a scale.
JAVASCRIPT = "a JavaScript hex wargame engine, other machine"


def play(game: Folio, state: State, seed: int) -> int:
    """One random game to its end; how many actions it took."""
    rng, rolls, actions = random.Random(seed), seeded(seed), 0
    seats = game.scenario(state).seats
    while (side := side_to_act(state)) is not None:
        seat = seats[side]
        action = rng.choice(game.menu(state, seat))
        state, _ = game.apply(state, seat, action, Dice((), rolls))
        actions += 1
    return actions


def random_play(game: Folio, scenario: object, seconds: float = 2.0) -> tuple[float, float]:
    """Actions and games a second, set-up included."""
    actions = games = 0
    play(game, game.setup(scenario, {}), 0)
    start = time.perf_counter()
    while (took := time.perf_counter() - start) < seconds:
        games += 1
        actions += play(game, game.setup(scenario, {}), games)
    return actions / took, games / took


def rows() -> Iterator[Row]:
    game = Folio()
    for name in builtin_names():
        actions, games = random_play(game, name)
        peer = (JAVASCRIPT, 9_300.0) if name == "sidi-rezegh" else ("", None)
        yield Row(f"folio {name}: random legal actions", actions, *peer)
        yield Row(f"folio {name}: random games", games)
    yield from generation(game)
    yield from scaling()


def first_move(game: Folio, name: object) -> State:
    """The first position in which units move."""
    state, rng = game.setup(name, {}), random.Random(1)
    while state.turn == 0:
        side = side_to_act(state)
        assert side is not None
        seat = game.scenario(state).seats[side]
        state, _ = game.apply(state, seat, rng.choice(game.menu(state, seat)), Dice())
    return state


def generation(game: Folio) -> Iterator[Row]:
    """Legal actions of a whole side: counted (from cold and from warm tables) and listed."""
    state = first_move(game, "sidi-rezegh")
    at = game.at(state)
    seat = at.scenario.seats[state.player]
    known = at.front(1 - state.player).reaches

    def cold() -> int:
        known.clear()
        return len(game.menu(state, seat))

    count = len(game.menu(state, seat))
    yield Row(f"folio: legal moves of a side counted, cold ({count} moves)", rate(cold))
    yield Row("folio: the same, tables warm", rate(lambda: len(game.menu(state, seat))))
    yield Row("folio: the same, every move listed", rate(lambda: list(game.menu(state, seat))))
    unit = movers(at)[0]

    def reach() -> int:
        return spread(march_of(at, unit)).mask.bit_count()

    yield Row(
        f"folio: reach of one unit with ZOC, cold ({reach()} hexes)",
        rate(reach),
        "int hexes and buckets in pure Python, other machine, 50 hexes",
        28_000.0,
    )


def scaling() -> Iterator[Row]:
    """Random play on plain maps of growing size with growing armies."""
    for columns, rows_, units in ((12, 9, 10), (24, 16, 30), (40, 30, 60), (60, 40, 120)):
        game = Folio()
        actions, _ = random_play(game, plain(columns, rows_, units), 1.0)
        yield Row(f"folio: random actions, {columns}×{rows_} hexes, {units} units", actions)


def plain(columns: int, rows_: int, units: int) -> dict[str, str]:
    """The tutorial's tables on an open map, both sides in lines at its ends."""
    base = builtin("tutorial")["toml"]
    head = base[: base.index("[[units]]")]
    victory = head.index("[victory]")
    turns = head.index("[[turns]]")
    head = head[:victory] + '[victory]\nlevels = [{side = "blue", margin = 1}]\n' + head[turns:]
    lines = [head]
    for n in range(units):
        side, end = ("blue", 1) if n % 2 else ("red", columns)
        step = n // 2
        column = abs(end - 1 - step // rows_) + 1 if side == "red" else end + step // rows_
        hex = f"{column:02}{step % rows_ + 1:02}"
        mobile = "true" if n % 3 == 0 else "false"
        lines.append(
            f'[[units]]\nid = "u{n}"\nside = "{side}"\nfront = "4-4-6"\nback = "2-2-6"\n'
            f'mobile = {mobile}\nhex = "{hex}"'
        )
    ground = "\n".join("." * columns for _ in range(rows_))
    return {"toml": "\n".join(lines), "map": f"[terrain]\n{ground}\n"}


if __name__ == "__main__":
    for row in rows():
        print(f"{row.ours:>12,.1f}/s  {row.work}")
