"""C1 on the table: fire missions of both sides, by the flow of `asl.artillery`.

An action is a decision of that flow; whatever needs no decision (contact, chits, accuracy, error,
the shells themselves) follows at once, with facts from the table. C1.2: batteries act at the
beginning of their side's PFPh or DFPh, so that nothing else is done before they have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from hexfire.asl.artillery.battery import Link
from hexfire.asl.artillery.engine import (
    IDLE,
    Walked,
    lose_observer,
    lose_phone,
    next_phase,
    prospect,
    walk,
)
from hexfire.asl.artillery.ffe import Shelling, enemy_cuts_wire, full_fp
from hexfire.asl.artillery.flow import NodeKind, flow
from hexfire.asl.artillery.resolution import Barrage as Said
from hexfire.asl.artillery.state import Device, Event
from hexfire.asl.artillery.state import State as BatteryState
from hexfire.asl.battle.artillery import observing, shelling
from hexfire.asl.battle.fire.weapons import with_service
from hexfire.asl.battle.orders.actions import Action, Barrage, Fire, Oba
from hexfire.asl.battle.table.batteries import beginning, put
from hexfire.asl.battle.table.events import Log
from hexfire.asl.battle.table.known import OPPONENT_DECIDES
from hexfire.asl.battle.table.pieces import GONE, AnyPiece, Gun, Men, Support, Vehicle, Veil
from hexfire.asl.battle.table.position import Position
from hexfire.asl.battle.table.state import BatteryInPlay
from hexfire.asl.effects.breakdown import WeaponState
from hexfire.asl.gunnery.weapons import Armament
from hexfire.asl.sequence import Phase
from hexfire.asl.shots.shot import FireCounter
from hexfire.dice import Dice, NeedAnswer
from hexfire.play import Seat
from hexfire.rulebook import BadInput, Message, Refusal

MOST_HEXES = 60
"""More than any Barrage covers."""
GO_ON = "go_on"
"""On through what needs no decision, where a battery of a given situation waits before it."""
_LISTED_IDLE = ("repair",)
"""Of the options between phases those that are worth a line in the list."""
_OWNERS = frozenset(
    {
        "pile_empty",
        "radio_broken",
        "radio_repaired",
        "radio_lost",
        "phone_lost",
        "new_observer",
        "marked_prep",
        "marked_final",
    }
)
"""What only the owner hears: his pile, how his radio does, who observes (C1.21, C1.23)."""
_DEVICES = {Device.WORKS: WeaponState.WORKING, Device.BROKEN: WeaponState.MALFUNCTIONED}


# Looking


def battery(at: Position, name: str) -> BatteryInPlay:
    """C.1, C1.1: a battery by its name; no weapon on the board is one."""
    named = next((one for one in at.state.batteries if one.name == name), None)
    if named is None and isinstance(at.by_id.get(name), Gun | Support | Vehicle):
        # C.1: what stands on the board only fires directly.
        raise Refusal("C.1", "battle.oba.on_board", id=name)
    if named is None:
        known = tuple(one.name for one in at.state.batteries) or ("–",)
        raise BadInput("artillery.unknown_battery", text=name, batteries=known)
    return named


def decides(at: Position, one: BatteryInPlay) -> Seat:
    """Whose word a battery waits for."""
    return at.scenario.other(one.side) if one.state.node == OPPONENT_DECIDES else one.side


def pending(at: Position, seat: Seat) -> tuple[str, ...]:
    """C1.2, C1.33: the batteries that wait for a seat's word before anything else is done."""
    return tuple(
        one.name
        for one in at.state.batteries
        if (one.state.node != IDLE or one.owed) and decides(at, one) == seat
    )


def check_first(at: Position, seat: Seat) -> None:
    """C1.2: contact is attempted, and FFEs fall, before all other fire of the phase."""
    if waiting := pending(at, seat):
        raise Refusal("C1.2", "battle.oba.first", batteries=waiting)


def check(at: Position, seat: Seat, action: Oba) -> None:
    """Refuse what the flow does not allow; `at` is what the seat knows."""
    one = battery(at, action.battery)
    if decides(at, one) != seat:
        raise Refusal("C1.1", "battle.oba.not_yours", name=one.name)
    if action.option == GO_ON:
        if flow()[one.state.node].kind is NodeKind.DECIDE:
            raise Refusal("C1.2", "battle.oba.decide", name=one.name)
        return
    if action.option == "new_observer":
        _check_observer(at, seat, action.by)
    if one.state.node == OPPONENT_DECIDES:
        _check_option(one.state.node, action.option)
        return
    _walk(at, one.name, Dice(), action.option, action.by or action.at)


def _check_option(node: str, option: str) -> None:
    if option not in flow()[node].to:
        raise Refusal(
            "C1.3",
            "artillery.no_option",
            option=option,
            node=f"@artillery.node.{node}",
            options=tuple(flow()[node].to),
        )


def _check_observer(at: Position, seat: Seat, id: str) -> None:
    """C1.61: another of the side takes the radio over."""
    piece = at.by_id.get(id)
    if piece is None or piece.side != seat or not isinstance(piece, Men | Vehicle):
        raise BadInput("battle.oba.no_observer", id=id or "–")


def options(at: Position, seat: Seat) -> Iterator[Oba | Barrage]:
    """What a seat may decide for its batteries now; `at` is what it knows.

    An AR is listed for hexes where enemies are known to be, and for Pre-Registered ones; any other
    hex is typed. Where none of these may be named, all that may are listed.
    """
    for one in at.state.batteries:
        if decides(at, one) != seat:
            continue
        if one.owed:
            yield from _barrages(one)
        elif one.state.node == OPPONENT_DECIDES:
            yield from (Oba(one.name, option) for option in flow()[one.state.node].to)
        elif flow()[one.state.node].kind is not NodeKind.DECIDE:
            yield Oba(one.name, GO_ON)
        else:
            yield from _options(at, seat, one)


def _barrages(one: BatteryInPlay) -> Iterator[Barrage]:
    """C1.7: where it lay before, or by hand; any other place is typed."""
    if one.barrage is not None:
        yield Barrage(one.name, area=",".join(one.barrage.hexes), fp=one.barrage.fp)
    yield Barrage(one.name)


def said(at: Position, seat: Seat, action: Barrage) -> Said | None:
    """R-E12: where a Barrage falls, as its owner says when it does; None: by hand."""
    one = battery(at, action.battery)
    if decides(at, one) != seat:
        raise Refusal("C1.1", "battle.oba.not_yours", name=one.name)
    mission = one.state.mission
    if not one.owed or mission is None:
        raise Refusal("C1.5", "battle.oba.no_barrage", name=one.name)
    named = [text for text in action.area.split(",") if text]
    if len(named) > MOST_HEXES:
        raise BadInput("battle.oba.barrage_wide", count=len(named), most=MOST_HEXES)
    hexes = tuple(dict.fromkeys(at.grid.label(at.grid.hex(text)) for text in named))
    full = full_fp(Shelling(at.record.setup.battery(one.name).caliber))
    if hexes and not mission.is_smoke and not (action.fp and 1 <= action.fp <= full):
        raise Refusal("C1.5", "battle.oba.barrage_fp", name=one.name, most=full)
    if action.fp is not None and (mission.is_smoke or not hexes):
        raise Refusal("C1.71", "battle.oba.barrage_no_fp", name=one.name)
    return Said(hexes, action.fp) if hexes else None


def barrage(at: Position, seat: Seat, action: Barrage, dice: Dice, log: Log) -> Position:
    """C1.5, C1.7: a Barrage falls on the hexes that its owner names, or the players see to it."""
    area = said(at, seat, action)
    batteries = tuple(
        replace(one, barrage=area, owed=False) if one.name == action.battery else one
        for one in at.state.batteries
    )
    at = at.then(replace(at.state, batteries=batteries))
    if area is None:
        log.say("C1.7", "barrage_by_hand", battery=action.battery)
        return at
    log.say("C1.7", "barrage", battery=action.battery, hexes=area.hexes)
    return shelling.resolve(at, action.battery, dice, log)


def _options(at: Position, seat: Seat, one: BatteryInPlay) -> Iterator[Oba]:
    record = at.record
    look = observing.eyes(at, one.name)
    options = prospect(record.setup, record.table, one.name, look).options
    for option in options:
        if one.state.node == IDLE and option.name not in _LISTED_IDLE:
            continue
        if option.takes is None:
            yield Oba(one.name, option.name)
        elif option.takes == "hex":
            others = any(other.takes is None for other in options)
            yield from _rounds(at, seat, one.name, option.name, wide=not others)


def _rounds(at: Position, seat: Seat, name: str, option: str, *, wide: bool) -> Iterator[Oba]:
    usual = [p.spot.hex for p in at.state.pieces if p.side != seat and p.spot is not None]
    usual += [note.hex for note in at.state.secrets if note.battery == name]
    near = [order for order in _placed(name, option, usual) if _may(at, seat, order)]
    if not near and wide:
        every = (at.grid.label(hex) for hex in at.grid)
        near = [order for order in _placed(name, option, every) if _may(at, seat, order)]
    yield from near


def _placed(name: str, option: str, hexes: Iterable[str]) -> Iterator[Oba]:
    yield from (Oba(name, option, at=hex) for hex in dict.fromkeys(hexes))


def _may(at: Position, seat: Seat, order: Oba) -> bool:
    try:
        check(at, seat, order)
    except Refusal:
        return False
    return True


# Carrying it out


def apply(at: Position, action: Oba, dice: Dice, log: Log) -> Position:
    """A decision, and everything that follows from it without another."""
    if action.option != GO_ON:
        name = action.battery
        walked = _walk(at, name, Dice(), action.option, action.by or action.at)
        if action.option == "radio":
            at = _marked(at, battery(at, name))
        at = _after(at, name, walked, log)
    return _run_on(at, action.battery, dice, log)


def _walk(at: Position, name: str, dice: Dice, option: str | None, argument: str = "") -> Walked:
    record = at.record
    look = observing.eyes(at, name)
    return walk(record.setup, record.table, name, look, dice, option, argument)


def _run_on(at: Position, name: str, dice: Dice, log: Log) -> Position:
    """Through every node that facts and dice answer, up to the next decision or `idle`."""
    while flow()[(node := battery(at, name).state.node)].kind is not NodeKind.DECIDE:
        if node == "resolve":
            # C1.5: the shells fall while the counter still shows its number.
            walked = _walk(at, name, dice, None)
            at = _told(at, name, walked, log)
            if not _is_barrage(battery(at, name)):
                at = shelling.resolve(at, name, dice, log)
            # What fell may have cut this battery's own wire (C1.23): its phone stays lost.
            now = battery(at, name).state
            after = walked.table.states[at.record.setup.index(name)]
            kept = replace(after, device=now.device, contact=after.contact and now.contact)
            at = _owed(_stand(at, name, kept), name)
        else:
            at = _after(at, name, _walk(at, name, dice, None), log)
    return at


def _is_barrage(one: BatteryInPlay) -> bool:
    return one.state.mission is not None and one.state.mission.is_barrage


def _owed(at: Position, name: str) -> Position:
    """R-E12: of a Barrage that falls now its owner says where; nothing else is done before."""
    batteries = tuple(
        replace(one, owed=True) if one.name == name and _is_barrage(one) else one
        for one in at.state.batteries
    )
    return at.then(replace(at.state, batteries=batteries))


def _stand(at: Position, name: str, state: BatteryState) -> Position:
    states = tuple(state if one.name == name else one.state for one in at.state.batteries)
    return _devices(at.then(put(at.state, replace(at.record.table, states=states))))


def _after(at: Position, name: str, walked: Walked, log: Log) -> Position:
    at = _told(at, name, walked, log)
    return _devices(at.then(put(at.state, walked.table)))


def _told(at: Position, name: str, walked: Walked, log: Log) -> Position:
    """What happened, for the log: the owner's own, or for both; an error with aim and fall."""
    one = battery(at, name)
    after = walked.table.states[at.record.setup.index(name)]
    for event in walked.events:
        key = event.message.key.rpartition(".")[2]
        data: dict[str, object] = {}
        if key in ("error", "accurate") and one.state.ar is not None and after.ar is not None:
            label = at.record.setup.label
            data = {"aim": label(one.state.ar), "fall": label(after.ar)}
        log.tell(event.rule, event.message, seats=_who_hears(at, one, event, key), data=data)
        if key == "op_tank_recalled":
            at = _recalled(at, one)
    return at


def _who_hears(at: Position, one: BatteryInPlay, event: Event, key: str) -> tuple[Seat, ...] | None:
    """C1.21, C1.23: whether only the owner may hear of it.

    That a Known Observer is marked is seen by all; who observes unseen is not told.
    """
    if key in ("marked_prep", "marked_final"):
        observer = at.by_id.get(one.state.observer)
        return None if observer is not None and observer.veil is Veil.KNOWN else (one.side,)
    named = "observer" in dict(event.message.params)
    return (one.side,) if key in _OWNERS or named else None


def _recalled(at: Position, one: BatteryInPlay) -> Position:
    """H1.461: an OP tank that can call no more is Recalled."""
    tank = at.by_id.get(one.state.observer)
    return at.changed(tank, recalled=True) if isinstance(tank, Vehicle) else at


def _marked(at: Position, one: BatteryInPlay) -> Position:
    """C1.6: who uses a radio does nothing else in the phase, nor moves after the PFPh."""
    observer = at.by_id.get(one.state.observer)
    marker = FireCounter.PREP if at.state.clock.phase is Phase.PFPH else FireCounter.FINAL
    match observer:
        case Men():
            return at.changed(observer, marker=marker)
        case Vehicle():
            main = replace(observer.service(Armament.MA), marker=marker)
            return at.then(at.state.put(observer.with_service(main)))
        case _:
            return at


def _devices(at: Position) -> Position:
    """C1.22, C1.23: the counters of radios and phones show how they do."""
    for one in at.state.batteries:
        radio = _radio(at, one.name)
        if not isinstance(radio, Support) or not _on_table(at, radio):
            continue
        state = one.state.device
        if state is Device.LOST:
            # Of what a veiled Observer has lost the other side hears nothing (C1.23).
            owner = at.by_id.get(radio.by)
            veiled = owner is not None and owner.veil is not Veil.KNOWN
            veil = Veil.HIDDEN if veiled else radio.veil
            at = at.changed(radio, place=GONE, by="", veil=veil)
        elif radio.service.state is not _DEVICES[state]:
            at = at.then(
                at.state.put(with_service(radio, replace(radio.service, state=_DEVICES[state])))
            )
    return at


def _radio(at: Position, name: str) -> AnyPiece | None:
    module = at.scenario.module(name)
    return at.by_id.get(module.radio) if module is not None and module.radio else None


def _on_table(at: Position, radio: Support) -> bool:
    return radio.on_board or at.spot(radio) is not None


# What the rest of the battle does to missions


def settle(at: Position, dice: Dice, log: Log) -> Position:
    """C1.61, C1.1: at once without contact, whoever is no longer fit to observe; a radio that has
    left the table is lost."""
    for one in at.state.batteries:
        on_board = at.record.setup.battery(one.name).link is not Link.OFFBOARD
        if not on_board:
            continue
        if (one.state.contact or one.state.node != IDLE) and not observing.is_fit(at, one.state):
            walked = lose_observer(at.record.setup, at.record.table, one.name)
            at = _run_on(_after(at, one.name, walked, log), one.name, dice, log)
        radio = _radio(at, one.name)
        gone = isinstance(radio, Support) and radio.place == GONE
        broken = isinstance(radio, Support) and radio.service.state is WeaponState.MALFUNCTIONED
        if broken and one.state.device is Device.WORKS:
            now = battery(at, one.name).state
            at = _stand(at, one.name, replace(now, device=Device.BROKEN, contact=False))
        if gone and battery(at, one.name).state.device is not Device.LOST:
            at = _lost(at, one.name, log)
    return at


def _lost(at: Position, name: str, log: Log) -> Position:
    if battery(at, name).state.node != IDLE:
        return at
    return _after(at, name, _walk(at, name, Dice(), "device_lost"), log)


def line_cut(at: Position, action: Action, dice: Dice, log: Log) -> Position:
    """C1.23: whoever fires in an enemy's Security Area with an Original 2 cuts the phone's wire.

    R-battle-wire: what else is rolled there, a morale check say, the players see to by hand
    (`oba BATTERY device_lost`).
    """
    if not isinstance(action, Fire) or not dice.log or not at.state.batteries:
        return at
    firer = at.by_id.get(action.weapon.partition(".")[0])
    here = at.hex(firer) if firer is not None else None
    if firer is None or here is None or not enemy_cuts_wire(sum(dice.log[0][1][:2])):
        return at
    for one in at.state.batteries:
        setup = at.record.setup
        if one.side == firer.side or here not in setup.wire(setup.battery(one.name)):
            continue
        if one.state.device is not Device.LOST:
            at = _after(at, one.name, lose_phone(setup, at.record.table, one.name), log)
    return at


# The sequence of play


def open_play(at: Position, log: Log) -> Position:
    """C1.211, C1.73: play begins: every battery has its pile, with what was Pre-Registered."""
    at = at.then(replace(at.state, batteries=beginning(at.scenario, at.memo.setup(at.state))))
    for one in at.state.batteries:
        pile = one.state.pile
        message = Message.of(
            "artillery.event.pile", battery=one.name, black=pile.black, red=pile.red
        )
        log.tell("C1.211", message, seats=(one.side,))
    return at


def phase_ends(at: Position, log: Log) -> Position:
    """C1.2, C1.21, C1.34: what the end of a phase and the next one bring for batteries."""
    if not at.state.batteries:
        return at
    record = at.record
    walked = next_phase(record.setup, record.table)
    for event in walked.events:
        one = battery(at, str(event.message["battery"]))
        key = event.message.key.rpartition(".")[2]
        log.tell(event.rule, event.message, seats=_who_hears(at, one, event, key))
        if key == "op_tank_recalled":
            at = _recalled(at, one)
    return at.then(put(at.state, walked.table))


def phase_begins(at: Position, dice: Dice, log: Log) -> Position:
    """C1.2, C1.22: who may call; an FFE that nobody can direct falls where it is."""
    for one in at.state.batteries:
        at = _run_on(at, one.name, dice, log)
    return at


def in_mid_phase(at: Position) -> Position:
    """A table that is set up in a fire phase: its batteries stand at the beginning of it."""
    firing = at.record.table.clock.firing
    if firing is None:
        return at
    side = at.record.setup.sides[firing]
    batteries = tuple(
        replace(one, state=replace(one.state, node="begin")) if one.side == side else one
        for one in at.state.batteries
    )
    at = at.then(replace(at.state, batteries=batteries))
    for one in batteries:
        try:
            at = _run_on(at, one.name, Dice(), Log())
        except NeedAnswer:
            continue  # shells fall first: the owner lets them (`go_on`)
    return at
