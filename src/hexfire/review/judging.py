"""Judging the line of a game: the chance of victory after every action."""

from __future__ import annotations

from typing import Any

from hexfire.bots.value import SOON, Estimate, estimate, worth_at_the_end
from hexfire.folio import Folio
from hexfire.folio.scenario import Scenario
from hexfire.folio.state import State
from hexfire.review.effort import effort_for
from hexfire.review.line import Kind, Line
from hexfire.review.luck import expectation, spread
from hexfire.review.stages import Judged, Stage, Working
from hexfire.review.work import Games


def judging(game: Folio, line: Line, seed: int, games: int | None, ends: float) -> Working[Judged]:
    """Play every position out that must be: after a roll also those that did not come about."""
    scenario = game.scenario(line.states[0])
    spreads = {
        stretch.first: spread(game.at(line.states[stretch.first]))
        for stretch in line.stretches
        if stretch.kind is Kind.ROLL
    }
    borders = {0, *(stretch.last for stretch in line.stretches)}
    forced = {stretch.first for stretch in line.stretches if stretch.kind is Kind.FORCED}
    judged = sorted(borders - forced - spreads.keys())
    between = [at for at in range(len(line.states)) if at not in borders]
    instead = [
        (at, state)
        for at, ways in spreads.items()
        for state in ways
        if state != line.states[at + 1]
    ]
    effort = effort_for(
        scenario,
        [*(line.states[at] for at in judged), *(state for _, state in instead)],
        [line.states[at] for at in between],
        games,
    )
    if effort.moves:
        judged += between
    states = [*(line.states[at] for at in judged), *(state for _, state in instead)]
    # Every position has dice of its own: what luck does to one estimate it does to no other.
    jobs = tuple(
        Games(state, seed * 100_003 + n, 0, effort.games, SOON) for n, state in enumerate(states)
    )
    results = yield Stage(jobs, 0.0, ends)
    estimates = [
        _estimate(scenario, state, played) for state, played in zip(states, results, strict=True)
    ]
    whole = Judged(
        line,
        dict(zip(judged, estimates, strict=False)),
        spreads,
        {at: {} for at in spreads},
        effort,
        seed,
    )
    for (at, state), worth in zip(instead, estimates[len(judged) :], strict=True):
        whole.after[at][state] = worth
    _work_back(whole)
    return whole


def _estimate(scenario: Scenario, state: State, results: Any) -> Estimate:
    over = worth_at_the_end(scenario, state)
    return estimate(results) if over is None else Estimate(over)


def _work_back(judged: Judged) -> None:
    """From the end: a roll is worth what it leads to on average, a forced action what follows."""
    worth = judged.worth
    for stretch in reversed(judged.line.stretches):
        at = stretch.first
        if stretch.kind is Kind.FORCED:
            worth[at] = worth[stretch.last]
        elif stretch.kind is Kind.ROLL:
            judged.after[at][judged.line.states[stretch.last]] = worth[stretch.last]
            worth[at] = expectation(judged.spreads[at], judged.after[at])
