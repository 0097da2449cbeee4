"""The battle as the kernel knows it."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from msgspec.structs import replace

from hexfire.asl.battle import consent, hand, phases, setup, victory
from hexfire.asl.battle.artillery import bombard, missions, shelling, traces
from hexfire.asl.battle.files.library import builtin, builtin_names
from hexfire.asl.battle.files.reader import key_of, load
from hexfire.asl.battle.fire import (
    assaults,
    duels,
    firing,
    panzerfausts,
    residual,
    spotting,
    turning,
)
from hexfire.asl.battle.legal import Menu
from hexfire.asl.battle.moves import boarding, ending, finds, guns, hatches, movement
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.orders import text
from hexfire.asl.battle.orders.actions import Action
from hexfire.asl.battle.seats import views
from hexfire.asl.battle.seats.seal import sealed
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.known import known
from hexfire.asl.battle.table.position import Memo, Position
from hexfire.asl.battle.table.state import State
from hexfire.asl.battle.table.walls import told
from hexfire.asl.battle.table.whose import TOGETHER, to_act
from hexfire.asl.sequence import Phase
from hexfire.asl.walls.advantage import Claims, Declines, Forfeits
from hexfire.dice import Dice
from hexfire.play import Event, Legal, Outcome, Seat
from hexfire.play.latest import Latest
from hexfire.play.memos import Memos
from hexfire.rulebook import BadInput


class Battle:
    """Advanced Squad Leader's chapters C and B9 on one table, with any scenario.

    A scenario is the name of one of ours, `{"toml": text}`, or `{"data": plain data}`. The game
    remembers the scenarios it has set up: a state knows its own by a digest.
    """

    name: str
    version: str
    reads: frozenset[str]
    state_type: Any
    action_type: Any

    def __init__(self) -> None:
        self.name, self.version, self.reads = "battle", "1", frozenset()
        self.state_type, self.action_type = State, Action
        self._memos: Memos[Memo] = Memos()
        self._menus: Latest[Menu] = Latest()

    def under(self, version: str) -> Battle:
        """There is one version so far."""
        return self

    # Scenarios

    def learn(self, source: Any) -> Memo:
        """Take note of a scenario, so that its states can be played on."""
        if isinstance(source, str):
            source = {"toml": builtin(source)}
        if not isinstance(source, Mapping):
            raise BadInput("battle.scenario.source")
        key = key_of(source)
        return self._memos.recall(key) or self._memos.learn(key, Memo(*load(source)))

    def memo(self, state: State) -> Memo:
        if state.scenario not in self._memos:
            for name in builtin_names():
                self.learn(name)
        try:
            return self._memos[state.scenario]
        except KeyError:
            raise BadInput("battle.scenario.unknown", digest=state.scenario) from None

    def forget(self, but: Container[str], wanted_before: float) -> int:
        """Let go of scenarios that no table needs any more."""
        return self._memos.forget(but, wanted_before)

    def at(self, state: State) -> Position:
        """A state with its scenario and board: what the rules take."""
        return Position(self.memo(state), state)

    def seen(self, state: State, seat: Seat | None) -> Position:
        """The position as a seat knows it: all that it is told is worked out from this."""
        return Position(self.memo(state), known(state, seat))

    # The kernel's questions

    def setup(self, scenario: Any, options: Mapping[str, Any]) -> State:
        if options:
            raise BadInput("battle.scenario.options", names=tuple(options))
        return setup.first_state(self.learn(scenario))

    def seats(self, state: State) -> tuple[Seat, ...]:
        return self.memo(state).scenario.seats

    def apart(self, state: State) -> bool:
        """Everybody sees that something is done, if not always what."""
        return False

    def to_act(self, state: State) -> tuple[Seat, ...]:
        if self.outcome(state) is not None:
            return ()
        return to_act(self.memo(state).scenario, state)

    def still_meant(self, seen: State, now: State, seat: Seat, action: Action) -> bool:
        """Who ends his part of a phase in which both act means it, though the other has ended his
        meanwhile."""
        return isinstance(action, act.End) and replace(seen, done=now.done) == now

    def legal(self, state: State, seat: Seat) -> Legal[Action]:
        return self.menu(state, seat)

    def menu(self, state: State, seat: Seat) -> Menu:
        """The legal actions. The latest is kept: `apply` asks it again."""
        latest = self._menus.of(state, seat)
        if latest is not None:
            return latest
        menu = Menu(self.seen(state, seat), seat, over=self.outcome(state) is not None)
        return self._menus.keep(state, seat, menu)

    def recall(self, state: State, seat: Seat, legal: Legal[Action]) -> None:
        if isinstance(legal, Menu):
            self._menus.keep(state, seat, legal)

    def apply(
        self, state: State, seat: Seat, action: Action, dice: Dice
    ) -> tuple[State, tuple[Event, ...]]:
        menu = self.menu(state, seat)
        menu.check(action)
        log = Log()
        rule = menu.rule_against(action) if isinstance(action, act.Overrule) else ""
        after = _consequence(self.at(state), seat, action, rule, dice, log)
        before = self.at(state)
        after = _under_fire(before, after, action, dice, log)
        after = finds.settle(before, after, log)
        if not ending.somebody_moves(after):
            after = _reacted(after, dice, log)  # a dummy that was found out
        return after.state, sealed(log.events, after)

    def view(self, state: State, seat: Seat | None) -> views.BattleView:
        return views.view(self.memo(state), state, seat)

    def outcome(self, state: State) -> Outcome | None:
        return victory.outcome(self.at(state))

    def write(self, action: Action) -> str:
        return text.write(action)

    def read(self, text_: str, state: State, seat: Seat) -> Action:
        return text.read(text_)


def _consequence(
    at: Position, seat: Seat, action: Action, rule: str, dice: Dice, log: Log
) -> Position:
    """What a legal action leads to, on the table as it really is."""
    match action:
        case act.Place():
            return setup.place(at, seat, action, log)
        case act.BoreSight():
            return setup.write_down(at, seat, setup.check_bore_sight(at, seat, action), log)
        case act.PreRegister():
            return setup.write_down(at, seat, setup.check_pre_registration(at, seat, action), log)
        case act.Allot():
            return panzerfausts.allot(at, seat, action, log)
        case act.Give():
            return panzerfausts.give(at, seat, action, log)
        case act.End():
            return _end(at, seat, dice, log)
        case act.Concede():
            log.say("", "conceded", seat=f"@{seat}")
            return at.then(replace(at.state, conceded=seat))
        case act.Fire():
            return _fire(at, seat, action, dice, log)
        case act.Duel():
            return _reacted(duels.fought(at, seat, action, dice, log), dice, log)
        case act.Assault():
            return _reacted(assaults.apply(at, seat, action, dice, log), dice, log)
        case act.Designate():
            return spotting.apply(at, action, log)
        case act.Stand():
            return _reacted(duels.stood(at, action, dice, log), dice, log)
        case act.Turn():
            return turning.turn(at, seat, action, log)
        case act.Opportunity():
            return turning.opportunity(at, action, log)
        case act.Expose() | act.ButtonUp():
            return hatches.apply(at, action, log)
        case act.Pass():
            return ending.let_pass(at, dice, log, near=action.near)
        case act.LetGo():
            return ending.let_pass(at, dice, log, for_good=True)
        case act.Bombard():
            return bombard.apply(at, seat, action, dice, log)
        case act.Oba():
            return missions.apply(at, action, dice, log)
        case act.Barrage():
            return missions.barrage(at, seat, action, dice, log)
        case act.Aftermath():
            return traces.apply(at, seat, action, log)
        case act.Strike():
            return shelling.on_entry(at, (action.unit,), dice, log)
        case act.Claim():
            after = at.then(replace(at.state, walls=told(at, Claims(action.unit), log)))
            after = guns.claims_wall(after, action.unit)
            return shelling.barer(at, after, action.unit, dice, log)
        case act.Forfeit():
            return at.then(replace(at.state, walls=told(at, Forfeits(action.unit), log)))
        case act.Reveal():
            return finds.reveal(at, action.unit, log)
        case act.Decline():
            return at.then(replace(at.state, walls=told(at, Declines(), log)))
        case act.Overrule():
            return consent.propose(at, seat, action, rule, log)
        case act.Agree():
            return consent.agree(at, seat, log)
        case act.Refuse():
            return consent.refuse(at, seat, log)
        case act.Start() | act.Stop() | act.Go() | act.Pivot() | act.Delay() | act.Finish():
            return movement.apply(at, seat, action, dice, log)
        case act.Stack() | act.Traverse() | act.Breach() | act.Overrun():
            return movement.apply(at, seat, action, dice, log)
        case act.Push() | act.Hook() | act.Unhook() | act.Limber() | act.Unlimber():
            return guns.apply(at, seat, action, dice, log)
        case act.Dismantle() | act.Assemble() | act.Load() | act.Unload():
            return guns.apply(at, seat, action, dice, log)
        case act.Board() | act.Alight():
            return boarding.apply(at, seat, action, log)
        case act.Leave():
            return guns.leave(at, seat, action.unit, log)
        case _:
            return at.then(hand.apply(at, seat, action, dice, log))


def _under_fire(before: Position, at: Position, action: Action, dice: Dice, log: Log) -> Position:
    """A8.2, C1.51: Residual FP and FFEs attack who came in; C1.23, C1.61: wires and Observers."""
    units = shelling.entered(before.state, at)
    if units and at.state.residual:
        at = residual.on_entry(before, at, units, dice, log)
    if units and at.state.batteries:
        at = shelling.stepped(before, at, units, dice, log)
    if units:
        at = ending.after_reaction(at, dice, log)
    at = missions.line_cut(at, action, dice, log)
    return missions.settle(at, dice, log)


def _fire(at: Position, seat: Seat, action: act.Fire, dice: Dice, log: Log) -> Position:
    """Fire; after Defensive First Fire the unit that moves may be no more."""
    if duels.may_be_answered(at, seat, action) or duels.may_choose_cover(at, action):
        return duels.declare(at, seat, action, log)
    return _reacted(firing.fire(at, seat, action, dice, log), dice, log)


def _reacted(at: Position, dice: Dice, log: Log) -> Position:
    return ending.after_reaction(at, dice, log) if at.state.move else at


def _end(at: Position, seat: Seat, dice: Dice, log: Log) -> Position:
    """A3: a seat's part of the phase is over; the phase ends when nobody is left to act."""
    clock = at.state.clock
    if clock.phase is Phase.SETUP:
        log.say("A2.9", "ready", seat=f"@{seat}")
        return setup.ready(at, seat, log)
    done = (*at.state.done, seat)
    if clock.phase in TOGETHER and len(done) < 2:
        return at.then(replace(at.state, done=done))
    return phases.next_phase(at, dice, log)
