"""How a position looks one exchange ahead: what we can win now, what the answer takes from us.

No dice are thrown: our attacks and the enemy's answer count with their exact expectation.
"""

from __future__ import annotations

from hexfire.bots.combat import allot
from hexfire.bots.greedy import walked
from hexfire.bots.judge import Judge
from hexfire.folio import support as fire
from hexfire.folio.board import Position
from hexfire.folio.state import LOST, Combat, Phase, State, replace


class Outlook:
    """Judges the positions that a movement phase of one side may end in."""

    def __init__(self, ours: Judge, theirs: Judge, at: Position, side: int) -> None:
        self._ours, self._theirs, self._side, self._memo = ours, theirs, side, at.memo
        scenario, state = at.scenario, at.state
        first = scenario.turns[state.turn - 1].first
        last = state.turn == len(scenario.turns)
        self._answered = not last or side == first
        self._anew = None if last or side == first else fire.received(scenario, state.turn + 1)
        # Being near to something is worth nothing when there is no turn left to go there.
        left = len(scenario.turns) - state.turn
        self._later = min(1.0, left / 2)
        self._fight = Phase.COMBAT if state.phase is Phase.MOVEMENT else Phase.MOBILE_COMBAT

    def after(self, state: State) -> float:
        """What a position is worth when we are done and the enemy is next."""
        total = self._standing(state)
        if self._answered:
            total -= self._ours.weights.danger * self._answer(state)
        return total

    def _standing(self, state: State) -> float:
        at, ours, side = Position(self._memo, state), self._ours, self._side
        total = ours.balance(at, side)
        near = ours.pull(at, side, ours.front(at, 1 - side)) + ours.grounds(at, side)
        return total + self._later * near

    def value(self, state: State) -> float:
        """What a position is worth to the side that has just moved and may attack now."""
        ours, side = self._ours, self._side
        total = self._standing(state)
        fight = Position(self._memo, _phase(state, side, self._fight))
        attacks = supported(ours, fight, allot(ours, fight))
        total += sum(value for value, _ in attacks)
        if self._answered:
            beaten = {c.target for _, c in attacks if ours.driven(fight, c) > 0.5}
            places = tuple(LOST if u in beaten else p for u, p in enumerate(state.places))
            total -= ours.weights.danger * self._answer(replace(state, places=places))
        return total

    def _answer(self, state: State) -> float:
        """What the enemy gains in his next turn: by walking, and by his attacks."""
        enemy, theirs = 1 - self._side, self._theirs
        before = Position(self._memo, _phase(state, enemy, Phase.MOVEMENT, 0))
        if self._anew is not None:
            before.state = replace(before.state, hands=self._anew)
        at = walked(theirs, before)
        fight = Position(self._memo, _phase(at.state, enemy, Phase.COMBAT))
        attacks = sum(value for value, _ in supported(theirs, fight, allot(theirs, fight)))
        return theirs.balance(at, enemy) - theirs.balance(before, enemy) + attacks


def supported(
    judge: Judge, at: Position, attacks: list[tuple[float, Combat]]
) -> list[tuple[float, Combat]]:
    """The attacks that pay when both sides give them their best markers, the best attack first."""
    plus = [marker.plus for marker in at.scenario.markers]
    player = at.state.player
    ours, theirs = (
        sorted(fire.markers_of(at.state.hands[side]), key=lambda m: plus[m])
        for side in (player, 1 - player)
    )
    paying = []
    for value, combat in attacks:
        for _ in range(at.scenario.marker_limit):
            if ours:
                helped = replace(combat, attack_markers=(*combat.attack_markers, ours[-1]))
                if judge.attack(at, helped) > value + judge.weights.stingy * plus[ours[-1]]:
                    combat, value = helped, judge.attack(at, helped)
                    ours.pop()
            if theirs:
                helped = replace(combat, defence_markers=(*combat.defence_markers, theirs[-1]))
                if judge.attack(at, helped) < value - judge.weights.stingy * plus[theirs[-1]]:
                    combat, value = helped, judge.attack(at, helped)
                    theirs.pop()
        if value > judge.weights.least:
            paying.append((value, combat))
    return paying


def _phase(state: State, player: int, phase: Phase, moved: int | None = None) -> State:
    return replace(
        state,
        player=player,
        phase=phase,
        attacked=0,
        defended=0,
        barred=0,
        moved=state.moved if moved is None else moved,
        fought=state.fought if moved is None else 0,
        combat=None,
        pending=None,
    )
