"""A state on its board: what the rules of the battle take. Labels become hexes, pieces figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from msgspec.structs import replace

from hexfire.asl.artillery.on_board import with_ffes
from hexfire.asl.artillery.record import Record
from hexfire.asl.battle.table.batteries import (
    OnTable,
    Registered,
    record_of,
    registered,
    setup_of,
)
from hexfire.asl.battle.table.known import known
from hexfire.asl.battle.table.pieces import (
    Aboard,
    AnyPiece,
    Dummy,
    Gun,
    Men,
    Spot,
    Support,
    Vehicle,
    Wrecked,
)
from hexfire.asl.battle.table.scenario import Scenario
from hexfire.asl.battle.table.state import State
from hexfire.asl.battle.table.units import unit_of
from hexfire.asl.counters import AnyCounter, catalogue
from hexfire.asl.eyes.lookout import Lookout
from hexfire.asl.gunnery.weapons import Armament, weapon_of
from hexfire.asl.shots.shot import Weapon
from hexfire.asl.sight import Judgement, Sight
from hexfire.asl.sight import Spot as Eye
from hexfire.asl.situation import Marker, MarkerKind, Scene, Situation, Unit
from hexfire.asl.walls import Cover, Fire, cover
from hexfire.asl.walls import State as WallState
from hexfire.asl.walls.advantage import occupied
from hexfire.boards import Board
from hexfire.hexes import Grid, Hex
from hexfire.rulebook import BadInput


class _Remembered(Sight):
    """The sight of a board that does not change: each place is found, each line judged once."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self._spots: dict[tuple[Hex, float, bool], Eye] = {}
        self._lines: dict[tuple[Eye, Eye], Judgement] = {}

    def spot(self, hex: Hex, level: float = 0, *, imagined: bool = False) -> Eye:
        key = hex, level, imagined
        if key not in self._spots:
            self._spots[key] = super().spot(hex, level, imagined=imagined)
        return self._spots[key]

    def line(self, source: Eye, target: Eye) -> Judgement:
        key = source, target
        if key not in self._lines:
            self._lines[key] = super().line(source, target)
        return self._lines[key]


class Memo:
    """A scenario with its board: what never changes during a battle."""

    def __init__(self, scenario: Scenario, board: Board) -> None:
        self.scenario, self.board = scenario, board
        self.sight: Sight = _Remembered(board)
        self._setups: dict[Registered, OnTable] = {}
        self._weapons: dict[tuple[str, Armament], Weapon] = {}
        self._blocked: dict[tuple[str, int, str, int], bool] = {}

    def blocked(self, a: Spot, b: Spot) -> bool:
        """Whether the board alone cuts the LOS between two Locations, whoever stands there."""
        key = a.hex, a.level, b.hex, b.level
        if key not in self._blocked:
            self._blocked[key] = self._cut(a, b)
        return self._blocked[key]

    def _cut(self, a: Spot, b: Spot) -> bool:
        grid = self.board.grid
        one, other = (
            self.sight.spot(grid.hex(spot.hex), spot.level, imagined=True) for spot in (a, b)
        )
        return self.sight.line(one, other).blocked

    def setup(self, state: State) -> OnTable:
        """C1.1: the batteries, with what is Pre-Registered in a position."""
        notes = registered(state.secrets)
        if notes not in self._setups:
            self._setups[notes] = setup_of(self.scenario, self.board.grid, notes)
        return self._setups[notes]

    def weapon(self, counter: str, armament: Armament) -> Weapon:
        """The figures of a weapon on the day of the scenario."""
        key = counter, armament
        if key not in self._weapons:
            printed = catalogue()[counter]
            scenario = self.scenario
            self._weapons[key] = weapon_of(printed, scenario.date, scenario.theatre, armament)
        return self._weapons[key]


@dataclass(frozen=True)
class Position:
    """A state with its scenario and board."""

    memo: Memo
    state: State

    def then(self, state: State) -> Position:
        """The same battle a moment later."""
        return Position(self.memo, state)

    def seen(self, seat: str | None) -> Position:
        """The same battle as far as a seat knows it."""
        return self.then(known(self.state, seat))

    @property
    def scenario(self) -> Scenario:
        return self.memo.scenario

    @property
    def board(self) -> Board:
        return self.memo.board

    @property
    def grid(self) -> Grid:
        return self.memo.board.grid

    # Pieces

    @cached_property
    def by_id(self) -> dict[str, AnyPiece]:
        return {piece.id: piece for piece in self.state.pieces}

    def piece(self, id: str) -> AnyPiece:
        piece = self.by_id.get(id)
        if piece is None:
            raise BadInput("battle.no_piece", id=id)
        return piece

    def counter(self, piece: AnyPiece) -> AnyCounter:
        """The counter of the catalogue; a dummy has none."""
        return catalogue()[piece.counter]

    def spot(self, piece: AnyPiece) -> Spot | None:
        """Where a piece is on the board: its own place, that of its vehicle, or of who has it."""
        match piece.place:
            case Spot() as spot:
                return spot
            case Aboard(vehicle=vehicle):
                return self.spot(self.piece(vehicle))
        carrier = self.by_id.get(piece.by) if isinstance(piece, Support) else None
        return self.spot(carrier) if carrier is not None and carrier.on_board else None

    def hex(self, piece: AnyPiece) -> Hex | None:
        spot = self.spot(piece)
        return None if spot is None else self.grid.hex(spot.hex)

    def mans(self, men: Men) -> Gun | None:
        """The Gun that these men work."""
        return self._worked.get(men.id)

    @cached_property
    def _worked(self) -> dict[str, Gun]:
        return {
            p.by: p
            for p in self.state.pieces
            if isinstance(p, Gun) and p.by and p.on_board and not p.dismantled
        }

    def carries(self, men: Men) -> Gun | None:
        """C9.2: the dismantled mortar that these men carry."""
        guns = (piece for piece in self.in_hands_of(men) if isinstance(piece, Gun))
        return next((gun for gun in guns if gun.dismantled), None)

    def crew(self, weapon: Gun | Support) -> Men | None:
        """Who works a Gun or has a SW."""
        holder = self.by_id.get(weapon.by) if weapon.by else None
        return holder if isinstance(holder, Men) and holder.on_board else None

    def in_hands_of(self, men: Men) -> tuple[Gun | Support, ...]:
        """The Guns and SW that these men have."""
        return self._in_hands.get(men.id, ())

    @cached_property
    def _in_hands(self) -> dict[str, tuple[Gun | Support, ...]]:
        weapons_of: dict[str, tuple[Gun | Support, ...]] = {}
        for piece in self.state.pieces:
            if isinstance(piece, Gun | Support) and piece.by:
                weapons_of[piece.by] = (*weapons_of.get(piece.by, ()), piece)
        return weapons_of

    def in_hex(self, hex: str) -> tuple[AnyPiece, ...]:
        """Everything that stands in a hex by itself (not aboard, not carried)."""
        return self._by_hex.get(hex, ())

    @cached_property
    def _by_hex(self) -> dict[str, tuple[AnyPiece, ...]]:
        pieces_in: dict[str, tuple[AnyPiece, ...]] = {}
        for piece in self.state.pieces:
            if piece.spot is not None:
                pieces_in[piece.spot.hex] = (*pieces_in.get(piece.spot.hex, ()), piece)
        return pieces_in

    def aboard(self, vehicle: Vehicle) -> Iterator[AnyPiece]:
        for piece in self.state.pieces:
            if isinstance(piece.place, Aboard) and piece.place.vehicle == vehicle.id:
                yield piece

    # The table as sight and walls see it

    @cached_property
    def record(self) -> Record:
        """C1: the batteries as they stand."""
        return record_of(self.memo.setup(self.state), self.state)

    @cached_property
    def scene(self) -> Scene:
        """The table with every counter that hinders LOS, FFEs among them (C1.57)."""
        scene = Scene(self._situation, self.memo.sight)
        return with_ffes(self.record, scene) if self.state.batteries else scene

    @property
    def _situation(self) -> Situation:
        clock = self.state.clock
        return Situation(
            board=self.scenario.board,
            units=tuple(self._units()),
            markers=self.state.ground + tuple(self._wrecks()),
            phase=clock.phase,
            phasing=clock.phasing,
            date=self.scenario.date,
            weather=self.state.weather,
        )

    def _units(self) -> Iterator[Unit]:
        for piece in self.state.pieces:
            spot = self.spot(piece) if self.represents(piece) is piece else None
            if spot is not None:
                riders = isinstance(piece, Vehicle) and piece.id in self._ridden
                yield unit_of(piece, spot, riders=riders)

    @cached_property
    def _ridden(self) -> frozenset[str]:
        """D6.2: the vehicles that somebody rides on."""
        places = (p.place for p in self.state.pieces if isinstance(p, Men))
        return frozenset(p.vehicle for p in places if isinstance(p, Aboard) and p.rider)

    def _wrecks(self) -> Iterator[Marker]:
        for piece in self.state.pieces:
            if isinstance(piece, Vehicle) and piece.wreck and piece.spot is not None:
                burning = piece.wreck is Wrecked.BURNING
                yield Marker(kind=MarkerKind.WRECK, hex=piece.spot.hex, burning=burning)

    def represents(self, piece: AnyPiece) -> AnyPiece | None:
        """Which piece stands for this one where units are looked for.

        Whoever works a Gun or carries a weapon stands for it; a wreck and a weapon that nobody has
        are no units.
        """
        match piece:
            case Men() | Dummy():
                return piece
            case Vehicle():
                return None if piece.wreck else piece
            case Gun(dismantled=True):
                return self.crew(piece)
            case Gun():
                return self.crew(piece) or piece
            case Support():
                return self.crew(piece)

    def unit(self, piece: AnyPiece) -> Unit:
        """A piece as sight and walls know it."""
        stands = self.represents(piece)
        if stands is None or self.spot(stands) is None:
            raise BadInput("battle.not_on_board", id=piece.id)
        return self.scene.unit(stands.id)

    @cached_property
    def walls(self) -> WallState:
        """B9.32: who has Wall Advantage over which hexsides."""
        given, scene = self.state.walls, self.scene
        known = {unit.id: unit for unit in scene.situation.units}
        holds = {
            id: frozenset(wall.side for wall in occupied(scene, known[id]))
            for id in given.holders
            if id in known
        }
        return WallState(
            scene=scene,
            holds=MappingProxyType({id: sides for id, sides in holds.items() if sides}),
            barred=frozenset(given.barred),
            failed_exit=frozenset(given.failed_exit),
            freed=frozenset(given.freed),
            undecided=frozenset(given.undecided),
            proven=frozenset(given.proven),
            fresh=frozenset(given.fresh),
            placed=frozenset(given.placed),
            mover=self.state.move.unit if self.state.move else None,
        )

    @cached_property
    def eyes(self) -> Lookout:
        return Lookout(self.walls)

    def sees(self, viewer: AnyPiece, target: AnyPiece) -> Judgement:
        """The LOS between two pieces, Hindrances of counters included."""
        one, other = self.unit(viewer), self.unit(target)
        key = one.id, other.id
        if key not in self._lines:
            self._lines[key] = self.eyes.sees(one, other)
        return self._lines[key]

    def cover(self, firer: AnyPiece, target: AnyPiece, fire: Fire) -> Cover:
        """B9.31: what protects one piece against the fire of another."""
        one, other = self.unit(firer), self.unit(target)
        key = one.id, other.id, fire
        if key not in self._covers:
            self._covers[key] = cover(self.walls, [one], other, fire)
        return self._covers[key]

    # A position does not change: the weapons of one vehicle see the same.

    @cached_property
    def _lines(self) -> dict[tuple[str, str], Judgement]:
        return {}

    @cached_property
    def _covers(self) -> dict[tuple[str, str, Fire], Cover]:
        return {}

    def changed(self, piece: AnyPiece, **fields: object) -> Position:
        """The position with some fields of one piece changed."""
        return self.then(self.state.put(replace(piece, **fields)))
