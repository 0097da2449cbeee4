"""What is open at a Folio table in the terminal: the question, what it is about, the answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexfire.cli.screen import Screen
from hexfire.folio import ask
from hexfire.folio.actions import Action, Attack, End, Move, Retreat
from hexfire.folio.board import Position
from hexfire.folio.combat import assess, chances
from hexfire.folio.japanese import ORDERS
from hexfire.folio.legal import Listed, Menu, Moves
from hexfire.folio.movement import entries
from hexfire.folio.sequence import reinforcements
from hexfire.folio.state import Advancing, Combat, Displacing, Losing, Phase, Retreating
from hexfire.folio.text import write
from hexfire.lang import Words

SHOWN: Final = 60
"""As many actions are listed by number; the rest is typed."""


def show_menu(
    out: Screen, words: Words, at: Position, menu: Menu, numbers: Mapping[int, str]
) -> None:
    """The question, and every answer with its number; many moves are listed by unit."""
    out.print(question(words, at, menu), style="bold", markup=False)
    for unit in reinforcements(at):
        if not entries(at, unit):
            name, where = at.charts.names[unit], at.scenario.units[unit].entry
            hexes = tuple(at.label(hex) for hex in where)
            out.print(words.say("folio.cli.cannot_enter", unit=name, hexes=hexes), markup=False)
    if numbers:
        _by_unit(out, words, at, menu, numbers)
        return
    for n, action in enumerate(menu):
        if n >= SHOWN:
            out.print(words.say("folio.cli.more", count=len(menu) - n), markup=False)
            break
        out.print(f"{n:>3}  {typed(words, action)}{_beside(words, at, action)}", markup=False)


def typed(words: Words, action: Action) -> str:
    """The action as its reader would type it."""
    return ORDERS.japanese(write(action)) if words.language == "ja" else write(action)


def question(words: Words, at: Position, menu: Menu) -> str:
    """What is to be decided, about whom, and how far."""
    if not isinstance(menu, Listed):
        kind = "moves" if isinstance(menu, Moves) else "combats"
        kind = "setup" if at.phase is Phase.SETUP else kind
        return words.say(f"folio.question.{kind}")
    asked = words.say(f"folio.question.{menu.question}")
    about = _about(words, at)
    return words.say("folio.cli.asked", question=asked, about=about) if about else asked


def _about(words: Words, at: Position) -> str:
    names, pending = at.charts.names, at.state.pending
    match pending:
        case Retreating():
            units = tuple(names[unit] for unit in pending.units)
            left = pending.length - max(0, len(pending.path) - 1)
            return words.say("folio.cli.retreating", units=units, count=left)
        case Displacing():
            return names[pending.chain[-1]]
        case Losing() | Advancing():
            return words.say("folio.cli.units", units=tuple(names[u] for u in pending.units))
        case _:
            return ""


def print_combat(out: Screen, words: Words, at: Position, combat: Combat) -> None:
    """The combat under way: who fights whom, the strengths so far, and what a roll would bring."""
    names, markers = at.charts.names, at.scenario.markers
    attackers = tuple(names[unit] for unit in combat.attackers)
    key = "folio.cli.barrage_now" if combat.is_barrage else "folio.cli.combat_now"
    sentence = words.say(
        key, units=attackers, target=names[combat.target], hex=at.label(combat.hex)
    )
    out.print(sentence, markup=False)
    if at.places[combat.target] != combat.hex:
        return
    assessed = assess(at, combat)
    pluses = [
        " ".join(f"+{markers[m].plus}" for m in used) or "–"
        for used in (combat.attack_markers, combat.defence_markers)
    ]
    row = words.texts.get(f"row.{assessed.row}", assessed.row)
    odds = "  ".join(f"{r} {float(p):.0%}" for r, p in chances(at, combat).items())
    out.print(
        words.say(
            "folio.cli.strengths",
            differential=f"{assessed.differential:+d}",
            row=row,
            attack=assessed.attack.total,
            defence=assessed.defence.total,
            ours=pluses[0],
            theirs=pluses[1],
        ),
        markup=False,
    )
    out.print(odds, markup=False)


def _by_unit(
    out: Screen, words: Words, at: Position, menu: Menu, numbers: Mapping[int, str]
) -> None:
    counts: dict[str, int] = {}
    for action in menu:
        if isinstance(action, Move):
            counts[action.unit] = counts.get(action.unit, 0) + 1
        elif not isinstance(action, End):
            out.print(f"     {typed(words, action)}", markup=False)
    out.print(f"  0  {typed(words, End())}", markup=False)
    for n, unit in numbers.items():
        where = at.label(at.state.places[at.scenario.unit_index[unit]])
        sentence = words.say("folio.cli.can_reach", unit=unit, hex=where, count=counts[unit])
        out.print(f"{n:>3}  {sentence}", markup=False)


def _beside(words: Words, at: Position, action: Action) -> str:
    """The odds of an attack, or what a retreat to nowhere means, beside it."""
    if isinstance(action, Retreat) and not action.to:
        return "   " + words.say("folio.cli.nowhere")
    if not isinstance(action, Attack):
        return ""
    assessed, odds = ask.attack(at, action.hex, action.units)
    shown = " ".join(f"{r} {float(p):.0%}" for r, p in odds.items())
    row = words.texts.get(f"row.{assessed.row}", assessed.row)
    return f"   {assessed.differential:+d} {row}: {shown}"
