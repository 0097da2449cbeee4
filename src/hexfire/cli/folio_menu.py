"""What is open at a Folio table in the terminal: the question, what it is about, the answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexfire.assist.folio.at_table import (
    Action,
    FightNow,
    Menu,
    Movable,
    Position,
    cannot_enter,
    ends_phase,
    flees_to_nowhere,
    is_attack,
    is_move,
    odds_of_action,
    open_question,
    the_end,
    typed,
)
from hexfire.assist.folio.questions import FolioOdds
from hexfire.cli.screen import Screen
from hexfire.lang import Words

SHOWN: Final = 60
"""As many actions are listed by number; the rest is typed."""


def show_menu(
    out: Screen, words: Words, at: Position, menu: Menu, movable: Sequence[Movable]
) -> None:
    """The question, and every answer with its number; many moves are listed by unit."""
    out.print(question(words, at, menu), style="bold", markup=False)
    for message in cannot_enter(at):
        out.print(words.say(message), markup=False)
    if movable:
        _by_unit(out, words, menu, movable)
        return
    for n, action in enumerate(menu):
        if n >= SHOWN:
            out.print(words.say("folio.cli.more", count=len(menu) - n), markup=False)
            break
        order = typed(action, words.language)
        out.print(f"{n:>3}  {order}{_beside(words, at, action)}", markup=False)


def question(words: Words, at: Position, menu: Menu) -> str:
    """What is to be decided, about whom, and how far."""
    now = open_question(at, menu)
    asked = words.say(now.asked)
    if now.about is None:
        return asked
    return words.say("folio.cli.asked", question=asked, about=words.say(now.about))


def print_fight(out: Screen, words: Words, fight: FightNow) -> None:
    """The combat under way: who fights whom, the strengths so far, and what a roll would bring."""
    out.print(words.say(fight.told), markup=False)
    odds = fight.odds
    if odds is None:
        return
    ours, theirs = (
        " ".join(f"+{plus}" for plus in used) or "–" for used in (fight.ours, fight.theirs)
    )
    out.print(
        words.say(
            "folio.cli.strengths",
            differential=f"{odds.differential:+d}",
            row=words.texts.get(f"row.{odds.row}", odds.row),
            attack=odds.attack.total,
            defence=odds.defence.total,
            ours=ours,
            theirs=theirs,
        ),
        markup=False,
    )
    out.print(_chances(odds, "  "), markup=False)


def _by_unit(out: Screen, words: Words, menu: Menu, movable: Sequence[Movable]) -> None:
    for action in menu:
        if not is_move(action) and not ends_phase(action):
            out.print(f"     {typed(action, words.language)}", markup=False)
    out.print(f"  0  {typed(the_end(), words.language)}", markup=False)
    for one in movable:
        sentence = words.say("folio.cli.can_reach", unit=one.unit, hex=one.hex, count=one.ends)
        out.print(f"{one.number:>3}  {sentence}", markup=False)


def _beside(words: Words, at: Position, action: Action) -> str:
    """The odds of an attack, or what a retreat to nowhere means, beside it."""
    if flees_to_nowhere(action):
        return "   " + words.say("folio.cli.nowhere")
    if not is_attack(action):
        return ""
    odds = odds_of_action(at, action)
    row = words.texts.get(f"row.{odds.row}", odds.row)
    return f"   {odds.differential:+d} {row}: {_chances(odds, ' ')}"


def _chances(odds: FolioOdds, between: str) -> str:
    return between.join(f"{one.result} {float(one.exact):.0%}" for one in odds.odds)
