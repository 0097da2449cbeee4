"""A hint: what the bot would do in a seat's place, and why; from what that seat may know."""

from __future__ import annotations

import msgspec

from hexfire.bots import Look, Player, look, make
from hexfire.bots.intent import intention
from hexfire.bots.judge import Judge
from hexfire.bots.planner import BRISK
from hexfire.dice import Dice
from hexfire.folio import Folio
from hexfire.folio.actions import Action, Roll
from hexfire.folio.board import Position
from hexfire.folio.legal import side_to_act
from hexfire.folio.state import State
from hexfire.play import Event, Seat
from hexfire.rulebook import Message, Refusal

LEVEL = "hard"
HINT_SECONDS = 4.0
"""A hint is thought about as if a whole player turn had so long."""
MOST_MOVES = 200
"""Actions of a plan; no phase has more."""


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """What the bot would do: in a movement phase all of it, else one action."""

    actions: tuple[str, ...]
    """As they are typed."""
    told: tuple[Message, ...]
    """As the log would tell it; empty if it would tell nothing."""
    why: Message


def hint(
    game: Folio, state: State, seat: Seat, *, seed: int = 0, seconds: float | None = None
) -> Hint:
    """What the bot of the highest level would do here, if it is the seat's turn.

    Only what the seat may know takes part. `seconds` bounds its thinking, as at a table.
    """
    if seat not in game.to_act(state):
        raise Refusal("", "bots.hint.not_now")
    return _explained(game, state, seat, make(LEVEL, seed, seconds))


class Spoken:
    """A bot that says what it is after: once for a movement phase, else for every action."""

    def __init__(self, game: Folio, player: Player) -> None:
        self._game, self._player = game, player
        self._plan: list[Action] = []
        self.said: Message | None = None
        """What it is after with the action it chose last; None if it has said so before."""

    def choose(self, seen: Look) -> Action:
        self.said = None
        if not self._plan or self._plan[0] not in seen.legal:
            at = seen.position
            self._plan, _ = planned(self._game, at.state, seen.seat, self._player)
            if not isinstance(self._plan[0], Roll):
                self.said = intention(_judge(at), at, seen.side, self._plan)
        return self._plan.pop(0)


def _explained(game: Folio, state: State, seat: Seat, player: Player) -> Hint:
    seen = look(game, state, seat)
    plan, events = planned(game, seen.position.state, seat, player)
    return Hint(
        actions=tuple(game.write(action) for action in plan),
        told=tuple(event.message for event in events),
        why=intention(_judge(seen.position), seen.position, seen.side, plan),
    )


def planned(
    game: Folio, state: State, seat: Seat, player: Player
) -> tuple[list[Action], list[Event]]:
    """What a bot does until its movement phase ends, or its next action in any other phase."""
    side = side_to_act(state)
    begun = (state.turn, state.player, state.phase)
    moving = state.pending is None and state.phase.is_movement
    plan: list[Action] = []
    events: list[Event] = []
    while len(plan) < MOST_MOVES:
        action = player.choose(look(game, state, seat))
        plan.append(action)
        if isinstance(action, Roll):
            break  # what the die brings nobody knows
        state, happened = game.apply(state, seat, action, Dice())
        events += [
            event for event in happened if event.data.get("what") not in ("phase", "turn", "over")
        ]
        ended = (state.turn, state.player, state.phase) != begun or side_to_act(state) != side
        if not moving or ended or state.pending is not None:
            break
    return plan, events


def _judge(at: Position) -> Judge:
    return Judge(at.scenario, BRISK)
