"""EZOC steps are written twice: readably (`March.step`) and inlined (`spread`). They must agree."""

from __future__ import annotations

import heapq
import random

import pytest

from hexfire.folio import Folio, builtin, builtin_names, movement
from hexfire.folio.board import Position
from hexfire.hexes import iterate
from hexfire.play.contract import random_table


def readable(at: Position, unit: int) -> dict[int, int]:
    """The cheapest cost of every hex, by single steps alone."""
    march = movement.march_of(at, unit)
    size, start = march.size, march.start
    steps = at.scenario.steps[march.gait.mobile]
    enemies = at.board.masks[1 - at.memo.side(unit)]
    best, found, queue = {start: 0}, {}, [(0, start)]
    while queue:
        spent, node = heapq.heappop(queue)
        if spent > best[node]:
            continue
        hex = node % size
        found[hex] = min(spent, found.get(hex, spent))
        if march.stops and march.zone[hex] and hex != start:
            continue
        for to, terrain in steps[hex]:
            step = march.step(node, to, terrain)
            if step is None or enemies >> to & 1 or spent + step[1] > march.allowance:
                continue
            if spent + step[1] < best.get(step[0], 1 << 30):
                best[step[0]] = spent + step[1]
                heapq.heappush(queue, (spent + step[1], step[0]))
    return found


@pytest.mark.rule("F5.1.1c", "F5.1.2b", "F5.1.2a")
@pytest.mark.parametrize("name", builtin_names())
def test_both_ways_of_writing_ezoc_steps_lead_to_the_same_hexes_at_the_same_price(
    name: str,
) -> None:
    game, rng = Folio(), random.Random(5)
    table, _ = random_table(game, dict(builtin(name)), 7)
    positions = list(range(0, table.now, 7))
    in_contact = 0
    for n in rng.sample(positions, min(12, len(positions))):
        at = game.at(table.at(n))
        for unit, hex in enumerate(at.places):
            if hex < 0:
                continue
            spread = movement.reach(at, unit)
            quick = {hex: spread.cost(hex) for hex in iterate(spread.mask)}
            assert quick == readable(at, unit), (n, at.charts.names[unit])
            in_contact += bool(movement.march_of(at, unit).zone[hex])
    assert in_contact > 5
