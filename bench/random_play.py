"""Random legal play on one core, beside other games' engines, in turns and in one run.

An action of ours is a whole one: the legal actions are counted, one is taken and applied, its
events are made. The JavaScript engine cannot be installed from here: its rates are recorded, and
its actions are clicks, several to a move; so games are compared too. How fast this machine runs
JavaScript, compared with the one of the records, is told by boardgame.io, which is recorded there
and runs here.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from bench._boardgame import install, moves_a_second
from bench.report import Row
from hexfire.bots.simple import random_game
from hexfire.dice import seeded
from hexfire.folio import Folio, builtin_names

JAVASCRIPT = "JavaScript hex wargame (recorded)"
JAVASCRIPT_ACTIONS, JAVASCRIPT_GAMES = 9_300.0, 19.0
BOARDGAME_MOVES = 6_800.0
"""boardgame.io's hex-fill game, recorded beside it."""

Play = Callable[[int], int]
"""Plays the game with this seed to its end; how many actions it took."""


class Pace(NamedTuple):
    """Actions and games a second: the best round."""

    actions: float
    games: float


def any_of(rng: random.Random, items: Sequence[Any]) -> Any:
    """One of them, each with the same chance; `rng.choice` takes three times as long."""
    return items[int(rng.random() * len(items))]


def folio(scenario: object) -> Play:
    game = Folio()

    def play(seed: int) -> int:
        state = game.setup(scenario, {})
        _, actions = random_game(game.memo(state), state, random.Random(seed), seeded(seed))
        return actions

    return play


def paces(players: dict[str, Play], rounds: int = 3, seconds: float = 1.0) -> dict[str, Pace]:
    """Everybody in turns, so that a busy machine is busy for all."""
    best: dict[str, Pace] = {}
    for player in players.values():
        for seed in range(5):
            player(seed)
    for number in range(rounds):
        for name, player in players.items():
            actions = games = 0
            start = time.process_time()  # of the processor: others may be at work here too
            while (took := time.process_time() - start) < seconds:
                games += 1
                actions += player(1_000 * number + games)
            now = Pace(actions / took, games / took)
            best[name] = max(best.get(name, now), now)
    return best


def rows() -> Iterator[Row]:
    ours = {name: folio(name) for name in builtin_names()}
    found = paces(ours | peers())
    boardgame = moves_a_second(1.0) if install() else 0.0
    for name in sorted(ours):
        work = f"random legal play, {name}"
        pace = found[name]
        yield Row(f"{work}, actions", pace.actions, JAVASCRIPT, JAVASCRIPT_ACTIONS)
        yield Row(f"{work}, games", pace.games, JAVASCRIPT, JAVASCRIPT_GAMES)
        if boardgame:
            likely = JAVASCRIPT_ACTIONS * boardgame / BOARDGAME_MOVES
            yield Row(f"{work}, actions", pace.actions, "the same, scaled by boardgame.io", likely)
            yield Row(f"{work}, actions", pace.actions, "boardgame.io, hex-fill", boardgame)
        for peer in sorted(found.keys() - ours.keys()):
            yield Row(f"{work}, actions", pace.actions, peer, found[peer].actions)


def peers() -> dict[str, Play]:
    """Those that are installed; the others are named."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    found: dict[str, Play] = {}
    for name, peer in (
        ("python-chess", _chess),
        ("PettingZoo connect four", _connect_four),
        ("PettingZoo chess", _pettingzoo_chess),
    ):
        try:
            found[name] = peer()
        except ImportError as missing:
            print(
                f"{name} is left out: {missing.name} is not installed (pip install hexfire[bench])"
            )
    return found


def _chess() -> Play:
    import chess

    def game(seed: int) -> int:
        rng, board, moves = random.Random(seed), chess.Board(), 0
        while not board.is_game_over():
            board.push(any_of(rng, list(board.legal_moves)))
            moves += 1
        return moves

    return game


def _connect_four() -> Play:
    from pettingzoo.classic import connect_four_v3

    return _pettingzoo(connect_four_v3.env())


def _pettingzoo_chess() -> Play:
    from pettingzoo.classic import chess_v6

    return _pettingzoo(chess_v6.env())


def _pettingzoo(env: Any) -> Play:
    """A random game by the actions its mask allows: the loop of its own documentation."""

    def game(seed: int) -> int:
        rng, moves = random.Random(seed), 0
        env.reset(seed=seed)
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            env.step(int(any_of(rng, seen["action_mask"].nonzero()[0])))
            moves += 1
        return moves

    return game


if __name__ == "__main__":
    for row in rows():
        ratio = f"{row.ratio:6.2f}×" if row.ratio else ""
        print(f"{ratio:>8} {row.ours:>12,.1f}/s  {row.work}  {row.peer}")
