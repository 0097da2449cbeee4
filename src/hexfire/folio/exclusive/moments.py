"""What exclusive rules do at a moment: when a game turn or a player turn begins.

What a die decides becomes the state's `pending`, one roll after the other.
"""

from __future__ import annotations

from typing import Final

from hexfire.dice import Dice
from hexfire.folio import resolution, support, victory
from hexfire.folio.board import Memo, Position
from hexfire.folio.events import Log, say
from hexfire.folio.exclusive import arrivals, bridges, landing, replacements, supply, works
from hexfire.folio.exclusive.bridges import BRIDGE
from hexfire.folio.exclusive.declared import Exclusive, Rule, Supply, Weather
from hexfire.folio.exclusive.landing import LANDING
from hexfire.folio.exclusive.regime import extra_of, remember
from hexfire.folio.phases import OVER
from hexfire.folio.state import Chance, State, replace
from hexfire.hexes import mask_of

WEATHER: Final = "weather"
ARRIVAL: Final = "arrival"
DRAW: Final = "draw"


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
    if rules.drawn is not None:
        chances += [Chance(DRAW, state.player), Chance(DRAW, 1 - state.player)]
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
    if chance.what == DRAW:
        return go_on(at.memo, _draw(at.memo, state, chance.side, dice, log), log)
    assert rules.weather is not None
    return go_on(at.memo, _weather(at, state, rules.weather, dice, log), log)


def rule_of(at: Position, chance: Chance) -> Rule:
    """The exclusive rule that asks for a roll."""
    rules = rules_of(at.memo)
    if chance.what == BRIDGE:
        return rules.bridges[chance.number].rule
    if chance.what == ARRIVAL:
        return rules.arrivals[chance.number].rule
    if chance.what == DRAW:
        assert rules.drawn is not None
        return rules.drawn
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
    if memo.scenario.victory.sudden:
        state = won(memo, state, AT_ONCE, log)
        if state.phase is OVER:
            return state
    rules = rules_of(memo)
    if rules.works is not None:
        state = works.after_action(memo, state, log)
    if rules.markers:
        state = _overrun(memo, state, log)
    if rules.bridges:
        state = bridges.after_action(memo, state, log)
    return state


def won(memo: Memo, state: State, whens: frozenset[str], log: Log) -> State:
    """F4.0b: the game is over if a sudden victory that counts now has been reached."""
    way = victory.sudden(memo.scenario, state, whens)
    if way < 0:
        return state
    say(log, "F4.0b", "over", turn=state.turn)
    return replace(state, phase=OVER, ending=way, hands=(0, 0), combat=None, pending=None)


def turn_ends(memo: Memo, state: State, log: Log) -> State:
    """A game turn is over: points for the hexes that are held."""
    gained, extra = victory.turn_points(memo.scenario, state), extra_of(state)
    if gained == (0, 0):
        return state
    for side, points in enumerate(gained):
        if points:
            say(log, "F4.0b", "turn_points", side=f"@{memo.scenario.seats[side]}", points=points)
    total = extra.points[0] + gained[0], extra.points[1] + gained[1]
    return remember(state, replace(extra, points=total))


AT_ONCE: Final = frozenset({"at_once"})
PLAYER_TURN: Final = frozenset({"at_once", "player_turn"})


def _overrun(memo: Memo, state: State, log: Log) -> State:
    """Markers whose park an enemy has reached are lost."""
    at = Position(memo, state)
    for rule in rules_of(memo).markers:
        if rule.park is None:
            continue
        side = memo.scenario.markers[(rule.markers & -rule.markers).bit_length() - 1].side
        gone = extra_of(state).gone
        if rule.markers & ~gone and at.board.masks[1 - side] >> rule.park & 1:
            say(log, rule.rule.id, "overrun", hex=at.label(rule.park))
            state = remember(state, replace(extra_of(state), gone=gone | rule.markers))
            hands = state.hands[0] & ~rule.markers, state.hands[1] & ~rule.markers
            state = replace(state, hands=hands)
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
    if rules_of(memo).drawn is not None:
        return state
    hands = support.received(at.scenario, state.turn)
    if hands != state.hands:
        first = at.scenario.turns[state.turn - 1].first
        counts = [hand.bit_count() for hand in hands]
        held = at.scenario.now.conditions
        say(
            log,
            held[0].id if held else "F8.0b",
            "markers",
            markers=f"{counts[first]}/{counts[1 - first]}",
        )
    return replace(state, hands=hands)


def _draw(memo: Memo, state: State, side: int, dice: Dice, log: Log) -> State:
    """As many markers as the turn gives a side, drawn blindly from its whole pool."""
    at, rule = Position(memo, state), rules_of(memo).drawn
    assert rule is not None
    scenario, space = at.scenario, at.scenario.turns[state.turn - 1]
    count = scenario.now.support[side].of(space.support[0 if side == space.first else 1])
    lost = extra_of(state).gone
    pool = [i for i, m in enumerate(scenario.markers) if m.side == side and not lost >> i & 1]
    hand = 0
    for _ in range(min(count, len(pool))):
        marker = dice.pick(pool, rule.id)
        pool.remove(marker)
        hand |= 1 << marker
    say(log, rule.id, "drawn", side=f"@{scenario.seats[side]}", count=hand.bit_count())
    hand &= ~scenario.now.unusable
    hands = (hand, state.hands[1]) if side == 0 else (state.hands[0], hand)
    return replace(state, hands=hands)


def player_turn_begins(memo: Memo, state: State, log: Log) -> State:
    """A player turn has begun: bridges are finished; who is without supply or command."""
    rules = rules_of(memo)
    if rules.bridges:
        state = bridges.finished(memo, state, log)
    if rules.replacements is not None:
        state = replacements.received(memo, state, log)
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
