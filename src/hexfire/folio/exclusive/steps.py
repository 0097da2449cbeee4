"""Units with more than two steps: each loss beyond the second side of the counter counts one."""

from __future__ import annotations

from hexfire.folio.exclusive.regime import extra_of, remember
from hexfire.folio.scenario import Scenario
from hexfire.folio.state import State, replace


def taken(scenario: Scenario, state: State) -> tuple[int, ...]:
    """By unit, how many of its further steps are lost."""
    return extra_of(state).steps or (0,) * len(scenario.units)


def left(scenario: Scenario, state: State, unit: int) -> bool:
    """Whether a unit with its reverse up has a further step to lose."""
    return taken(scenario, state)[unit] < len(scenario.units[unit].further)


def lose(scenario: Scenario, state: State, unit: int) -> State:
    """One further step is gone."""
    return _changed(scenario, state, unit, 1)


def regain(scenario: Scenario, state: State, unit: int) -> State:
    """A further step comes back; if none was lost, the counter is turned to its front."""
    if taken(scenario, state)[unit]:
        return _changed(scenario, state, unit, -1)
    return replace(state, reduced=state.reduced & ~(1 << unit))


def _changed(scenario: Scenario, state: State, unit: int, by: int) -> State:
    steps = list(taken(scenario, state))
    steps[unit] += by
    return remember(state, replace(extra_of(state), steps=tuple(steps) if any(steps) else ()))
