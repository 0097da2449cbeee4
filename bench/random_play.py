"""Random legal play beside other Python games, in the same run."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from bench.folio import random_play
from bench.report import Row
from hexfire.folio import Folio


def rows() -> list[Row]:
    actions, _ = random_play(Folio(), "sidi-rezegh")
    work = "random legal play, Sidi Rezegh"
    theirs = _moves_a_second(_chess)
    return [Row(work, actions, "python-chess", theirs)] if theirs is not None else []


def _moves_a_second(play: Callable[[random.Random], int], seconds: float = 2.0) -> float | None:
    rng, moves = random.Random(1), 0
    try:
        play(rng)
    except ImportError:
        return None  # a development extra that is not installed
    start = time.perf_counter()
    while (took := time.perf_counter() - start) < seconds:
        moves += play(rng)
    return moves / took


def _chess(rng: random.Random) -> int:
    import chess

    board, moves = chess.Board(), 0
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
        moves += 1
    return moves
