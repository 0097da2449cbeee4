"""Questions of a whole map beside a battle's table: `threat`, `danger`, `hide`.

They are put to what a seat knows of the table, and read as they are typed.
"""

from __future__ import annotations

from hexfire.asl.battle.game import Battle
from hexfire.asl.battle.questions.dangers import Danger, danger
from hexfire.asl.battle.questions.hiding import Hiding, hide
from hexfire.asl.battle.questions.threats import ThreatMap, threat
from hexfire.asl.battle.table.state import State
from hexfire.hexes import BadLabel
from hexfire.rulebook import BadInput

__all__ = ["MAPPED", "Danger", "Hiding", "MapAnswer", "ThreatMap", "map_answer"]

MAPPED = ("threat", "danger", "hide")
MapAnswer = ThreatMap | Danger | Hiding


def map_answer(game: Battle, state: State, words: list[str], seat: str | None = None) -> MapAnswer:
    """«threat WEAPON [for UNIT]», «danger UNIT HEX HEX … [assault]», «hide GUN sees HEX …».

    Without a seat it is asked by whom it concerns: who would enter, move, or hide. A threat may be
    that of a whole side.
    """
    try:
        return _answer(game, state, words, seat)
    except BadLabel as error:
        raise BadInput("battle.no_hex", hex=error.text) from None


def _answer(game: Battle, state: State, words: list[str], seat: str | None) -> MapAnswer:
    match words:
        case ["threat", who, *rest] if not rest or (len(rest) == 2 and rest[0] == "for"):
            asker = seat or game.memo(state).scenario.other(_side(game, state, who))
            return threat(game.seen(state, asker), who, rest[1] if rest else "")
        case ["danger", unit, *path] if path:
            owner = seat or state.piece(unit).side
            assault = path[-1] == "assault"
            hexes = path[:-1] if assault else path
            return danger(game.seen(state, owner), unit, hexes, owner, assault=assault)
        case ["hide", gun, "sees", *wanted] if wanted:
            owner = seat or state.piece(gun).side
            return hide(game.seen(state, owner), gun, wanted, owner)
    raise BadInput("asking.questions", text=" ".join(words))


def _side(game: Battle, state: State, piece_or_side: str) -> str:
    """The side that is named, or that has the weapon."""
    return (
        piece_or_side
        if piece_or_side in game.seats(state)
        else state.piece(piece_or_side.partition(".")[0]).side
    )
