"""Battles out of a situation file, a VASL save, an empty board or a purchase."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from hexfire.asl.battle.files.bought import Bought, bought
from hexfire.asl.battle.files.opening import Given as Given
from hexfire.asl.battle.files.opening import Opening, opening
from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.orders import text as typed
from hexfire.asl.battle.orders.actions import Fire
from hexfire.asl.battle.table.known import handle
from hexfire.asl.battle.table.pieces import Veil
from hexfire.asl.battle.table.state import State
from hexfire.asl.battle.table.whose import fire_phase
from hexfire.asl.purchase import skeleton
from hexfire.asl.purchase.state import State as Purchase
from hexfire.asl.sequence import PHASES, Phase
from hexfire.asl.situation import Situation
from hexfire.assist.battle import shot_report
from hexfire.assist.shots.report import ShotReport
from hexfire.assist.shots.throws import Throw
from hexfire.assist.situations import situation_of_file
from hexfire.assist.wording import Said
from hexfire.boards import open_board
from hexfire.boards.catalogue import Find
from hexfire.rulebook import BadInput, Message


def opened_file(path: Path, given: Given) -> Opening:
    """The battle of a situation file or of a VASL save (`game.vsav@allied`)."""
    situation = situation_of_file(path)
    beside = path.parent / situation.board
    if beside.is_file():
        situation = replace(situation, board=str(beside))
    return opening(situation, given)


class OpenedBattle(msgspec.Struct, frozen=True, kw_only=True):
    """A situation as the data of a battle's scenario; `told` are its defaults and what is left out.

    `seats` are the sides by the names of their seats.
    """

    data: dict[str, Any]
    seats: dict[str, str]
    told: tuple[Said, ...]


def battle_of(situation: Situation, given: Given) -> OpenedBattle:
    """A situation as a battle that may be begun at a table."""
    opened = opening(situation, given)
    seats = {side["name"]: side["title"] for side in opened.data["side"]}
    return OpenedBattle(data=opened.data, seats=seats, told=said(opened))


def bought_battle(purchase: Purchase, board: str, given: Given, find: Find | None = None) -> Bought:
    """The battle of a purchase that both have revealed, on a board; `find` as in `open_board`."""
    return bought(skeleton(purchase), open_board(board, find=find), board, given)


def battle_of_purchase(
    purchase: Purchase, board: str, given: Given, find: Find | None = None
) -> OpenedBattle:
    """What both bought as a battle that may be begun at a table."""
    scenario = bought_battle(purchase, board, given, find)
    seats = {side["name"]: side["nation"] for side in scenario.data["side"]}
    return OpenedBattle(data=scenario.data, seats=seats, told=tuple(map(Said, scenario.told)))


def said(opened: Opening) -> tuple[Said, ...]:
    """What a reader must be told of the defaults and of what was left out."""
    return tuple(Said(message) for message in opened.told)


def in_phase(game: Battle, state: State, text: str) -> State:
    """The same table in another phase: «DFPh/russian» is that of the Russian Player Turn."""
    name, _, side = text.partition("/")
    phases = {phase.value.lower(): phase for phase in PHASES}
    if name.lower() not in phases or side not in ("", *game.seats(state)):
        known = tuple(phase.value for phase in PHASES)
        raise BadInput("battle.cli.no_phase", text=text, known=known)
    clock = replace(state.clock, phase=phases[name.lower()], phasing=side or state.clock.phasing)
    return replace(state, clock=clock)


def shot_on_table(
    opened: Opening, words: list[str], phase: str | None = None, dice: Throw | None = None
) -> tuple[ShotReport, tuple[Said, ...]]:
    """«WEAPON at TARGET [declarations]» on the table of a situation, as the weapon's side knows it.

    Where the situation is in no phase in which that side fires, it is taken to be its PFPh.
    """
    if len(words) < 3 or words[1] != "at":
        raise BadInput("opening.order", text=" ".join(words))
    game = Battle()
    state = game.setup({"data": opened.data}, {})
    weapon, target = opened.id_of(words[0]), _as_seen(state, opened.id_of(words[2]))
    order = typed.read(" ".join(("fire", weapon, "at", target, *words[3:])))
    assert isinstance(order, Fire)
    owner = state.piece(weapon.partition(".")[0]).side
    told = said(opened)
    if phase is not None:
        state = in_phase(game, state, phase)
    elif fire_phase(state, owner) is None:
        clock = replace(state.clock, phase=Phase.PFPH, phasing=owner)
        state = replace(state, clock=clock)
        told = (*told, Said(Message.of("opening.phase", side=owner)))
    return shot_report(game.seen(state, owner), order, owner, dice), told


def _as_seen(state: State, target: str) -> str:
    """How the firer knows a target: a concealed one by its «?»."""
    piece = state.find(target)
    if piece is None or piece.veil is not Veil.CONCEALED or piece.spot is None:
        return target
    return handle(piece.spot)
