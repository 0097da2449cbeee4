"""The Folio game as the kernel knows it."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from hexfire.dice import Dice
from hexfire.folio import sequence, text, victory, views
from hexfire.folio.actions import Action
from hexfire.folio.board import Memo, Position
from hexfire.folio.effects import consequence as consequence
from hexfire.folio.legal import Menu, menu_of, side_to_act
from hexfire.folio.library import builtin, builtin_names
from hexfire.folio.reader import key_of, load
from hexfire.folio.scenario import EDITION, Scenario
from hexfire.folio.seen import FolioView
from hexfire.folio.state import State
from hexfire.play import Event, Legal, Outcome, Seat
from hexfire.play.latest import Latest
from hexfire.play.memos import Memos
from hexfire.rulebook import BadInput


class Folio:
    """Fire & Movement, the Folio series' common rules, with any scenario.

    A scenario is the name of one of ours, or its two texts: `{"toml": …, "map": …}`. Options are
    rule options by name. The game remembers the scenarios it has set up: a state knows its own by
    a digest of the texts.
    """

    name: str
    version: str
    reads: frozenset[str]
    state_type: Any
    action_type: Any

    def __init__(self) -> None:
        self.name, self.version, self.reads = "folio", str(EDITION), frozenset({"1"})
        self.state_type, self.action_type = State, Action
        self._edition = EDITION
        self._memos: Memos[Memo] = Memos()
        self._ours: dict[str, Memo] = {}
        """Our own scenarios without options, by name."""
        self._menus: Latest[Menu] = Latest()
        self._shown: tuple[State, bytes] | None = None
        """The position looked at last, as everybody sees it: all seats look one after the other."""

    def under(self, version: str) -> Folio:
        """The game by an older edition of our rules; what either has set up, both can play on."""
        older = Folio()
        older.version, older._edition, older._memos = version, int(version), self._memos
        return older

    # Scenarios

    def scenario(self, state: State) -> Scenario:
        return self.memo(state).scenario

    def memo(self, state: State) -> Memo:
        memo = self._memos.get(state.scenario)
        if memo is None:
            for name in builtin_names():
                self.learn(load(builtin(name)))
            memo = self._memos.get(state.scenario)
            if memo is None:
                raise BadInput("folio.unknown_scenario", digest=state.scenario)
        return memo

    def learn(self, scenario: Scenario) -> Memo:
        """Take note of a scenario, so that its states can be played on."""
        return self._memos.learn(scenario.key, Memo(scenario))

    def forget(self, but: Container[str], wanted_before: float) -> int:
        """Let go of scenarios that no table needs any more."""
        return self._memos.forget(but, wanted_before)

    def at(self, state: State) -> Position:
        """A state with its scenario: what the rules' own functions take."""
        menu = self._menus.at(state)
        return menu.at if menu is not None else Position(self.memo(state), state)

    # The kernel's questions

    def setup(self, scenario: Any, options: Mapping[str, Any]) -> State:
        by_name = isinstance(scenario, str) and not options
        memo = self._ours.get(scenario) if by_name else None
        if memo is None:
            source = builtin(scenario) if isinstance(scenario, str) else scenario
            memo = self._memos.recall(key_of(source, options, self._edition))
            memo = memo or self.learn(load(source, options, self._edition))
            if by_name:
                self._ours[scenario] = memo
        return sequence.first_state(memo, [])

    def seats(self, state: State) -> tuple[Seat, ...]:
        return self.scenario(state).seats

    def apart(self, state: State) -> bool:
        """Everybody sees what is played."""
        return False

    def to_act(self, state: State) -> tuple[Seat, ...]:
        side = side_to_act(state)
        return () if side is None else (self.scenario(state).seats[side],)

    def legal(self, state: State, seat: Seat) -> Legal[Action]:
        return self.menu(state, seat)

    def menu(self, state: State, seat: Seat) -> Menu:
        """The legal actions as a sequence. The latest is kept: `apply` asks it again."""
        latest = self._menus.of(state, seat)
        if latest is not None:
            return latest
        at = self.at(state)
        return self._menus.keep(state, seat, menu_of(at, at.scenario.seats.index(seat)))

    def recall(self, state: State, seat: Seat, legal: Legal[Action]) -> None:
        """With the menu comes its board, from which that of the next position is derived."""
        if isinstance(legal, Menu) and self._menus.of(state, seat) is not legal:
            self._menus.keep(state, seat, legal)
            legal.at.memo.recall(legal.at.board)

    def apply(
        self, state: State, seat: Seat, action: Action, dice: Dice
    ) -> tuple[State, tuple[Event, ...]]:
        menu = self.menu(state, seat)
        menu.check(action)
        log: list[Event] = []
        after = consequence(menu.at, action, dice, log)
        return after, tuple(log)

    def view(self, state: State, seat: Seat | None) -> FolioView:
        return views.view(self.at(state), seat)

    def shown(self, state: State, seat: Seat | None) -> bytes:
        """The view in JSON. Where markers are open to all, all see the same: it is made once."""
        at, latest = self.at(state), self._shown
        if not at.scenario.options.markers_public:
            return views.shown(at, seat)
        if latest is None or latest[0] is not state:
            self._shown = latest = state, views.shown(at, None)
        return latest[1]

    def outcome(self, state: State) -> Outcome | None:
        return victory.outcome(self.scenario(state), state)

    def write(self, action: Action) -> str:
        return text.write(action)

    def read(self, text_: str, state: State, seat: Seat) -> Action:
        return text.read(self.at(state), seat, text_)
