"""Learning what a position is worth, from games between quick hands.

`make value` writes `bots/learned.json` anew. What is learned is the chance that whoever's player
turn it is will win, from the numbers of `bots.features`: a line through them, and a few hidden
numbers that bend it. Maps with the seeds from `UNSEEN` on take no part in learning: they tell
whether it holds elsewhere. `make value PART=0.02 TO=FILE` plays a part of the games only and writes
elsewhere: enough to see that the same games teach the same, not to play by.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from hexfire.bots.curve import FARTHEST, Curve
from hexfire.bots.features import NAMES, Measures
from hexfire.bots.judge import Judge
from hexfire.bots.learned import FILE, Learned
from hexfire.bots.playout import playout
from hexfire.bots.value import worth_at_the_end
from hexfire.bots.weights import TEMPERS, Weights
from hexfire.dice import seeded
from hexfire.folio import Folio
from hexfire.folio.board import Position
from hexfire.folio.state import Phase
from hexfire.lab.engines import run
from hexfire.lab.maps import Texts, named, texts_of
from hexfire.lab.sweep import with_number

Numbers = npt.NDArray[np.float64]

UNSEEN = 1000
"""Made-up maps from this seed on are never learned from."""

COURSE = {
    "tutorial": 1920,
    "walcheren": 560,
    "bukrin": 140,
    "sidi-rezegh": 140,
    **{f"random:{seed}": 40 for seed in range(28)},
}
"""How many games of which scenario are learned from."""

MARKS = {
    "tutorial": {"levels.0": 2, "levels.1": 0},
    "walcheren": {"levels.0": 24, "levels.1": 16, "levels.2": -12, "levels.3": 0, "sudden.0": -99},
    "sidi-rezegh": {"sudden.0": -99},
    "bukrin": {"levels.0": -8, "levels.1": 10},
}
"""The margins of victory that were in force when the value was learned, where others are now (by
the former ones Walcheren, and Sidi Rezegh by the Axis, could be won suddenly whatever the points).

Learned by those in force the value would be a little different, and `hard` would no longer play as
it was measured: whoever strikes one of these has to measure it anew.
"""

EXAM = {f"random:{seed}": 40 for seed in range(UNSEEN, UNSEEN + 8)}
"""The games by which it is judged."""

PORTION = 20
"""So many games are played at a time."""

HIDDEN, ROUNDS, BATCH, STEP, RESTRAINT = 16, 40, 256, 0.003, 3e-4
"""Hidden numbers, how often all positions are gone through, and how boldly."""

WILD = 6
"""So many odd tempers lead into positions that no sensible player would reach."""


class Lesson(msgspec.Struct, frozen=True):
    """Games to be played: so many of a scenario, from a seed on."""

    scenario: str
    first: int
    count: int


class Positions(msgspec.Struct, frozen=True):
    """What became of positions: their numbers, the worth to whose turn it was, and the game."""

    scenario: str
    numbers: list[list[float]]
    worth: list[float]
    game: list[int]


def attend(lesson: Lesson) -> Positions:
    """Play the games of a lesson, and note the positions at the start of player turns.

    Up to a turn drawn by lot both sides play by odd tempers, and nothing is noted; from there on
    they play as well as a quick hand can, each by a temper of its own.
    """
    game = Folio()
    start = game.setup(learned_from(lesson.scenario), {})
    memo = game.memo(start)
    tempers = [Judge(memo.scenario, temper) for temper in TEMPERS]
    measures = Measures(tempers[0])
    lots = random.Random(f"wild {lesson.scenario}")
    odd = [Judge(memo.scenario, _odd(lots)) for _ in range(WILD)]
    noted = Positions(lesson.scenario, [], [], [])
    for number in range(lesson.first, lesson.first + lesson.count):
        name = f"{lesson.scenario} {number}"
        lots, source = random.Random(name), seeded(name)
        since = lots.randrange(2 * len(memo.scenario.turns))
        state = start
        turns = 0
        while turns < since and state.phase is not Phase.OVER:
            state = playout((lots.choice(odd), lots.choice(odd)), memo, state, source, 1)
            turns += 1
        hands = (_hand(tempers, lots), _hand(tempers, lots))
        seen: list[tuple[int, list[float]]] = []
        while state.phase is not Phase.OVER:
            if state.phase is not Phase.SETUP:
                seen.append((state.player, measures.read(Position(memo, state))))
            state = playout(hands, memo, state, source, 1)
        worth = worth_at_the_end(memo.scenario, state)
        assert worth is not None
        for player, numbers in seen:
            noted.numbers.append(numbers)
            noted.worth.append(worth if player == 0 else 1.0 - worth)
            noted.game.append(number)
    return noted


def learned_from(scenario: str) -> str | Texts:
    """A scenario with the marks by which it is learned from."""
    marks = MARKS.get(scenario)
    if marks is None:
        return named(scenario)
    texts = texts_of(scenario)
    for path, margin in marks.items():
        texts["toml"] = with_number(texts["toml"], f"victory.{path}.margin", margin)
    return texts


def _odd(lots: random.Random) -> Weights:
    """A temper somewhere between foolish and strange."""
    usual = Weights()
    return usual._replace(
        objective=usual.objective * lots.uniform(0.2, 2),
        pull=usual.pull * lots.uniform(0.1, 3),
        danger=lots.uniform(0, 1.2),
        ground=usual.ground * lots.uniform(0, 4),
        least=lots.uniform(-0.5, 0.6),
    )


def _hand(tempers: Sequence[Judge], lots: random.Random) -> Judge:
    return tempers[0] if lots.random() < 0.4 else lots.choice(tempers[1:])


# -- learning --------------------------------------------------------------------------------------


class Lot(NamedTuple):
    """Positions as numpy wants them."""

    numbers: Numbers
    worth: Numbers
    scenario: tuple[str, ...]

    def only(self, wanted: Callable[[str], bool]) -> Lot:
        rows = [n for n, name in enumerate(self.scenario) if wanted(name)]
        names = tuple(self.scenario[n] for n in rows)
        return Lot(self.numbers[rows], self.worth[rows], names)


def gathered(lessons: Sequence[Positions]) -> Lot:
    """All positions of some lessons, in a fixed order whoever played them first."""
    ordered = sorted(lessons, key=lambda one: (one.scenario, one.game[:1]))
    return Lot(
        np.array([row for one in ordered for row in one.numbers]),
        np.array([worth for one in ordered for worth in one.worth]),
        tuple(one.scenario for one in ordered for _ in one.worth),
    )


def fit(lot: Lot, about: str = "", hidden: int = HIDDEN) -> Learned:
    """Learn from positions, by small steps downhill (Adam); every kind of scenario counts."""
    lots = np.random.default_rng(1)
    count, width = lot.numbers.shape
    middle, spread = lot.numbers.mean(0), lot.numbers.std(0) + 1e-3
    usual = np.clip((lot.numbers - middle) / spread, -FARTHEST, FARTHEST)
    weigh = _weights(lot.scenario)
    parts = [
        lots.normal(0, width**-0.5, (width, hidden)),
        np.zeros(hidden),
        lots.normal(0, 0.1, hidden),
        np.zeros(width),
        np.zeros(1),
    ]
    speed, heat = [np.zeros_like(p) for p in parts], [np.zeros_like(p) for p in parts]
    steps = 0
    for round_ in range(ROUNDS):
        order = lots.permutation(count)
        step = STEP * (1 - round_ / ROUNDS)
        for first in range(0, count, BATCH):
            rows = order[first : first + BATCH]
            steps += 1
            slopes = _slopes(parts, usual[rows], lot.worth[rows], weigh[rows])
            for n, slope in enumerate(slopes):
                speed[n] = 0.9 * speed[n] + 0.1 * slope
                heat[n] = 0.999 * heat[n] + 0.001 * slope**2
                even = np.sqrt(heat[n] / (1 - 0.999**steps)) + 1e-8
                parts[n] = parts[n] - step * speed[n] / (1 - 0.9**steps) / even
    into, bias, weight, straight, shift = parts
    return Learned(
        about=about,
        names=NAMES,
        middle=_row(middle),
        spread=_row(spread),
        straight=_row(straight),
        hidden=tuple(_row(column) for column in into.T),
        bias=_row(bias),
        weight=_row(weight),
        shift=round(float(shift[0]), 4),
    )


def _slopes(parts: list[Numbers], rows: Numbers, worth: Numbers, weigh: Numbers) -> list[Numbers]:
    """Where the error grows fastest."""
    into, bias, weight, straight, shift = parts
    within = rows @ into + bias
    bent = within / (1 + abs(within))
    chance = 1 / (1 + np.exp(-(bent @ weight + rows @ straight + shift[0])))
    error = (chance - worth) * weigh / weigh.sum()
    back = np.outer(error, weight) / (1 + abs(within)) ** 2
    return [
        rows.T @ back + RESTRAINT * into,
        back.sum(0),
        bent.T @ error + RESTRAINT * weight,
        rows.T @ error + RESTRAINT * straight,
        np.array([error.sum()]),
    ]


def _weights(scenarios: Sequence[str]) -> Numbers:
    """Few positions of a scenario weigh more each: large scenarios are dear to play."""
    kinds = [_kind(name) for name in scenarios]
    counts = Counter(kinds)
    return np.array([counts[kind] ** -0.5 for kind in kinds])


def _kind(scenario: str) -> str:
    return scenario.partition(":")[0]


def _row(numbers: Numbers) -> tuple[float, ...]:
    return tuple(round(float(number), 4) for number in numbers)


# -- judging ---------------------------------------------------------------------------------------


class Mark(NamedTuple):
    """How well chances foretell what became of positions."""

    positions: int
    log_loss: float
    auc: float
    """How often, of a game won and one lost, the won one was thought better."""


def mark(curve: Curve, lot: Lot) -> Mark:
    """What a learned value is worth on positions."""
    chances = np.array([curve.chance(list(row)) for row in lot.numbers])
    safe = np.clip(chances, 1e-3, 1 - 1e-3)
    loss = -(lot.worth * np.log(safe) + (1 - lot.worth) * np.log(1 - safe)).mean()
    decided = lot.worth != 0.5
    order = chances[decided].argsort().argsort() + 1
    won = lot.worth[decided] == 1
    wins, losses = int(won.sum()), int((~won).sum())
    above = (order[won].sum() - wins * (wins + 1) / 2) / max(wins * losses, 1)
    return Mark(len(chances), float(loss), float(above))


LEAD = ("lead", "lead by the time left", "draw", "turns left", "enemy turns left", "nearly over")
"""What the yardstick knows: the points and the time."""


def only_lead(lot: Lot) -> Lot:
    """The same positions for somebody who sees nothing but the points and the time."""
    seen = np.array([name in LEAD for name in NAMES])
    return lot._replace(numbers=np.where(seen, lot.numbers, 0.0))


def lessons(course: Mapping[str, int], part: float = 1.0) -> list[Lesson]:
    """A course in portions, or the first part of each of its scenarios."""
    return [
        Lesson(name, first, min(PORTION, wanted - first))
        for name, games in course.items()
        if (wanted := math.ceil(games * part))
        for first in range(0, wanted, PORTION)
    ]


def main(part: float = 1.0, to: Path | None = None, workers: int | None = None) -> None:
    """Play the course or a part of it, learn, write the file, tell how good it is."""
    whole = gathered(
        list(run(attend, lessons(COURSE, part) + lessons(EXAM, part), "local", workers))
    )
    course = whole.only(lambda name: name not in EXAM)
    about = f"made by lab/learn.py from {len(course.worth)} positions of {len(COURSE)} scenarios"
    learned = fit(course, about)
    text = msgspec.json.format(msgspec.json.encode(learned), indent=0) + b"\n"
    (to or Path(str(FILE))).write_bytes(text)
    exams = {"maps never seen": (learned, course, whole.only(lambda name: name in EXAM))}
    for left_out in ("tutorial", "walcheren", "bukrin", "sidi-rezegh"):
        without = course.only(lambda name, out=left_out: name != out)  # type: ignore[misc]
        asked = course.only(lambda name, out=left_out: name == out)  # type: ignore[misc]
        exams[f"{left_out}, left out"] = (fit(without), without, asked)
    for name, (value, basis, asked) in exams.items():
        yardstick = mark(fit(only_lead(basis)).curve, only_lead(asked))
        print(f"{name}: {mark(value.curve, asked)}; by points and time alone: {yardstick}")


if __name__ == "__main__":
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--part", type=float, default=1.0, help="of the games, more than 0")
    given.add_argument("--to", type=Path, help="where it is written, if not beside the bots")
    given.add_argument("--workers", type=int, help="processes, if not one for each core")
    main(**vars(given.parse_args()))
