"""Judging the line of a game: the chance of victory after every action."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hexfire.bots.playout import another_turn
from hexfire.bots.value import SOON, Estimate, ahead, estimate, worth_at_the_end
from hexfire.folio import Folio
from hexfire.folio.scenario import Scenario
from hexfire.folio.state import Phase, State
from hexfire.review.effort import effort_for
from hexfire.review.line import Kind, Line
from hexfire.review.luck import expectation, spread
from hexfire.review.stages import Judged, Stage, Working
from hexfire.review.work import Games, Glance, Job


def judging(game: Folio, line: Line, seed: int, games: int | None, ends: float) -> Working[Judged]:
    """Play every position out that must be: after a roll also those that did not come about.

    Unless the end is near, games see as far as the start of the next player turn. So what leads
    there is judged by a glance at it, as they end with one: games that begin there see a player
    turn further, and what that changes must not count as the doing of whoever ended his turn.
    """
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
    turns = [
        at
        for at, (before, after) in enumerate(pairwise(line.states), start=1)
        if _out_of_sight(scenario, before, after)
    ]
    states = [*(line.states[at] for at in judged), *(state for _, state in instead)]
    # Every position has dice of its own: what luck does to one estimate it does to no other.
    seeds = range(seed * 100_003, seed * 100_003 + len(states))
    jobs: list[Job] = [
        Games(state, own, 0, effort.games, SOON) for state, own in zip(states, seeds, strict=True)
    ]
    jobs += [Glance(line.states[at]) for at in turns]
    results = iter((yield Stage(tuple(jobs), 0.0, ends)))
    worth = {at: _estimate(scenario, line.states[at], next(results)) for at in judged}
    after: dict[int, dict[State, Estimate]] = {at: {} for at in spreads}
    for at, state in instead:
        after[at][state] = _estimate(scenario, state, next(results))
    foreseen = {at: _at_a_glance(next(results)) for at in turns}
    whole = Judged(line, worth, foreseen, spreads, after, effort, seed)
    _work_back(whole)
    return whole


def _out_of_sight(scenario: Scenario, before: State, after: State) -> bool:
    """Whether games from a position end with a glance at this one, which follows it."""
    return (
        after.phase is not Phase.OVER
        and ahead(scenario, before, far=SOON) == SOON
        and another_turn(after, before.turn, before.player)
    )


def _estimate(scenario: Scenario, state: State, results: Any) -> Estimate:
    over = worth_at_the_end(scenario, state)
    return estimate(results) if over is None else Estimate(over)


def _at_a_glance(results: Any) -> Estimate:
    (worth,) = results
    return Estimate(worth)


def _work_back(judged: Judged) -> None:
    """From the end: a roll is worth what it leads to on average, a forced action what follows."""
    worth = judged.worth
    for stretch in reversed(judged.line.stretches):
        at = stretch.first
        if stretch.kind is Kind.FORCED:
            worth[at] = judged.led_to(stretch)
        elif stretch.kind is Kind.ROLL:
            judged.after[at][judged.line.states[stretch.last]] = judged.led_to(stretch)
            worth[at] = expectation(judged.spreads[at], judged.after[at])
