"""F3.0g, F4.0b: who has won. What counts is the scenario's."""

from __future__ import annotations

from collections.abc import Iterator

from hexfire.folio.phases import OVER
from hexfire.folio.scenario import Scenario, Sudden
from hexfire.folio.state import EXITED, LOST, Extra, State
from hexfire.play import Outcome
from hexfire.rulebook import Message, Modifier, Tally


def holding(scenario: Scenario, state: State, unit: int, hex: int) -> tuple[int, ...]:
    """Who holds the objectives once a unit has come to stand in a hex."""
    i = scenario.objective_at.get(hex)
    if i is None:
        return state.holders
    return (*state.holders[:i], scenario.units[unit].side, *state.holders[i + 1 :])


def score(scenario: Scenario, state: State, side: int) -> Tally:
    """The points of a side, each with its reason."""
    return Tally(tuple(_points(scenario, state, side)))


def _points(scenario: Scenario, state: State, side: int) -> Iterator[Modifier]:
    victory = scenario.victory
    reasons = scenario.objective_reasons
    for objective, holder, why in zip(victory.objectives, state.holders, reasons, strict=True):
        if objective.points[side] and not objective.each_turn:
            yield Modifier("objective", "F4.0b", objective.points[side], holder == side, why)
    turn_by_turn = state.extra.points[side] if isinstance(state.extra, Extra) else 0
    if turn_by_turn:
        yield Modifier("each_turn", "F4.0b", turn_by_turn)
    lost = value_gone(scenario, state, 1 - side, LOST) * victory.losses[1 - side]
    if lost:
        yield Modifier("losses", "F4.0b", lost)
    gone = value_gone(scenario, state, side, EXITED) * victory.exits[side]
    if gone:
        yield Modifier("exits", "F4.0b", gone)


def value_gone(scenario: Scenario, state: State, side: int, where: int) -> int:
    """The value of a side's units that are lost (or have exited)."""
    return sum(
        scenario.units[u].value for u in scenario.side_units[side] if state.places[u] == where
    )


def sudden(scenario: Scenario, state: State, whens: frozenset[str] | None = None) -> int:
    """The first sudden victory whose conditions are met at the end of a game turn; -1 if none.

    `whens`: only those that count at such a moment (exclusive rules: inside a game turn).
    """
    for i, way in enumerate(scenario.victory.sudden):
        if (whens is None or way.when in whens) and _met(scenario, state, way):
            return i
    return -1


def turn_points(scenario: Scenario, state: State) -> tuple[int, int]:
    """Exclusive: what each side gains at the end of a game turn for the hexes it holds."""
    points = [0, 0]
    for objective, holder in zip(scenario.victory.objectives, state.holders, strict=True):
        if objective.each_turn and holder >= 0:
            points[holder] += objective.points[holder]
    return points[0], points[1]


def _met(scenario: Scenario, state: State, way: Sudden) -> bool:
    held = {
        objective.hex
        for objective, holder in zip(scenario.victory.objectives, state.holders, strict=True)
        if holder == way.side
    }
    if not held.issuperset(way.holds):
        return False
    if way.margin is not None and margin(scenario, state, way.side) < way.margin:
        return False
    if (
        way.enemy_lost is not None
        and value_gone(scenario, state, 1 - way.side, LOST) < way.enemy_lost
    ):
        return False
    return way.exited is None or value_gone(scenario, state, way.side, EXITED) >= way.exited


def margin(scenario: Scenario, state: State, side: int) -> int:
    """By how many points a side is ahead."""
    return score(scenario, state, side).total - score(scenario, state, 1 - side).total


def outcome(scenario: Scenario, state: State) -> Outcome | None:
    """F4.0b: how it ended; None while it goes on."""
    if state.phase is not OVER:
        return None
    seats = scenario.seats
    points = {seats[side]: score(scenario, state, side).total for side in (0, 1)}
    if state.ending >= 0:
        way = scenario.victory.sudden[state.ending]
        message = Message.of(
            "folio.outcome.sudden",
            side=f"@{seats[way.side]}",
            turn=state.turn,
            way=f"@sudden.{state.ending}",
        )
        return Outcome((seats[way.side],), message, points)
    first, second = seats
    totals = {"first": f"@{first}", "second": f"@{second}"}
    reached = [
        (level.margin, i)
        for i, level in enumerate(scenario.victory.levels)
        if margin(scenario, state, level.side) >= level.margin
    ]
    if not reached:
        message = Message.of("folio.outcome.draw", a=points[first], b=points[second], **totals)
        return Outcome((), message, points)
    _, i = max(reached, key=lambda pair: pair[0])
    winner = seats[scenario.victory.levels[i].side]
    message = Message.of(
        "folio.outcome.level",
        side=f"@{winner}",
        level=f"@level.{i}",
        a=points[first],
        b=points[second],
        **totals,
    )
    return Outcome((winner,), message, points)
