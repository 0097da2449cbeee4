"""The whole position as frozen plain data: pieces, what lies on the ground, the clock, secrets.

`position.Position` joins a state with its scenario and board; the rules take that. Nothing here is
derived.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

import msgspec
from msgspec.structs import replace

from hexfire.asl.artillery.aftermath import Trace
from hexfire.asl.artillery.resolution import Barrage
from hexfire.asl.artillery.state import State as BatteryState
from hexfire.asl.battle.table.pieces import AnyPiece
from hexfire.asl.gunnery.bore_sight import BoreSight
from hexfire.asl.sequence import Phase
from hexfire.asl.situation import Marker as GroundMarker
from hexfire.rulebook import BadInput


class Clock(msgspec.Struct, frozen=True):
    """Game Turn, whose Player Turn, phase; `SETUP` before the first, `over` after the last."""

    turn: int
    phasing: str
    phase: Phase
    over: bool = False


class Walls(msgspec.Struct, frozen=True, kw_only=True):
    """B9.32: who has Wall Advantage, and what bears on the next claim (ids of units).

    A unit holds all the hexsides it occupies together, so that the ids are enough.
    """

    holders: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    failed_exit: tuple[str, ...] = ()
    freed: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()
    proven: tuple[str, ...] = ()
    """B9.324c: concealed units that were shown to be real in this phase."""
    fresh: tuple[str, ...] = ()
    """B9.324d: who has gained Wall Advantage by the last event: one who hides may forestall him."""
    placed: tuple[str, ...] = ()
    """B9.324d: hidden units put on board just now, to claim at this very moment."""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One expenditure of the unit that moves: where it then was, how it faced, what it cost.

    `entered`: a new hex or vertex began with it.
    """

    hex: str
    level: int = 0
    bypass: str = ""
    vertex: str = ""
    cost: float = 0
    entered: bool = False
    turned: bool = False
    underbelly: bool = False
    """B9.54c: with it an AFV has crossed bocage that is not breached."""
    overrun: str = ""
    """C5.64: with it an OVR was announced, from this hex."""


class ShotAt(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shot at the unit that moves: by which weapon, after how many steps.

    `mp`: how many MF or MP it had spent in its Location by then; None: all of them (C6.17).
    """

    weapon: str
    step: int
    mp: float | None = None


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """The move under way: who moves, where it began, every expenditure, every shot at it.

    `open`: the other side may react to the last expenditure. `let_go`: it has said that it lets
    this unit pass to the end of its move.
    """

    unit: str
    others: tuple[str, ...] = ()
    """A4.2: who moves with it as a stack."""
    began: str = ""
    """The hex that the move began in."""
    steps: tuple[Step, ...] = ()
    shots: tuple[ShotAt, ...] = ()
    open: bool = False
    let_go: bool = False
    near: int = 0
    """The other side lets it pass until it is within so many hexes; 0: it is always asked."""
    duels: tuple[str, ...] = ()
    """C2.2401: the weapons that have fought a Gun Duel with it."""
    ending: bool = False
    """Its last MP are spent: the move is over once the other side has reacted (C6.16)."""

    @property
    def units(self) -> tuple[str, ...]:
        """All who move: one unit, or a stack with its first unit in front."""
        return (self.unit, *self.others)

    @property
    def spent(self) -> float:
        return sum(step.cost for step in self.steps)


class SecretKind(StrEnum):
    """What a side writes down before play."""

    BORE_SIGHT = "bore sight"
    PRE_REGISTERED = "pre-registered"


class Weather(StrEnum):
    """What the weather may become, as a hand action says it; Gusts pass.

    Mud and deep snow lie on the ground, whatever falls or blows above it.
    """

    CLEAR = "clear"
    RAIN = "rain"
    GUSTS = "gusts"
    HEAVY_WINDS = "heavy_winds"
    MUD = "mud"
    DEEP_SNOW = "deep_snow"


ON_THE_GROUND = (Weather.MUD, Weather.DEEP_SNOW)
LASTING = (Weather.RAIN, Weather.HEAVY_WINDS, *ON_THE_GROUND)
"""What a scenario may begin with."""


class Secret(msgspec.Struct, frozen=True):
    """A side's note that the other does not see: a Bore Sighted or a Pre-Registered place.

    `battery`: for which battery the hex is Pre-Registered.
    """

    side: str
    kind: SecretKind
    hex: str
    sight: BoreSight | None = None
    battery: str = ""


class BatteryInPlay(msgspec.Struct, frozen=True, kw_only=True):
    """C1.1: a battery in play, as its own room (`asl.artillery`) keeps it.

    `walked_in`: its Observer has entered the Blast Area of its FFE by himself (C1.54).
    """

    name: str
    side: str
    state: BatteryState
    walked_in: bool = False
    barrage: Barrage | None = None
    """R-E12: where its Barrage lies and with what FP, as its owner has said."""
    owed: bool = False
    """Its Barrage falls now, and its owner has still to say where."""


class Traces(msgspec.Struct, frozen=True):
    """C1.5: a question that an FFE has left open: what is left on the ground of these hexes?

    `side`: who alone knows of what is there.
    """

    battery: str
    trace: Trace
    hexes: tuple[str, ...]
    side: str = ""


class Residual(msgspec.Struct, frozen=True):
    """A8.2: Residual FP in a Location, until the MPh is over."""

    hex: str
    fp: int
    level: int = 0


class Proposal(msgspec.Struct, frozen=True):
    """An action that a rule refuses, and that a seat asks the other to allow this once."""

    seat: str
    action: str
    reason: str
    rule: str


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A position. `scenario` is the digest of its text; `done` are the seats that have ended the
    phase."""

    scenario: str
    clock: Clock
    pieces: tuple[AnyPiece, ...] = ()
    ground: tuple[GroundMarker, ...] = ()
    walls: Walls = Walls()
    secrets: tuple[Secret, ...] = ()
    move: Move | None = None
    moved: tuple[str, ...] = ()
    """Units that have ended their move in this MPh."""
    done: tuple[str, ...] = ()
    ready: tuple[str, ...] = ()
    """Sides that have finished their set-up."""
    batteries: tuple[BatteryInPlay, ...] = ()
    """In the order of the scenario."""
    declared: str = ""
    """C2.2401: a shot that is announced, as it is typed, until the other side has answered."""
    residual: tuple[Residual, ...] = ()
    """A8.2: what First Fire has left in this MPh; both sides see it."""
    fired: tuple[str, ...] = ()
    """C8.5, C8.6: sides that have fired something other than SMOKE in this phase."""
    pf_fired: tuple[str, ...] = ()
    """C13.31: the side of each PF that was fired: the PF Usage Track."""
    bombards: tuple[str, ...] = ()
    """C1.81: the sides whose Bombardment falls before play, as long as it has not."""
    asked: tuple[Traces, ...] = ()
    """C1.5: what the players have still to say of the ground under FFEs that fell."""
    proposal: Proposal | None = None
    weather: tuple[str, ...] = ()
    """`rain` or `heavy_winds`, and `mud` or `deep_snow`, as long as they last."""
    conceded: str = ""
    named: int = 0
    """How many pieces have been added during play: the next one's number."""

    def find(self, id: str) -> AnyPiece | None:
        return next((piece for piece in self.pieces if piece.id == id), None)

    def piece(self, id: str) -> AnyPiece:
        piece = self.find(id)
        if piece is None:
            raise BadInput("battle.no_piece", id=id)
        return piece

    def put(self, *changed: AnyPiece) -> State:
        """The state with these pieces instead of those of the same id; new ones at the end."""
        by_id = {piece.id: piece for piece in changed}
        kept = tuple(by_id.pop(piece.id, piece) for piece in self.pieces)
        return replace(self, pieces=(*kept, *by_id.values()))

    def change(self, id: str, **fields: Any) -> State:
        """The state with some fields of one piece changed."""
        return self.put(replace(self.piece(id), **fields))

    def without(self, ids: Iterable[str]) -> State:
        gone = set(ids)
        return replace(self, pieces=tuple(p for p in self.pieces if p.id not in gone))
