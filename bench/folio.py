"""Folio in detail: generating moves, the reach of one unit, odds, views, growing maps."""

from __future__ import annotations

import random
from collections.abc import Iterator

from bench.random_play import folio, paces
from bench.report import Row, rate
from hexfire.dice import Dice
from hexfire.folio import Folio, State, builtin, combat
from hexfire.folio.legal import Moves, side_to_act
from hexfire.folio.movement import march_of, movers, spread
from hexfire.folio.state import Combat, replace


def rows() -> Iterator[Row]:
    game = Folio()
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
    known = at.front(1 - state.player).reaches

    def warm() -> int:
        # Places that have not been seen before: no count is known for them.
        return len(Moves(game.at(replace(state, places=(*state.places,)))))

    def cold() -> int:
        known.clear()
        return warm()

    count = len(Moves(at))
    yield Row(f"folio: legal moves of a side counted, cold ({count} moves)", rate(cold))
    yield Row("folio: the same, tables warm", rate(warm))
    yield Row("folio: the same, every move listed", rate(lambda: list(Moves(at))))
    unit = movers(at)[0]

    def reach() -> int:
        return spread(march_of(at, unit)).mask.bit_count()

    yield Row(
        f"folio: reach of one unit with ZOC, cold ({reach()} hexes)",
        rate(reach),
        "int hexes and buckets in plain Python, 50 hexes (recorded)",
        28_000.0,
    )
    yield from answers(game, state)


def answers(game: Folio, state: State) -> Iterator[Row]:
    """What bots and screens ask again and again."""
    at = game.at(state)
    ours, theirs = (
        next(unit for unit in units if state.places[unit] >= 0)
        for units in (
            at.scenario.side_units[state.player],
            at.scenario.side_units[1 - state.player],
        )
    )
    fight = Combat(theirs, state.places[theirs], (ours,))
    seat = at.scenario.seats[state.player]
    yield Row("folio: a combat assessed, with every reason", rate(lambda: combat.assess(at, fight)))
    yield Row("folio: the exact odds of it", rate(lambda: combat.chances(at, fight)))
    yield Row("folio: a seat's view", rate(lambda: game.view(state, seat)))


def scaling() -> Iterator[Row]:
    """Random play on plain maps of growing size with growing armies."""
    for columns, rows_, units in ((12, 9, 10), (24, 16, 30), (40, 30, 60), (60, 40, 120)):
        work = f"folio: random actions, {columns}×{rows_} hexes, {units} units"
        pace = paces({work: folio(plain(columns, rows_, units))}, 1)[work]
        yield Row(work, pace.actions)


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
