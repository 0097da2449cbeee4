"""A battery to play with: facts as a dictionary, dice as they fall."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hexfire.asl.artillery.battery import Battery
from hexfire.asl.artillery.engine import IDLE, Prospect, next_phase, prospect, walk
from hexfire.asl.artillery.facts import Typed
from hexfire.asl.artillery.flow import NodeKind, flow
from hexfire.asl.artillery.state import Counter, Setup, State, Table
from hexfire.asl.eyes import Facts
from hexfire.dice import Dice

SEEN: dict[str, bool | int] = {
    "observer_able": True,
    "sees_blast_height": True,
    "sees_base": True,
    "sees_ar": True,
    "known_near": True,
    "hindrance": 0,
    "rain_or_heavy_winds": False,
}


class Game:
    """One table; `say` takes an option with typed dice and runs on to the next decision."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.table = Table.of(setup)
        self.facts = dict(SEEN)
        self.name = setup.batteries[0].name
        self.ways: list[tuple[str, str]] = []
        self.told: list[str] = []
        self.source = Typed("")

    @property
    def state(self) -> State:
        return self.table.states[self.setup.index(self.name)]

    @property
    def node(self) -> str:
        return self.state.node

    @property
    def counter(self) -> Counter | None:
        return self.state.marker.counter if self.state.marker else None

    @property
    def hex(self) -> str | None:
        return self.setup.label(self.state.marker.hex) if self.state.marker else None

    def look(self) -> Prospect:
        return prospect(self.setup, self.table, self.name, Facts(self.facts))

    def legal(self) -> set[str]:
        return {option.name for option in self.look().options}

    def why(self, option: str) -> str:
        """The rule that forbids an option."""
        return next(r.reason.rule for r in self.look().refused if r.name == option)

    def _node(self, option: str | None = None, argument: str = "") -> None:
        dice = Dice(source=self.source)
        walked = walk(self.setup, self.table, self.name, Facts(self.facts), dice, option, argument)
        self.table = walked.table
        self.ways.append((walked.node, walked.outcome))
        self.told += [event.message.key.rpartition(".")[2] for event in walked.events]

    def run(self, rolls: str = "") -> Game:
        self.source = Typed(rolls)
        while flow()[self.node].kind is not NodeKind.DECIDE:
            self._node()
        assert not self.source.tokens, f"left over: {self.source.tokens}"
        return self

    def say(self, option: str, argument: str = "", rolls: str = "") -> Game:
        self._node(option, argument)
        return self.run(rolls)

    def next(self) -> Game:
        walked = next_phase(self.setup, self.table)
        self.table = walked.table
        self.told += [event.message.key.rpartition(".")[2] for event in walked.events]
        return self

    def to(self, phase: str) -> Game:
        """On to the next phase of this name."""
        self.next()
        while self.table.clock.phase.value != phase:
            self.next()
        return self

    def own_phase(self) -> Game:
        """On to this battery's next fire phase, and there to its first decision."""
        while True:
            self.next()
            if self.node != IDLE:
                return self.run()

    def radio(self, rolls: str) -> Game:
        return self.own_phase().say("radio", rolls=rolls)

    def with_sr(self, hex: str = "U3") -> Game:
        """An SR in a hex, from a black chit and an accurate round."""
        return self.radio("3 4 black").say("place", hex, "1")

    def with_ffe(self, hex: str = "U3") -> Game:
        """An FFE:1 that has been resolved, so an FFE:2."""
        self.with_sr(hex).radio("3 4").say("convert")
        return self.say("he")

    def with_continuation(self, hex: str = "U3") -> Game:
        """The FFE:C, in the phase in which FFE:2 was resolved."""
        return self.with_ffe(hex).radio("3 4").say("keep")


Make = Callable[..., Game]


def battery(**changes: object) -> Battery:
    given = {
        "name": "A",
        "side": "German",
        "nation": "german",
        "caliber": 100,
        "observer": "9-1",
        **changes,
    }
    return Battery(**given)  # type: ignore[arg-type]


@pytest.fixture
def game() -> Make:
    def make(*others: Battery, bombardment: bool = False, **changes: object) -> Game:
        return Game(
            Setup(
                sides=("German", "Russian"),
                batteries=(battery(**changes), *others),
                bombardment=bombardment,
            )
        )

    return make
