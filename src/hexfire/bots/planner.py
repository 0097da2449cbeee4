"""The searching bot: several plans for a movement phase, tried out against a quick opponent.

It collects candidate plans (greedy ones with different tempers, and ones improved unit by unit),
plays each on several times with real dice for both sides, and keeps giving more tries to those that
do best while the clock runs. The best plan so far is always at hand. Before combat it compares
attacking and holding back in the same way.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from hexfire.bots.combat import allot, best_barrage
from hexfire.bots.greedy import decide, march, spot
from hexfire.bots.judge import Judge, Weights
from hexfire.bots.player import Look
from hexfire.bots.playout import playout
from hexfire.dice import Dice, seeded
from hexfire.folio import movement, victory
from hexfire.folio.actions import Action, Attack, End, Move
from hexfire.folio.board import Position
from hexfire.folio.game import consequence
from hexfire.folio.state import Phase, State
from hexfire.hexes import iterate

TEMPERS = (
    Weights(danger=0.15),
    Weights(danger=0.0),
    Weights(danger=0.45),
    Weights(danger=0.3, pull=1.2),
    Weights(danger=0.1, pull=0.3),
    Weights(danger=0.9, pull=0.4),
)
"""From bold to careful: each gives a plan of its own."""

Plan = tuple[Action, ...]


class Candidate:
    """A plan, the position it leads to, and how its tries went."""

    def __init__(self, plan: Plan, state: State) -> None:
        self.plan, self.state = plan, state
        self.total, self.tries = 0.0, 0

    @property
    def mean(self) -> float:
        return self.total / self.tries if self.tries else -1e9


class Planner:
    """Thinks up to `seconds` about each phase, or over a fixed number of `tries`.

    With `tries` the same seed gives the same game on any machine: the laboratory uses that.
    """

    def __init__(
        self,
        seed: int = 0,
        seconds: float = 1.0,
        tries: int | None = None,
        horizon: int = 4,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rng = random.Random(seed)
        self._seconds, self._tries, self._clock = seconds, tries, clock
        self._horizon = horizon
        self._judges: dict[str, tuple[Judge, ...]] = {}
        self._plan: list[Action] = []

    def choose(self, look: Look) -> Action:
        at = look.position
        judges = self._judges_of(at)
        if at.state.pending is not None or at.state.phase is Phase.SETUP:
            return decide(judges[0], at, look.side)
        if at.state.phase.is_movement:
            return self._march(judges, look)
        return self._fight(judges, look)

    def _judges_of(self, at: Position) -> tuple[Judge, ...]:
        key = at.scenario.key
        if key not in self._judges:
            self._judges[key] = tuple(Judge(at.scenario, temper) for temper in TEMPERS)
        return self._judges[key]

    # -- movement ----------------------------------------------------------------------------

    def _march(self, judges: tuple[Judge, ...], look: Look) -> Action:
        if not self._plan or self._plan[0] not in look.legal:
            at = look.position
            candidates = self._candidates(judges, at, look.side)
            self._plan = list(self._best(judges[0], at, look.side, candidates).plan)
        return self._plan.pop(0)

    def _candidates(self, judges: tuple[Judge, ...], at: Position, side: int) -> list[Candidate]:
        """Different plans: one of each temper, and variations of the first."""
        found: dict[State, Candidate] = {}
        for judge in judges:
            _add(found, at, tuple(march(judge, at, side)))
        stay: Plan = (End(),)
        _add(found, at, stay)
        base = next(iter(found.values())).plan
        for _ in range(6):
            _add(found, at, self._varied(judges[0], at, side, base))
        return list(found.values())

    def _varied(self, judge: Judge, at: Position, side: int, base: Plan) -> Plan:
        """The same plan, but two or three units go to another good hex."""
        plan = [action for action in base if not isinstance(action, End)]
        moves = [i for i, action in enumerate(plan) if isinstance(action, Move)]
        stay = list(movement.movers(at))
        for _ in range(self._rng.randint(1, 3)):
            if moves and self._rng.random() < 0.7:
                i = self._rng.choice(moves)
                action = plan[i]
                assert isinstance(action, Move)
                unit = at.scenario.unit_index[action.unit]
            elif stay:
                unit, i = self._rng.choice(stay), -1
            else:
                continue
            hexes = self._good_hexes(judge, at, unit, side)
            if not hexes:
                continue
            move = Move(at.scenario.units[unit].id, at.label(self._rng.choice(hexes)))
            if i >= 0:
                plan[i] = move
            elif all(not isinstance(a, Move) or a.unit != move.unit for a in plan):
                plan.append(move)
        return (*plan, End())

    def _good_hexes(self, judge: Judge, at: Position, unit: int, side: int) -> list[int]:
        threats = judge.threats(at, 1 - side)
        hexes = list(iterate(movement.destinations(at, unit)))
        hexes.sort(key=lambda hex: -spot(judge, at, unit, hex, threats))
        return hexes[:5]

    # -- combat ------------------------------------------------------------------------------

    def _fight(self, judges: tuple[Judge, ...], look: Look) -> Action:
        """Attack where it pays in the long run: each promising combat against the others."""
        at, judge = look.position, judges[0]
        plans: list[Plan] = [(End(),)]
        barrage = best_barrage(judge, at)
        if barrage is not None:
            plans.append((barrage,))
        for _, combat in allot(judge, at)[:4]:
            names = tuple(at.scenario.units[unit].id for unit in combat.attackers)
            plans.append((Attack(at.label(combat.hex), names),))
        if len(plans) == 1:
            return End()
        found: dict[State, Candidate] = {}
        for plan in plans:
            _add(found, at, plan)
        return self._best(judge, at, look.side, list(found.values())).plan[0]

    # -- trying out --------------------------------------------------------------------------

    def _best(
        self, judge: Judge, at: Position, side: int, candidates: list[Candidate]
    ) -> Candidate:
        """Halving: all get some tries, the better half more, until one is left or time is up."""
        if len(candidates) == 1:
            return candidates[0]
        start = self._clock()
        budget = self._tries if self._tries is not None else 1 << 30
        spent, round_tries = 0, 3
        field = candidates
        seed = self._rng.randrange(1 << 30)
        while len(field) > 1 and spent < budget:
            for n in range(round_tries):
                for candidate in field:
                    # Every plan meets the same dice: their luck does not decide between them.
                    tried = candidate.tries
                    candidate.total += self._try(judge, at, candidate.state, side, seed + tried)
                    candidate.tries += 1
                    spent += 1
                if self._tries is None and self._clock() - start > self._seconds and n:
                    return max(field, key=lambda c: c.mean)
                if spent >= budget:
                    break
            field = sorted(field, key=lambda c: -c.mean)[: (len(field) + 1) // 2]
            round_tries *= 2
        return max(field, key=lambda c: c.mean)

    def _try(self, judge: Judge, at: Position, state: State, side: int, seed: int) -> float:
        """One way it may go on: the points ahead at the end, or how the position then stands."""
        end = playout(judge, at.memo, state, seeded(seed), self._horizon)
        after = Position(at.memo, end)
        if end.phase is Phase.OVER:
            outcome = victory.outcome(at.scenario, end)
            assert outcome is not None
            won = at.scenario.seats[side] in outcome.winners
            lost = outcome.winners and not won
            return (8.0 if won else -8.0 if lost else 0.0) + judge.balance(after, side)
        return judge.standing(after, side) - judge.standing(after, 1 - side) * 0.5


def _add(found: dict[State, Candidate], at: Position, plan: Plan) -> None:
    """Note a plan by where it leads; moves that have become impossible are left out."""
    state, kept = at.state, []
    for action in plan:
        now = Position(at.memo, state)
        if isinstance(action, Move):
            unit = now.scenario.unit_index[action.unit]
            if not movement.destinations(now, unit) >> now.scenario.hex_index[action.to] & 1:
                continue
        kept.append(action)
        state = consequence(now, action, Dice())
    found.setdefault(state, Candidate(tuple(kept), state))
