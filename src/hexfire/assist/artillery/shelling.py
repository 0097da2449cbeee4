"""The shells of an FFE: the exact fate of each unit, or what the dice did (C1.5, C1.51)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from hexfire.asl.artillery import aftermath, ffe
from hexfire.asl.artillery.facts import Typed
from hexfire.asl.artillery.fates import fate_keys, riders_keys
from hexfire.asl.artillery.on_ground import fire_on_board
from hexfire.asl.artillery.record import Record, falling
from hexfire.asl.artillery.resolution import (
    HEX_DR,
    Barrage,
    Fire,
    MissingDice,
    entrants,
    fallen,
    ffe_of,
    fire_on_list,
    resolve,
    shown_drm,
)
from hexfire.asl.artillery.shells import Fate, Shells
from hexfire.asl.artillery.units import read_units
from hexfire.asl.shots.targets import VehicleTarget
from hexfire.asl.walls import State
from hexfire.assist.artillery.looking import check_map
from hexfire.assist.artillery.mission import all_used
from hexfire.assist.wording import Said
from hexfire.dice import AnyRequest, Dice, NeedAnswer
from hexfire.rulebook import BadInput, Message, Refusal, Tally


class Entering(msgspec.Struct, frozen=True, kw_only=True):
    """C1.51: who enters the Blast Area, in which phase, and whether by Assault Movement."""

    phase: str
    units: tuple[str, ...] = ()
    assault: bool = False


class Drm(msgspec.Struct, frozen=True, kw_only=True):
    """A modifier with its name; `why` tells why one that was considered does not apply."""

    case: str
    rule: str
    value: int
    applies: bool
    name: Said
    why: Message | None = None


class Ffe(msgspec.Struct, frozen=True, kw_only=True):
    """An FFE: what falls, where, and for which hexes a DR is made, in this order.

    `fp` is the FP of the attack, `payload` the DRM of a heavy one (C.7). `due`: it is resolved in
    this phase and has not been yet.
    """

    battery: str
    caliber: int
    mission: str
    fp: str
    payload: int
    counter: str
    hex: str
    area: tuple[str, ...]
    order: tuple[str, ...]
    due: bool


class UnitOdds(msgspec.Struct, frozen=True, kw_only=True):
    """The exact chances of a unit, by its fate; words of a fate are joined by blanks."""

    hex: str
    unit: str
    odds: dict[str, Fraction]
    id: str
    friendly: bool
    drm: int
    modifiers: tuple[Drm, ...]


class FfeOdds(msgspec.Struct, frozen=True):
    """An FFE with what it would do to everyone in the Blast Area."""

    ffe: Ffe
    units: tuple[UnitOdds, ...]


class UnitFate(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a unit: the DR of its hex, the column and Final DR, the result, its fate.

    `ch`: it was struck by a Critical Hit (C1.53), with doubled FP and reversed TEM.
    """

    hex: str
    unit: str
    original_dr: int | None
    fate: tuple[str, ...]
    drm: int
    modifiers: tuple[Drm, ...]
    id: str
    friendly: bool
    column: int | None
    final_dr: int | None
    result: str
    ch: bool


class TraceHex(msgspec.Struct, frozen=True):
    """A hex that may bear a trace, with the Original and Final DR to look up."""

    hex: str
    original_dr: int
    final_dr: int


class TraceAsked(msgspec.Struct, frozen=True):
    """What the players must look up: flame, rubble, shellholes, something removed."""

    trace: str
    rule: str
    hexes: tuple[TraceHex, ...]


class WireCut(msgspec.Struct, frozen=True):
    """A battery whose field phone is lost, the hex in which its wire was cut, and the rule."""

    battery: str
    hex: str
    rule: str = "C1.23"


class FfeResult(msgspec.Struct, frozen=True, kw_only=True):
    """An FFE resolved: the DR of each hex, everyone's fate, SMOKE, cut wires, what is open."""

    battery: str
    entering: str
    drs: dict[str, int]
    units: tuple[UnitFate, ...]
    smoke: dict[str, str]
    wires_cut: tuple[WireCut, ...]
    aftermath: tuple[TraceAsked, ...] = ()
    smoke_off_board: tuple[str, ...] = ()


class DiceWanted(msgspec.Struct, frozen=True):
    """Dice that are missing: which, and the hexes whose DRs are still to come, in their order."""

    rule: str
    text: Said
    hexes: tuple[str, ...]


# -- who is there ---------------------------------------------------------------------------------


def the_fire(
    record: Record,
    battery: str,
    there: State | object,
    entering: Entering | None = None,
    every: bool = False,
    barrage: Barrage | None = None,
) -> Fire:
    """The FFE of a battery on a situation's units, or on a list of units as plain data.

    With `entering` only those who enter are in it; a list of units holds nobody else.
    """
    if isinstance(there, State):
        check_map(record, there)
        fire = fire_on_board(record, battery, there, barrage)
        if entering is not None and not entering.units:
            raise BadInput("artillery.who_enters")
    else:
        fire = fire_on_list(record, battery, read_units(there, record.setup), every, barrage)
    if entering is None:
        return fire
    if entering.phase not in ffe.ENTRY_PHASES:
        raise Refusal("C1.51", "artillery.no_entry_attack", phase=entering.phase)
    if entering.units:
        return entrants(fire, entering.units, entering.assault)
    return msgspec.structs.replace(
        fire,
        stacks=tuple(
            (hex, tuple(msgspec.structs.replace(unit, own_observer=False) for unit in units))
            for hex, units in fire.stacks
        ),
    )


def head(record: Record, fire: Fire, phase: str = "") -> Ffe:
    """An FFE in short."""
    shelling = fire.shelling
    quiet = not ffe.firepower(shelling) if not shelling.mission.is_barrage else shelling.fp is None
    due = next((d for d in falling(record) if d.battery == fire.battery), None)
    waits = due is not None and due.resolved is None
    return Ffe(
        battery=fire.battery,
        caliber=shelling.caliber,
        mission=shelling.mission.value,
        fp="0" if quiet else str(ffe.firepower(shelling)),
        payload=0 if quiet else ffe.payload_drm(shelling),
        counter=(due.counter if due is not None and waits else fire.counter).value,
        hex=fire.hex,
        area=tuple(hex.hex for hex in fire.area),
        order=fire.with_dr(phase),
        due=waits,
    )


# -- odds -----------------------------------------------------------------------------------------


def ffe_odds(record: Record, fire: Fire, phase: str = "") -> FfeOdds:
    """C1.5: the exact fate of everyone in the Blast Area (C1.51: of those who enter)."""
    return FfeOdds(
        head(record, fire, phase),
        tuple(row for hex, units in fire.stacks for row in _hex_odds(fire, hex, units, phase)),
    )


def _hex_odds(
    fire: Fire, hex: str, units: tuple[ffe.Inside, ...], phase: str
) -> Iterable[UnitOdds]:
    chances = ffe.hex_odds(fire.shelling, units, phase)
    for unit, odds in zip(ffe.reached(units), chances, strict=True):
        fates: dict[str, dict[str, Fraction]] = {unit.id: {}, **{id: {} for id in unit.aboard}}
        for after, chance in odds.items():
            for id, keys in ((unit.id, fate_keys(unit, after)), *riders_keys(unit, after)):
                words = " ".join(keys)
                fates[id][words] = fates[id].get(words, Fraction(0)) + chance
        drm = shown_drm(fire.shelling, unit, phase)
        yield UnitOdds(
            hex=hex,
            unit=unit.target.name,
            odds=_likeliest_first(fates[unit.id]),
            id=unit.id,
            friendly=unit.friendly,
            drm=drm.total,
            modifiers=modifiers(drm),
        )
        aboard = unit.target.aboard if isinstance(unit.target, VehicleTarget) else ()
        for id, men in zip(unit.aboard, aboard, strict=False):
            yield UnitOdds(
                hex=hex,
                unit=men.name,
                odds=_likeliest_first(fates[id]),
                id=id,
                friendly=unit.friendly,
                drm=0,
                modifiers=(),
            )


def _likeliest_first(fates: Mapping[str, Fraction]) -> dict[str, Fraction]:
    return dict(sorted(fates.items(), key=lambda item: (-item[1], item[0])))


def modifiers(drm: Tally) -> tuple[Drm, ...]:
    """Everything that was considered, with its name."""
    return tuple(
        Drm(
            case=item.case,
            rule=item.rule,
            value=item.value,
            applies=item.applies,
            name=Said(item),
            why=item.why,
        )
        for item in drm.items
    )


# -- dice -----------------------------------------------------------------------------------------


def roll_ffe(
    record: Record, fire: Fire, source: Typed, phase: str = ""
) -> tuple[Record, FfeResult] | DiceWanted:
    """C1.5: the FFE resolved and kept in the record, or which dice are missing."""
    try:
        record, result = carry_out(record, fire, Dice(source=source), phase)
    except MissingDice as missing:
        return DiceWanted(missing.request.rule, Said(NeedAnswer(missing.request)), missing.hexes)
    all_used(source)
    return record, result


def carry_out(record: Record, fire: Fire, dice: Dice, phase: str = "") -> tuple[Record, FfeResult]:
    """C1.5: the FFE resolved with these dice and kept in the record."""
    record, shells = resolve(record, fire, dice, phase)
    asked = aftermath.questions(fire.shelling, fallen(fire, shells), phase)
    return record, result_of(fire.battery, shells, asked)


def check_falling(record: Record, battery: str, barrage: Barrage | None = None) -> None:
    """C1.5: refuses if the battery has no FFE that could fall now."""
    ffe_of(record, battery, barrage)


def is_dr_of_a_hex(request: AnyRequest) -> bool:
    """C1.51: whether a roll is the DR of one hex of the Blast Area."""
    return request.rule in HEX_DR


def result_of(battery: str, shells: Shells, asked: Iterable[aftermath.Asked] = ()) -> FfeResult:
    """A resolution as it is answered."""
    return FfeResult(
        battery=battery,
        entering=shells.entering,
        drs=shells.drs,
        units=tuple(
            _fate(row.hex, row.original, fate) for row in shells.hexes for fate in row.units
        ),
        smoke={smoke.hex: smoke.side.value for smoke in shells.smoke},
        wires_cut=tuple(WireCut(one.battery, one.hex) for one in shells.cut),
        aftermath=tuple(
            TraceAsked(one.trace.value, one.rule, tuple(TraceHex(*hex) for hex in one.hexes))
            for one in asked
        ),
        smoke_off_board=shells.smoke_off_board,
    )


def _fate(hex: str, original: int | None, fate: Fate) -> UnitFate:
    return UnitFate(
        hex=hex,
        unit=fate.name,
        original_dr=original,
        fate=fate.fate,
        drm=fate.drm.total,
        modifiers=modifiers(fate.drm),
        id=fate.id,
        friendly=fate.friendly,
        column=fate.column,
        final_dr=fate.final,
        result=fate.result,
        ch=fate.ch,
    )


def resolved_now(record: Record) -> tuple[FfeResult, ...]:
    """C1.5: what the FFEs of this phase did, as far as they have been resolved."""
    return tuple(
        result_of(due.battery, due.resolved) for due in falling(record) if due.resolved is not None
    )


# -- what is left behind --------------------------------------------------------------------------


class OpenTrace(msgspec.Struct, frozen=True):
    """A question about what the shells left behind that nobody has answered."""

    battery: str
    trace: str
    rule: str
    hexes: tuple[str, ...]


def open_traces(record: Record) -> tuple[OpenTrace, ...]:
    """C1.5: what the players still have to look up."""
    return tuple(
        OpenTrace(battery, trace.value, trace.rule, hexes)
        for (battery, trace), hexes in aftermath.open_questions(record).items()
    )


def answer_traces(record: Record, battery: str | None, words: Iterable[str]) -> Record:
    """The players' answers (`flame=U4 rubble=`), for a battery or the first that waits."""
    waiting = open_traces(record)
    if battery is None:
        battery = waiting[0].battery if waiting else record.setup.batteries[0].name
    return aftermath.answer(record, battery, aftermath.read_answers(words))
