"""What a seat may do: listed where a list helps, and asked about one by one.

Everything is worked out on what the seat knows. Listed are the usual choices (a shot with what
gunnery settles by itself, one step, one place); whatever else is legal is typed, and `check` says
whether it is. What is done by hand is always legal for a seat that has something to decide.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexfire.asl.battle import hand, setup
from hexfire.asl.battle.artillery import bombard, missions, shelling, traces
from hexfire.asl.battle.fire import assaults, duels, firing, panzerfausts, spotting, turning
from hexfire.asl.battle.fire.aiming import board_hides, check_able
from hexfire.asl.battle.fire.targets import in_target_hex
from hexfire.asl.battle.fire.weapons import armed, is_mortar, weapon_names
from hexfire.asl.battle.moves import boarding, finds, guns, hatches, movement, movers
from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.orders import text
from hexfire.asl.battle.orders.actions import Action
from hexfire.asl.battle.table.pieces import (
    AnyPiece,
    Dummy,
    Gun,
    Men,
    OnFoot,
    Spot,
    Support,
    Vehicle,
    Veil,
)
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.state import Move
from hexfire.asl.battle.table.whose import fire_phase, to_act, unplaced
from hexfire.asl.counters import Leader
from hexfire.asl.gunnery.permission import wants_intensive_fire
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import Kind
from hexfire.asl.walls import happen
from hexfire.asl.walls.advantage import Claims, may_forfeit
from hexfire.hexes import BadLabel, Hex
from hexfire.play import Legal, Seat
from hexfire.rulebook import BadInput, Refusal

FARTHEST = 99
"""More hexes than any board of ours is long."""
NO_DRM = "+0"
"""D8.2 (R-D8.2): a Bog Check that the table rolls, with no DRM of its ground or weather."""


class Menu(Legal[Action]):
    """The legal actions of a seat at what it knows of a position."""

    def __init__(self, at: Position, seat: Seat, *, over: bool = False) -> None:
        self.at, self.seat, self._over = at, seat, over
        self._mine = not over and seat in to_act(at.scenario, at.state)
        self._listed: tuple[Action, ...] | None = None

    def __iter__(self) -> Iterator[Action]:
        if self._listed is None:
            self._listed = tuple(self._list()) if self._mine else ()
        return iter(self._listed)

    # One action

    def check(self, action: Action) -> None:
        """Refuse what is not legal, with its rule."""
        if not self._mine:
            raise Refusal("", "core.play.over" if self._over else "battle.not_your_turn")
        try:
            self._check(action)
        except BadLabel as error:
            raise BadInput("battle.no_hex", hex=error.text) from None

    def _check(self, action: Action) -> None:
        at, seat, state = self.at, self.seat, self.at.state
        if state.proposal is not None:
            _only(action, (act.Agree, act.Refuse), "battle.answer_first")
            return
        if isinstance(action, act.HAND) and not state.declared:
            hand.check(at, seat, action)
            return
        match action:
            case act.Concede():
                return
            case act.Overrule():
                self._check_overrule(action)
            case _ if state.clock.phase is Phase.SETUP:
                self._check_setup(action)
            case _ if state.walls.undecided:
                _only(action, (act.Claim, act.Decline, act.Reveal), "battle.wall_first")
                self._check_walls(action)
            case act.Bombard():
                bombard.check(at, seat, action)
            case _ if state.bombards:
                _only(action, (act.Bombard,), "battle.bombard_first")
            case act.Oba():
                missions.check(at, seat, action)
            case act.Barrage():
                missions.said(at, seat, action)
            case act.Aftermath():
                traces.check(at, seat, action)
            case act.Strike():
                shelling.check_strike(at, action.unit)
            case _ if missions.pending(at, seat):
                missions.check_first(at, seat)
            case act.Duel():
                duels.check(at, seat, action)
            case act.Stand():
                duels.check_stand(at, action)
            case _ if state.declared:
                raise Refusal("C2.2401", "battle.duel.answer_first")
            case act.Fire():
                if action.tem:
                    raise Refusal("B9.36b", "battle.fire.cover_is_owners", id=action.at)
                firing.check(at, seat, action)
            case act.Assault():
                assaults.check(at, seat, action)
            case act.Designate():
                spotting.check(at, seat, action)
            case act.Give():
                panzerfausts.check_give(at, seat, action)
            case act.Pass() | act.LetGo():
                if state.move is None or not state.move.open:
                    raise Refusal("A8.1", "battle.nothing_to_pass")
                near = action.near if isinstance(action, act.Pass) else 0
                if not 0 <= near <= FARTHEST:
                    raise BadInput("battle.bad_near", near=near, most=FARTHEST)
            case act.End():
                if state.move is not None:
                    raise Refusal("A4.2", "battle.move.other_moving", id=state.move.unit)
            case act.Claim() | act.Forfeit() | act.Decline() | act.Reveal():
                self._check_walls(action)
            case act.Turn():
                turning.check_turn(at, seat, action)
            case act.Opportunity():
                turning.check_opportunity(at, seat, action)
            case act.Expose() | act.ButtonUp():
                hatches.check(at, seat, action)
            case act.Start() | act.Stop() | act.Go() | act.Pivot() | act.Delay() | act.Finish():
                movement.check(at, seat, action)
            case act.Stack() | act.Traverse() | act.Breach() | act.Overrun():
                movement.check(at, seat, action)
            case act.Push() | act.Hook() | act.Unhook() | act.Limber() | act.Unlimber():
                guns.check(at, seat, action)
            case act.Dismantle() | act.Assemble() | act.Load() | act.Unload():
                guns.check(at, seat, action)
            case act.Board() | act.Alight():
                boarding.check(at, seat, action)
            case act.Leave():
                guns.check_leave(at, seat, action.unit)
            case _:
                raise Refusal("", "battle.not_now", action=text.write(action))

    def _check_overrule(self, action: act.Overrule) -> None:
        """Only what a rule refuses, and what can be carried out without asking it again."""
        inner = text.inner(action)
        if not isinstance(inner, act.Go | act.Turn | act.Opportunity):
            raise Refusal("", "battle.overrule.cannot", action=text.write(inner))
        hand.check(self.at, self.seat, act.Note(action.reason))
        name = inner.weapon if isinstance(inner, act.Turn) else inner.unit
        piece = self.at.piece(name.partition(".")[0])
        if piece.side != self.seat:
            raise Refusal("", "battle.not_yours", id=name)
        if isinstance(inner, act.Go) and not (isinstance(piece, Men | Vehicle) and piece.spot):
            raise Refusal("A4.1", "battle.move.not_yours", id=name)
        if inner in self:
            raise Refusal("", "battle.overrule.legal", action=text.write(inner))

    def rule_against(self, action: act.Overrule) -> str:
        """The rule that refuses what a proposal asks for."""
        try:
            self.check(text.inner(action))
        except Refusal as refusal:
            return refusal.rule
        return ""

    def _check_setup(self, action: Action) -> None:
        at, seat = self.at, self.seat
        match action:
            case act.Place():
                setup.check_placing(at, seat, action)
            case act.BoreSight():
                setup.check_bore_sight(at, seat, action)
            case act.PreRegister():
                setup.check_pre_registration(at, seat, action)
            case act.Allot():
                panzerfausts.check_allot(at, seat, action)
            case act.Designate():
                spotting.check(at, seat, action)
            case act.End():
                setup.check_ready(at, seat)
            case _:
                raise Refusal("A2.9", "battle.setup_first", action=text.write(action))

    def _check_walls(self, action: Action) -> None:
        match action:
            case act.Claim() | act.Forfeit():
                piece = self.at.piece(action.unit)
                if piece.side != self.seat:
                    raise Refusal("B9.32-ref", "battle.not_yours", id=action.unit)
                unit = self.at.unit(piece)
                if isinstance(action, act.Claim):
                    happen(self.at.walls, Claims(unit.id))
                else:
                    may_forfeit(self.at.walls, unit)
            case act.Reveal():
                finds.check_reveal(self.at, self.seat, action.unit)
            case _:
                if not self.at.state.walls.undecided:
                    raise Refusal("B9.323a", "battle.nothing_to_decline")

    # The list

    def _list(self) -> Iterator[Action]:
        state = self.at.state
        if state.proposal is not None:
            yield from (act.AGREE, act.REFUSE)
        elif state.declared:
            yield from duels.answers(self.at, self.seat)
            yield from duels.stands(self.at)
        elif state.clock.phase is Phase.SETUP:
            yield from self._places()
        elif state.walls.undecided:
            yield from self._legal(act.Claim(id) for id in state.walls.undecided)
            yield from self._hidden_behind_walls()
            yield act.DECLINE
        elif state.bombards:
            yield act.Bombard()
        elif missions.pending(self.at, self.seat):
            yield from missions.options(self.at, self.seat)
        else:
            yield from missions.options(self.at, self.seat)
            yield from traces.options(self.at, self.seat)
            if fire_phase(state, self.seat) is not None:
                yield from self._shots()
                yield from self._legal(self._spotters())
            if state.clock.phase is Phase.MPH and self.seat == state.clock.phasing:
                yield from self._legal(self._steps())
            yield from self._legal(self._handling())
            yield from self._legal(panzerfausts.gifts(self.at, self.seat))
            yield from self._legal(act.Claim(id) for id in state.walls.placed)
            yield from self._hidden_behind_walls()
            if state.move is None:
                yield act.END
            elif state.move.open:
                yield from (act.PASS, act.LET_GO)

    def _hidden_behind_walls(self) -> Iterator[Action]:
        """B9.324d: who hides, and could claim a wall at once if he were put on board."""
        for piece in self.at.state.pieces:
            if piece.veil is not Veil.HIDDEN or not isinstance(piece, Men | Vehicle):
                continue
            order = act.Reveal(piece.id)
            if order in self and finds.can_claim_at_once(self.at, piece.id):
                yield order

    def _legal(self, actions: Iterator[Action]) -> Iterator[Action]:
        return (action for action in actions if action in self)

    def _places(self) -> Iterator[Action]:
        """The places of the first piece that is not set up; the end when all are."""
        left = unplaced(self.at.scenario, self.at.state, self.seat)
        if not left:
            yield from panzerfausts.allotments(self.at, self.seat)
            yield act.END
            return
        entry = self.at.scenario.entry(left[0])
        assert entry is not None
        yield from self._legal(act.Place(left[0], label) for label in entry.area)

    def _steps(self) -> Iterator[Action]:
        move = self.at.state.move
        if move is not None:
            yield from self._steps_of(move.unit)
            yield from (act.Finish(id) for id in move.units)
            return
        able = [p for p in self.at.state.pieces if p.side == self.seat and self._may_move(p)]
        yield from self._stacks(able)
        for piece in able:
            yield from self._steps_of(piece.id)

    def _stacks(self, able: list[AnyPiece]) -> Iterator[Action]:
        """A4.2: everybody of a Location who can move together, a leader in front."""
        by_spot: dict[Spot, list[str]] = {}
        for piece in able:
            if isinstance(piece, OnFoot) and piece.spot is not None:
                ids = by_spot.setdefault(piece.spot, [])
                leads = isinstance(piece, Men) and isinstance(self.at.counter(piece), Leader)
                ids.insert(0 if leads else len(ids), piece.id)
        for ids in by_spot.values():
            if len(ids) > 1:
                yield act.Stack(movers.AND.join(ids))

    def _may_move(self, piece: AnyPiece) -> bool:
        """Whether it is of any use to look for steps of a piece."""
        try:
            movers.mover(self.at, self.seat, piece.id)
        except Refusal:
            return False
        return True

    def _steps_of(self, id: str) -> Iterator[Action]:
        piece, here = self.at.piece(id), self.at.hex(self.at.piece(id))
        assert here is not None
        yield act.Start(id)
        for there in here.neighbours():
            if there in self.at.grid:
                yield act.Go(id, self.at.grid.label(there))
        if isinstance(piece, OnFoot) and len(self.at.board.locations(here)) > 1:
            yield from self._in_house(id, here)
        if isinstance(piece, Vehicle):
            yield from self._overruns(piece, here)
            if piece.dozer or piece.hedge_cutter:
                yield from self._breaches(id, here)
            yield from (act.Pivot(id, str((piece.vca + by) % 6)) for by in (1, 5))
            yield from (act.Traverse(id, str((piece.tca + by) % 6)) for by in (1, 5))
            yield act.Stop(id)

    def _breaches(self, id: str, here: Hex) -> Iterator[Action]:
        """B9.541: through the bocage ahead; other DRM of the Bog Check than none are typed."""
        for there in here.neighbours():
            if there in self.at.grid:
                yield act.Breach(id, self.at.grid.label(there), bog=NO_DRM)

    def _overruns(self, vehicle: Vehicle, here: Hex) -> Iterator[Action]:
        """D7.1: the hexes ahead that enemies are in."""
        for there in here.neighbours():
            label = self.at.grid.label(there) if there in self.at.grid else ""
            if any(other.side != self.seat for other in self.at.in_hex(label)):
                yield act.Overrun(vehicle.id, label)

    def _in_house(self, id: str, here: Hex) -> Iterator[Action]:
        """B23.4: up and down a stairway, and on through the same level."""
        spot = self.at.piece(id).spot
        assert spot is not None
        for by in (1, -1):
            yield act.Go(id, spot.hex, level=spot.level + by)
        if spot.level > 0:
            for there in here.neighbours():
                if there in self.at.grid:
                    yield act.Go(id, self.at.grid.label(there), level=spot.level)

    def _handling(self) -> Iterator[Action]:
        """C10: what may be done with the side's own Guns."""
        for piece in self.at.state.pieces:
            here = self.at.hex(piece)
            if not isinstance(piece, Gun) or piece.side != self.seat or here is None:
                continue
            yield from (act.Limber(piece.id), act.Unlimber(piece.id), act.Unhook(piece.id))
            yield from (act.Dismantle(piece.id), act.Assemble(piece.id), act.Unload(piece.id))
            yield act.Leave(piece.by)
            for other in self.at.in_hex(self.at.grid.label(here)):
                if isinstance(other, Vehicle):
                    yield from (act.Hook(piece.id, other.id), act.Load(piece.id, other.id))
            if self.at.state.clock.phase is not Phase.MPH:
                continue  # C10.3: Guns are pushed in the MPh alone
            for there in here.neighbours():
                if there in self.at.grid:
                    yield act.Push(piece.id, self.at.grid.label(there))

    def _spotters(self) -> Iterator[Action]:
        """C9.3: who may look for a mortar of the side that has nobody yet."""
        if self.at.state.clock.phase not in (Phase.PFPH, Phase.DFPH):
            return
        for piece in self.at.state.pieces:
            own = piece.side == self.seat and isinstance(piece, Gun | Support)
            here = self.at.hex(piece) if own else None
            if here is None or not is_mortar(self.at, piece):
                continue
            for there in (here, *here.neighbours()):
                label = self.at.grid.label(there) if there in self.at.grid else ""
                men = (one for one in self.at.in_hex(label) if isinstance(one, Men))
                yield from (act.Designate(one.id, piece.id) for one in men)

    def _shots(self) -> Iterator[Action]:
        """Every weapon at every target that it may fire at, with what gunnery settles by itself."""
        targets = tuple(self._targets())
        in_view: dict[Spot, tuple[str, ...]] = {}
        for weapon in weapon_names(self.at, self.seat):
            here = self.at.spot(self.at.piece(weapon.partition(".")[0]))
            if here is None or not self._able(weapon):
                continue
            if here not in in_view:
                in_view[here] = tuple(name for name in targets if self._in_view(here, name))
            spotted = armed(self.at, weapon).weapon.kind is Kind.MTR  # C9.3: others see for it
            for name in targets if spotted else in_view[here]:
                way = self._shot(weapon, name)
                if way is not None:
                    yield way

    def _in_view(self, here: Spot, target: str) -> bool:
        """Whether the board lets a place see a target at all; the rest is asked shot by shot."""
        there = self.at.spot(self.at.piece(target))
        return there is None or not board_hides(self.at, here, there)

    def _able(self, weapon: str) -> bool:
        """Whether it is of any use to look for targets of a weapon."""
        try:
            check_able(self.at, armed(self.at, weapon, self.seat))
        except Refusal:
            return False
        return True

    def _shot(self, weapon: str, target: str) -> Action | None:
        """The usual shot; Intensive Fire for a weapon that has spent its rate (C5.6)."""
        usual = act.Fire(weapon, target)
        try:
            self.check(usual)
        except Refusal as refusal:
            again = act.Fire(weapon, target, intensive=True)
            return again if wants_intensive_fire(refusal) and again in self else None
        return usual

    def _targets(self) -> Iterator[str]:
        """Enemies that the seat knows of, one for each unit that can be aimed at."""
        move = self.at.state.move
        if fire_phase(self.at.state, self.seat) is Phase.DFF:
            if move is not None and move.open:
                yield from self._there(move)
            return
        for hex in dict.fromkeys(p.spot.hex for p in self.at.state.pieces if p.spot is not None):
            for piece in in_target_hex(self.at, hex):
                if piece.side != self.seat and isinstance(piece, Men | Gun | Vehicle | Dummy):
                    yield piece.id

    def _there(self, move: Move) -> tuple[str, ...]:
        """Of a stack that moves one stands for all: they are struck together."""
        ids = (id for id in move.units if id in self.at.by_id)
        return tuple(id for id in ids if self.at.piece(id).on_board)[:1]


def _only(action: Action, kinds: tuple[type, ...], key: str) -> None:
    if not isinstance(action, kinds):
        raise Refusal("", key)
