"""A Folio table as it is told in words: what is open, who may move, the fight under way, units.

The game itself is played through the kernel (`hexfire.play.Table`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from hexfire.assist.folio.questions import FolioOdds, combat_odds, odds_of
from hexfire.folio import ask, winning
from hexfire.folio.actions import Action, Attack, Barrage, End, Move, Retreat
from hexfire.folio.board import Position
from hexfire.folio.combat import RESULTS, ROW_OF_THE_DEFENDER
from hexfire.folio.japanese import ORDERS
from hexfire.folio.legal import Listed, Menu, Moves, side_to_act
from hexfire.folio.movement import entries, mp
from hexfire.folio.names import texts
from hexfire.folio.picture import WIDTH, Piece, picture
from hexfire.folio.position import is_scenario, read_position
from hexfire.folio.problems import BadScenario, Problem
from hexfire.folio.reader import check, load
from hexfire.folio.scenario import Scenario
from hexfire.folio.seen import FolioView
from hexfire.folio.sequence import reinforcements
from hexfire.folio.state import Advancing, Displacing, Losing, Phase, Retreating, State
from hexfire.folio.text import read, write
from hexfire.folio.views import view
from hexfire.rulebook import BadInput, Message

__all__ = [
    "RESULTS",
    "ROW_OF_THE_DEFENDER",
    "WIDTH",
    "Action",
    "BadScenario",
    "FightNow",
    "FolioView",
    "Menu",
    "Movable",
    "Piece",
    "Position",
    "Problem",
    "Scenario",
    "State",
    "ask",
    "cannot_enter",
    "check",
    "ends_phase",
    "fight_now",
    "flees_to_nowhere",
    "is_attack",
    "is_fight",
    "is_move",
    "is_scenario",
    "load",
    "movable",
    "mp",
    "odds_of_action",
    "odds_typed",
    "open_question",
    "picture",
    "read_position",
    "seat_to_act",
    "texts",
    "the_end",
    "typed",
    "units_told",
    "view",
    "winning",
]


# -- what is open ----------------------------------------------------------------------------------


class OpenQuestion(msgspec.Struct, frozen=True):
    """What is to be decided, and about whom and how far, if that is to be said."""

    asked: Message
    about: Message | None = None


def open_question(at: Position, menu: Menu) -> OpenQuestion:
    """F4.1: the decision of the moment."""
    if isinstance(menu, Listed):
        return OpenQuestion(Message.of(f"folio.question.{menu.question}"), _about(at))
    kind = "moves" if isinstance(menu, Moves) else "combats"
    kind = "setup" if at.phase is Phase.SETUP else kind
    return OpenQuestion(Message.of(f"folio.question.{kind}"))


def _about(at: Position) -> Message | None:
    names, pending = at.charts.names, at.state.pending
    match pending:
        case Retreating():
            units = tuple(names[unit] for unit in pending.units)
            left = pending.length - max(0, len(pending.path) - 1)
            return Message.of("folio.cli.retreating", units=units, count=left)
        case Displacing():
            return Message.of("core.as_it_is", text=names[pending.chain[-1]])
        case Losing() | Advancing():
            return Message.of("folio.cli.units", units=tuple(names[u] for u in pending.units))
        case _:
            return None


def cannot_enter(at: Position) -> tuple[Message, ...]:
    """F5.4: reinforcements whose entry hexes are all closed."""
    return tuple(
        Message.of(
            "folio.cli.cannot_enter",
            unit=at.charts.names[unit],
            hexes=tuple(at.label(hex) for hex in at.scenario.units[unit].entry),
        )
        for unit in reinforcements(at)
        if not entries(at, unit)
    )


class Movable(msgspec.Struct, frozen=True):
    """A unit that may move: its number through the phase, its hex, and how many ends it has."""

    number: int
    unit: str
    hex: str
    ends: int


def movable(at: Position, menu: Menu, fewest: int) -> tuple[Movable, ...]:
    """The units that may move, if the menu has more than `fewest` moves; their numbers stay."""
    if not isinstance(menu, Moves) or len(menu) <= fewest:
        return ()
    ends: dict[str, int] = {}
    for action in menu:
        if isinstance(action, Move):
            ends[action.unit] = ends.get(action.unit, 0) + 1
    units = at.charts.side_units[at.player]
    return tuple(
        Movable(number, name, at.label(at.places[unit]), ends[name])
        for number, unit in enumerate(units, start=1)
        if (name := at.charts.names[unit]) in ends
    )


def seat_to_act(at: Position) -> str | None:
    """Who decides next; None when the game is over."""
    side = side_to_act(at.state)
    return None if side is None else at.scenario.seats[side]


# -- actions ---------------------------------------------------------------------------------------


def typed(action: Action, language: str) -> str:
    """The action as its reader would type it."""
    return ORDERS.japanese(write(action)) if language == "ja" else write(action)


def ends_phase(action: Action) -> bool:
    """Whether an action ends the phase."""
    return isinstance(action, End)


def the_end() -> Action:
    """The action that ends the phase."""
    return End()


def is_move(action: Action) -> bool:
    """Whether an action moves a unit."""
    return isinstance(action, Move)


def is_attack(action: Action) -> bool:
    """Whether an action is an attack of units."""
    return isinstance(action, Attack)


def is_fight(action: Action) -> bool:
    """Whether an action is an attack or a barrage: it has odds."""
    return isinstance(action, Attack | Barrage)


def flees_to_nowhere(action: Action) -> str:
    """F7.7: the unit that a retreat without a hex would cost; empty for any other action."""
    return action.unit if isinstance(action, Retreat) and not action.to else ""


def odds_of_action(
    at: Position, action: Action, ours: Sequence[str] = (), theirs: Sequence[str] = ()
) -> FolioOdds:
    """F7.3, F8.4: the odds of an attack or barrage, with markers of both sides; else refused."""
    if isinstance(action, Attack):
        return odds_of(at, *ask.attack(at, action.hex, action.units, ours, theirs))
    if isinstance(action, Barrage):
        return odds_of(at, *ask.barrage(at, action.hex, action.markers, theirs))
    raise BadInput("folio.cli.odds_of", text=write(action))


def odds_typed(at: Position, text: str, ours: Sequence[str], theirs: Sequence[str]) -> FolioOdds:
    """The same of an action that somebody typed."""
    return odds_of_action(at, read(at, "", text), ours, theirs)


# -- the fight under way ---------------------------------------------------------------------------


class FightNow(msgspec.Struct, frozen=True):
    """Who fights whom where; the markers of both sides; the odds while the target is there."""

    told: Message
    ours: tuple[int, ...]
    theirs: tuple[int, ...]
    odds: FolioOdds | None


def fight_now(at: Position) -> FightNow | None:
    """F7.0, F8.4: the combat or barrage under way."""
    combat, names, markers = at.state.combat, at.charts.names, at.scenario.markers
    if combat is None:
        return None
    key = "folio.cli.barrage_now" if combat.is_barrage else "folio.cli.combat_now"
    return FightNow(
        Message.of(
            key,
            units=tuple(names[unit] for unit in combat.attackers),
            target=names[combat.target],
            hex=at.label(combat.hex),
        ),
        tuple(markers[m].plus for m in combat.attack_markers),
        tuple(markers[m].plus for m in combat.defence_markers),
        combat_odds(at, combat) if at.places[combat.target] == combat.hex else None,
    )


# -- units -----------------------------------------------------------------------------------------


class UnitTold(msgspec.Struct, frozen=True, kw_only=True):
    """A unit in words: where it is or comes from, its strength, what is special about it."""

    id: str
    side: int
    where: Message
    strength: str
    reduced: bool
    marks: tuple[Message, ...]
    name: Mapping[str, str]


def units_told(at: Position) -> tuple[UnitTold, ...]:
    """Every unit: where it stands and what it is worth."""
    units = at.scenario.units
    special: tuple[tuple[str, Callable[[int], bool]], ...] = (
        ("special_forces", lambda i: units[i].special_forces),
        ("amphibious", lambda i: units[i].amphibious),
    )
    told = []
    for i, unit in enumerate(units):
        reduced = bool(at.state.reduced >> i & 1)
        back = f" / {unit.back}" if unit.back is not None and not reduced else ""
        marks = ["mobile" if unit.mobile else "foot", *(word for word, has in special if has(i))]
        told.append(
            UnitTold(
                id=unit.id,
                side=unit.side,
                where=_where(at, i),
                strength=f"{at.strength(i)}{back}",
                reduced=reduced,
                marks=tuple(Message.of(f"folio.cli.{mark}") for mark in marks),
                name=unit.name,
            )
        )
    return tuple(told)


def _where(at: Position, i: int) -> Message:
    unit, hex = at.scenario.units[i], at.places[i]
    if hex >= 0:
        return Message.of("core.as_it_is", text=at.label(hex))
    if hex == -1 and unit.turn:
        return Message.of("folio.cli.arrives", turn=unit.turn)
    if hex == -1 and unit.setup:
        more = "…" if len(unit.setup) > 3 else ""
        places = "/".join(at.label(choice) for choice in unit.setup[:3])
        return Message.of("core.as_it_is", text=f"{places}{more}")
    return Message.of(f"folio.cli.off.{-hex}")
