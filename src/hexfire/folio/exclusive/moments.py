"""What exclusive rules do at a moment: when a game turn or a player turn begins.

What a die decides becomes the state's `pending`, one roll after the other.
"""

from __future__ import annotations

from typing import Final

from hexfire.dice import Dice
from hexfire.folio import resolution, support
from hexfire.folio.board import Memo, Position
from hexfire.folio.events import Log, say
from hexfire.folio.exclusive import arrivals, bridges, landing, supply
from hexfire.folio.exclusive.bridges import BRIDGE
from hexfire.folio.exclusive.declared import Exclusive, Rule, Supply, Weather
from hexfire.folio.exclusive.landing import LANDING
from hexfire.folio.exclusive.regime import extra_of, remember
from hexfire.folio.phases import OVER
from hexfire.folio.state import Chance, State, replace
from hexfire.hexes import mask_of

WEATHER: Final = "weather"
ARRIVAL: Final = "arrival"


def rules_of(memo: Memo) -> Exclusive:
    rules = memo.scenario.exclusive
    assert rules is not None
    return rules


def turn_begins(memo: Memo, state: State, log: Log) -> State:
    """A game turn has begun: first what is to be rolled for, then the first player's turn."""
    rules = rules_of(memo)
    state = remember(state, replace(extra_of(state), tried=0))
    chances = []
    if rules.weather is not None and state.turn in rules.weather.turns:
        chances.append(Chance(WEATHER, state.player))
    called, due = arrivals.due(memo.scenario, state)
    for number in due:
        chances.append(Chance(ARRIVAL, rules.arrivals[number].side, number))
    extra = replace(extra_of(state), chances=tuple(chances), called=called)
    return go_on(memo, remember(state, extra), log)


def go_on(memo: Memo, state: State, log: Log) -> State:
    """The next roll; after the last one the player turn begins."""
    chances = extra_of(state).chances
    if chances:
        return replace(state, pending=chances[0])
    return player_turn_begins(memo, _received(memo, state, log), log)


def roll(at: Position, chance: Chance, dice: Dice, log: Log) -> State:
    """The roll that is pending, and what follows from it."""
    extra = extra_of(at.state)
    state = replace(at.state, pending=None, extra=replace(extra, chances=extra.chances[1:]))
    rules = rules_of(at.memo)
    if chance.what == BRIDGE:
        return bridges.rolled(at, state, chance.number, dice, log)
    if chance.what == LANDING:
        return landing.come_down(at, state, dice, log)
    if chance.what == ARRIVAL:
        return go_on(at.memo, arrivals.rolled(at, state, chance.number, dice, log), log)
    assert rules.weather is not None
    return go_on(at.memo, _weather(at, state, rules.weather, dice, log), log)


def rule_of(at: Position, chance: Chance) -> Rule:
    """The exclusive rule that asks for a roll."""
    rules = rules_of(at.memo)
    if chance.what == BRIDGE:
        return rules.bridges[chance.number].rule
    if chance.what == ARRIVAL:
        return rules.arrivals[chance.number].rule
    family = rules.landing if chance.what == LANDING else rules.weather
    assert family is not None
    return family.rule


def phase_ends(state: State) -> State:
    """A phase is over: whoever entered in it has moved."""
    extra = extra_of(state)
    if not extra.spent:
        return state
    entered = mask_of(unit for unit, _ in extra.spent)
    return replace(state, moved=state.moved | entered, extra=replace(extra, spent=()))


def after_action(memo: Memo, state: State, log: Log) -> State:
    """What follows from where everybody stands after an action."""
    if state.phase is OVER:
        return state
    rules = rules_of(memo)
    if rules.bridges:
        state = bridges.after_action(memo, state, log)
    return state


def thrown(dice: Dice, rule: str, die: tuple[int, int]) -> int:
    """The sum of some dice."""
    total = 0
    for _ in range(die[0]):
        total += dice.dr(rule, die[1])
    return total


def _weather(at: Position, state: State, weather: Weather, dice: Dice, log: Log) -> State:
    """The weather of the game turn."""
    face = thrown(dice, weather.rule.id, weather.die)
    condition = next(number for low, high, number in weather.results if low <= face <= high)
    conditions = rules_of(at.memo).conditions
    name = (
        f"@exclusive.{conditions[condition].rule.id}" if condition >= 0 else "@folio.weather.fair"
    )
    say(log, weather.rule.id, "weather", roll=face, weather=name)
    return remember(state, replace(extra_of(state), weather=condition))


def _received(memo: Memo, state: State, log: Log) -> State:
    """F8.0b: the markers of the game turn, as the conditions of the day leave them."""
    at = Position(memo, state)
    if not at.scenario.now.conditions:
        return state
    hands = support.received(at.scenario, state.turn)
    if hands != state.hands:
        first = at.scenario.turns[state.turn - 1].first
        counts = [hand.bit_count() for hand in hands]
        rule = at.scenario.now.conditions[0].id
        say(log, rule, "markers", markers=f"{counts[first]}/{counts[1 - first]}")
    return replace(state, hands=hands)


def player_turn_begins(memo: Memo, state: State, log: Log) -> State:
    """A player turn has begun: bridges are finished; who is without supply or command."""
    rules = rules_of(memo)
    if rules.bridges:
        state = bridges.finished(memo, state, log)
    if rules.supply is not None:
        state = _check_supply(memo, state, rules.supply, log)
    if rules.command is not None:
        state = _check_command(memo, state, log)
    return state


def _check_supply(memo: Memo, state: State, rules: Supply, log: Log) -> State:
    side, at = state.player, Position(memo, state)
    without = supply.without_supply(at, rules, side)
    before = extra_of(state).cut or (0,) * len(at.scenario.units)
    cut = list(before)
    for unit in at.charts.side_units[side]:
        cut[unit] = before[unit] + 1 if without >> unit & 1 else 0
        name = at.charts.names[unit]
        if cut[unit]:
            stage = min(cut[unit], len(rules.stages))
            say(log, rules.rule.id, "cut_off", unit=name, stage=stage)
        elif before[unit] and at.places[unit] >= 0:
            say(log, rules.rule.id, "supplied_again", unit=name)
    told = replace(extra_of(state), cut=tuple(cut) if any(cut) else ())
    state = remember(state, told)
    for unit in at.charts.side_units[side]:
        if cut[unit]:
            loss = rules.stages[min(cut[unit], len(rules.stages)) - 1].loss
            if loss == "reduced":
                state = resolution.reduce(memo, state, unit, rules.rule.id, log)
            elif loss == "eliminated":
                state = resolution.eliminate(memo, state, unit, rules.rule.id, log)
    return state


def _check_command(memo: Memo, state: State, log: Log) -> State:
    at, command = Position(memo, state), rules_of(memo).command
    assert command is not None
    astray = supply.without_command(at, state.player)
    before = extra_of(state).astray
    for unit in at.charts.side_units[state.player]:
        if astray >> unit & 1 and not before >> unit & 1:
            say(log, command.rule.id, "astray", unit=at.charts.names[unit])
    theirs = before & at.scenario.side_mask[1 - state.player]
    return remember(state, replace(extra_of(state), astray=astray | theirs))
