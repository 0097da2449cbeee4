"""What was found, put together as the review that people and programs read."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction

from hexfire.bots.value import Estimate
from hexfire.dice import Dice
from hexfire.folio import Folio, combat
from hexfire.folio.actions import Action, Attack, Barrage
from hexfire.folio.state import State
from hexfire.play import Event, Table
from hexfire.review.costly import DECISIONS, Costly
from hexfire.review.line import Kind, Stretch
from hexfire.review.luck import luck
from hexfire.review.report import (
    BetterWay,
    CostlyDecision,
    CurvePoint,
    Review,
    ReviewedRoll,
    SideReview,
    TurningPoint,
    signed,
)
from hexfire.review.stages import Judged
from hexfire.rulebook import Message

COSTLIEST = 3
TURNING = 6
LEAST_TURN = 0.1
"""A smaller change is no turning point."""
DIGITS = 4
_BY_ITSELF = ("phase", "turn", "over")


def told(
    table: Table[State, Action], judged: Judged, costly: Sequence[Costly], end: float | None
) -> Review:
    """The review. `end` is how the game ended for the first side; None if it goes on."""
    game = table.game
    assert isinstance(game, Folio)
    scenario = game.scenario(judged.line.states[0])
    rolls = [_roll(game, judged, stretch) for stretch in _of(judged, {Kind.ROLL})]
    last = judged.worth[len(judged.line.states) - 1]
    closing = last.chance if end is None else end
    lucks = [luck_of(judged, stretch) for stretch in _of(judged, {Kind.ROLL})]
    total = math.fsum(one.chance for one in lucks)
    error = _together(one.error for one in lucks)
    outcome = table.outcome()
    return Review(
        scenario=scenario.id,
        first=scenario.seats[0],
        finished=end is not None,
        winner=outcome.winners[0] if outcome is not None and outcome.winners else None,
        outcome=outcome.message if outcome is not None else None,
        by_word=_round(closing - last.chance),
        reappraised=_round(judged.reappraised()),
        start=_round(judged.worth[0].chance),
        end=_round(closing),
        even=_round(closing - total),
        even_error=_round(error),
        sides=tuple(_side(table, judged, side, rolls, costly) for side in (0, 1)),
        curve=tuple(_curve(judged)),
        turning=tuple(_turning(judged, scenario.seats)),
        rolls=tuple(rolls),
        taken_back=len(table.branches()),
        cut=table.cut_line is not None,
        games=judged.effort.games,
        seed=judged.seed,
        notes=tuple(_notes(table, judged, end)),
    )


def luck_of(judged: Judged, stretch: Stretch) -> Estimate:
    """What a roll of the line did beyond what could be expected."""
    at = stretch.first
    return luck(judged.spreads[at], judged.after[at], judged.line.states[stretch.last])


def _of(judged: Judged, kinds: set[Kind]) -> list[Stretch]:
    return [stretch for stretch in judged.line.stretches if stretch.kind in kinds]


def _notes(table: Table[State, Action], judged: Judged, end: float | None) -> Iterable[Message]:
    """What a reader must know to read the figures rightly."""
    yield Message.of("review.note.games", games=judged.effort.games)
    if end is None:
        yield Message.of("review.note.unfinished")
    if table.branches():
        yield Message.of("review.note.taken_back", count=len(table.branches()))
    if table.cut_line is not None:
        yield Message.of("review.note.cut", line=table.cut_line)
    if judged.foreseen:
        yield Message.of("review.note.reappraised", change=signed(judged.reappraised()))
    if not judged.effort.moves:
        yield Message.of("review.note.phases")


# -- the curve -------------------------------------------------------------------------------------


def _curve(judged: Judged) -> Iterable[CurvePoint]:
    numbers, steps = judged.line.numbers(), judged.line.steps
    known = sorted(judged.worth)
    for at, n in enumerate(numbers):
        worth = judged.worth.get(at)
        point = worth or _on_the_way(judged, known, at)
        yield CurvePoint(
            n=n,
            seat=steps[at - 1].seat if at else None,
            turn=judged.line.states[at].turn,
            chance=_round(point.chance),
            error=_round(point.error),
            judged=worth is not None,
        )


def _on_the_way(judged: Judged, known: list[int], at: int) -> Estimate:
    """Between two positions that were judged, as if every move had done the same."""
    before = max(one for one in known if one < at)
    after = min(one for one in known if one > at)
    share = (at - before) / (after - before)
    a, b = judged.worth[before], judged.worth[after]
    return Estimate(a.chance + share * (b.chance - a.chance), max(a.error, b.error))


def _turning(judged: Judged, seats: Sequence[str]) -> Iterable[TurningPoint]:
    """The greatest changes that are more than the error of the estimates, in the game's order."""
    changed = [(judged.change(stretch), stretch) for stretch in judged.line.stretches]
    large = [
        (change, stretch)
        for change, stretch in changed
        if abs(change.chance) >= max(LEAST_TURN, change.error)
    ]
    large.sort(key=lambda one: (-abs(one[0].chance), one[1].first))
    numbers = judged.line.numbers()
    for change, stretch in sorted(large[:TURNING], key=lambda one: one[1].first):
        yield TurningPoint(
            n=numbers[stretch.last],
            since=numbers[stretch.first],
            seat=seats[stretch.side],
            kind=stretch.kind.value,
            turn=judged.line.states[stretch.first].turn,
            change=_round(change.chance),
            error=_round(change.error),
            told=_messages((*_declared(judged, stretch), *judged.line.told(stretch)))
            or _quiet(stretch.kind, judged.line.steps[stretch.last - 1].action),
        )


def _declared(judged: Judged, stretch: Stretch) -> Iterable[Event]:
    """Who attacked whom, where it is the roll of a combat that is told."""
    if stretch.kind is not Kind.ROLL or judged.line.states[stretch.first].combat is None:
        return ()
    before = judged.line.steps[: stretch.first]
    declared = next(s for s in reversed(before) if isinstance(s.action, Attack | Barrage))
    return declared.events


# -- luck and play ---------------------------------------------------------------------------------


def _roll(game: Folio, judged: Judged, stretch: Stretch) -> ReviewedRoll:
    at, step = stretch.first, judged.line.steps[stretch.first]
    luck_then = luck_of(judged, stretch)
    result, exact = _results(game, judged, stretch)
    return ReviewedRoll(
        n=step.n,
        seat=step.seat,
        faces=step.faces,
        result=result,
        odds=exact,
        expected=_round(judged.worth[at].chance),
        chance=_round(judged.led_to(stretch).chance),
        luck=_round(luck_then.chance),
        error=_round(luck_then.error),
    )


def _results(game: Folio, judged: Judged, stretch: Stretch) -> tuple[str, dict[str, Fraction]]:
    """The result of a combat and the exact chance of each; else the faces and theirs."""
    before, step = judged.line.states[stretch.first], judged.line.steps[stretch.first]
    if before.combat is None:
        faces = " ".join(map(str, step.faces))
        came = judged.line.states[stretch.last]
        return faces, {faces: judged.spreads[stretch.first][came]}
    exact = combat.chances(game.at(before), before.combat)
    result = next(event.data["result"] for event in step.events if "result" in event.data)
    return result, {name: exact[name] for name in combat.RESULTS if name in exact}


def _side(
    table: Table[State, Action],
    judged: Judged,
    side: int,
    rolls: Sequence[ReviewedRoll],
    costly: Sequence[Costly],
) -> SideReview:
    seat = table.seats[side]
    sign = 1 if side == 0 else -1
    lucks = [(stretch.side, luck_of(judged, stretch)) for stretch in _of(judged, {Kind.ROLL})]
    own = math.fsum(sign * one.chance for who, one in lucks if who == side)
    theirs = math.fsum(sign * one.chance for who, one in lucks if who != side)
    decided = [judged.change(s) for s in _of(judged, DECISIONS) if s.side == side]
    mine = [one for one in costly if one.stretch.side == side][:COSTLIEST]
    return SideReview(
        seat=seat,
        name=table.header.seats[seat],
        rolls=sum(roll.seat == seat for roll in rolls),
        lucky=sum(who == side and sign * one.chance > 0 for who, one in lucks),
        own_luck=_round(own),
        enemy_luck=_round(theirs),
        luck=_round(own + theirs),
        luck_error=_round(_together(one.error for _, one in lucks)),
        play=_round(math.fsum(sign * change.chance for change in decided)),
        play_error=_round(_together(change.error for change in decided)),
        costly=tuple(_decision(table, judged, one) for one in mine),
    )


def _decision(table: Table[State, Action], judged: Judged, one: Costly) -> CostlyDecision:
    game, line, stretch = table.game, judged.line, one.stretch
    assert isinstance(game, Folio)
    numbers = line.numbers()
    steps = line.steps[stretch.first : stretch.last]
    return CostlyDecision(
        n=numbers[stretch.last],
        since=numbers[stretch.first],
        seat=table.seats[stretch.side],
        kind=stretch.kind.value,
        turn=line.states[stretch.first].turn,
        actions=tuple(game.write(step.action) for step in steps),
        told=_messages(line.told(stretch)) or _quiet(stretch.kind, steps[-1].action),
        chance=_round(one.chance.chance - one.cost.chance),
        cost=_round(one.cost.chance),
        error=_round(one.cost.error),
        better=_better(game, line.states[stretch.first], one, stretch.kind),
    )


def _better(game: Folio, state: State, one: Costly, kind: Kind) -> BetterWay:
    way = one.better
    events: list[Event] = []
    for action in way.actions:
        (seat,) = game.to_act(state)
        state, happened = game.apply(state, seat, action, Dice())
        events += happened
    return BetterWay(
        actions=tuple(game.write(action) for action in way.actions),
        told=_messages(events) or _quiet(kind, way.actions[-1]),
        chance=_round(one.chance.chance),
    )


def _messages(events: Iterable[Event]) -> tuple[Message, ...]:
    """What the log says to everybody, without what begins and ends by itself."""
    return tuple(
        event.message
        for event in events
        if event.seats is None and event.data.get("what") not in _BY_ITSELF
    )


def _quiet(kind: Kind, action: Action) -> tuple[Message, ...]:
    """What the log does not tell: that something was not done."""
    verb = "unmoved" if kind is Kind.MOVEMENT else str(action.__struct_config__.tag)
    return (Message.of(f"review.quiet.{verb}"),)


def _together(errors: Iterable[float]) -> float:
    return math.sqrt(math.fsum(error**2 for error in errors))


def _round(value: float) -> float:
    return round(value, DIGITS) + 0.0
