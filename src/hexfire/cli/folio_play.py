"""A Folio game in the terminal: two people at one keyboard, or against a bot."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hexfire.bots import Player, look, make
from hexfire.cli.folio_screen import draw, print_assessment, print_status, print_units, wording
from hexfire.cli.screen import Screen
from hexfire.dice import BadFace, NeedAnswer, secure, seeded
from hexfire.folio import Folio, ask
from hexfire.folio.actions import Action, Attack, Barrage, End, Move
from hexfire.folio.combat import chances
from hexfire.folio.legal import Combats, Listed, Menu, Moves, side_to_act
from hexfire.folio.movement import mp
from hexfire.folio.state import Rolling, State
from hexfire.hexes import BadLabel
from hexfire.play import Event, Table, append_to, open_journal
from hexfire.rulebook import BadInput, Refusal

SECONDS = 1.0
"""How long a bot may think about a phase."""

SHOWN = 60
"""As many actions are listed by number; the rest is typed."""


def play(
    out: Screen,
    source: Mapping[str, str],
    *,
    bots: tuple[str, ...],
    typed: tuple[str, ...],
    seed: int | None,
    save: Path | None,
    options: Mapping[str, Any],
) -> None:
    """Play to the end, or until the player leaves."""
    dice = secure() if seed is None else seeded(seed)
    game = Folio()
    players = _players(bots, seed or 0)
    if save is not None and save.exists():
        table = open_journal({"folio": game}, save, source=dice)
    else:
        seats = game.seats(game.setup(dict(source), options))
        for seat in (*players, *typed):
            if seat not in seats:
                raise BadInput("folio.scenario.no_side", name=seat, known=seats)
        table = Table.new(
            game,
            dict(source),
            options=options,
            typed=typed,
            source=dice,
            keep=append_to(save) if save is not None else None,
        )
    Seatings(out, table, players).run()


def _players(wanted: tuple[str, ...], seed: int) -> dict[str, Player]:
    """`red` is played by a bot of middling strength, `red=hard` by one of that level."""
    found = {}
    for text in wanted:
        seat, _, level = text.partition("=")
        found[seat] = make(level or "normal", seed, SECONDS)
    return found


class Seatings:
    """One evening at the table."""

    def __init__(
        self, out: Screen, table: Table[State, Action], bots: Mapping[str, Player]
    ) -> None:
        game = table.game
        assert isinstance(game, Folio)
        self.out, self.table, self.game, self.bots = out, table, game, bots
        self.words = wording(out, game.scenario(table.state))
        self.fresh = True

    def run(self) -> None:
        while (seats := self.game.to_act(self.table.state)) or self.table.rolling:
            seat = self.table.rolling.seat if self.table.rolling else seats[0]
            if self.table.rolling is not None:
                if not self._type_dice(seat):
                    return
            elif seat in self.bots:
                seen = look(self.game, self.table.state, seat)
                self._do(seat, self.bots[seat].choose(seen))
            elif not self._turn(seat):
                return
        draw(self.out, self.game.at(self.table.state))
        outcome = self.table.outcome()
        if outcome is not None:
            self.out.print(self.words.say(outcome.message), style="bold", markup=False)

    # One decision

    def _turn(self, seat: str) -> bool:
        """Show what is open and take one line; False when the player leaves."""
        at = self.game.at(self.table.state)
        menu = self.game.menu(self.table.state, seat)
        if self.fresh:
            if isinstance(menu, Moves | Combats) or at.state.combat is None:
                draw(self.out, at)
            print_status(self.out, at)
            self._show(menu)
            self.fresh = False
        line = self._ask(self.words.say("folio.cli.prompt", side=f"@{seat}"))
        if line is None:
            return False
        try:
            return self._line(seat, menu, line.strip())
        except Refusal as refusal:
            self.out.print(self.words.refusal(refusal), style="bold red", markup=False)
        except BadLabel as error:
            self.out.print(self.words.bad_label(error), style="bold red", markup=False)
        return True

    def _line(self, seat: str, menu: Menu, line: str) -> bool:
        at = self.game.at(self.table.state)
        match line.split():
            case []:
                self._show(menu)
            case ["quit"]:
                return False
            case ["help" | "?"]:
                self.out.print(self.words.say("folio.cli.play_help"), markup=False)
            case ["map"]:
                draw(self.out, at)
            case ["units"]:
                print_units(self.out, at)
            case ["undo"]:
                self.table.undo(seat)
                self.fresh = True
            case ["odds", *rest] if rest:
                self._odds(self.game.read(" ".join(rest), self.table.state, seat))
            case ["reach", unit]:
                self._reach(unit)
            case [number] if number.isdecimal():
                self._numbered(seat, menu, int(number))
            case _:
                self._commit(seat, self.game.read(line, self.table.state, seat))
        return True

    def _numbered(self, seat: str, menu: Menu, number: int) -> None:
        if isinstance(menu, Moves) and len(menu) > SHOWN:
            units = list(dict.fromkeys(a.unit for a in menu if isinstance(a, Move)))
            if number == 0:
                self._do(seat, End())
            elif number <= len(units):
                self._reach(units[number - 1])
            else:
                raise BadInput("folio.cli.no_number", number=number, last=len(units))
            return
        if not 0 <= number < len(menu):
            raise BadInput("folio.cli.no_number", number=number, last=len(menu) - 1)
        self._commit(seat, menu[number])

    def _commit(self, seat: str, action: Action) -> None:
        """Odds before an attack; a player at a keyboard may still think again."""
        if isinstance(action, Attack | Barrage) and sys.stdin.isatty():
            self.game.menu(self.table.state, seat).check(action)
            self._odds(action)
            answer = self._ask(self.words.say("folio.cli.sure"))
            if answer is None or answer.strip().lower() in ("n", "no"):
                return
        self._do(seat, action)

    def _do(self, seat: str, action: Action) -> None:
        try:
            self._report(self.table.do(seat, action))
        except NeedAnswer:
            self.fresh = True  # dice are typed: the loop asks for them

    def _type_dice(self, seat: str) -> bool:
        need = self.table.request()
        assert need is not None
        line = self._ask(self.words.request(need) + " ")
        if line is None or line.strip() == "quit":
            return False
        try:
            faces = [int(word) for word in line.split()]
            self._report(self.table.answer(seat, faces))
        except ValueError as error:
            said = (
                self.words.bad_face(error)
                if isinstance(error, BadFace)
                else self.words.say("folio.cli.not_number", text=line.strip())
            )
            self.out.print(said, style="bold red", markup=False)
        except NeedAnswer:
            pass
        except Refusal as refusal:
            self.out.print(self.words.refusal(refusal), style="bold red", markup=False)
        return True

    # Showing

    def _show(self, menu: Menu) -> None:
        out, at = self.out, self.game.at(self.table.state)
        question = "moves" if isinstance(menu, Moves) else "combats"
        if isinstance(menu, Listed):
            question = menu.question
        out.print(self.words.say(f"folio.question.{question}"), style="bold", markup=False)
        if isinstance(at.state.pending, Rolling) and at.state.combat is not None:
            line = chances(at, at.state.combat)
            out.print("  ".join(f"{r} {float(p):.0%}" for r, p in line.items()), markup=False)
        if isinstance(menu, Moves) and len(menu) > SHOWN:
            counts: dict[str, int] = {}
            for action in menu:
                if isinstance(action, Move):
                    counts[action.unit] = counts.get(action.unit, 0) + 1
                elif not isinstance(action, End):
                    out.print(f"     {self.game.write(action)}", markup=False)
            out.print("  0  end", markup=False)
            for n, (unit, count) in enumerate(counts.items(), start=1):
                where = at.label(at.state.places[at.scenario.unit_index[unit]])
                said = self.words.say("folio.cli.can_reach", unit=unit, hex=where, count=count)
                out.print(f"{n:>3}  {said}", markup=False)
            return
        for n, action in enumerate(menu):
            if n >= SHOWN:
                out.print(self.words.say("folio.cli.more", count=len(menu) - n), markup=False)
                break
            out.print(f"{n:>3}  {self.game.write(action)}{self._beside(action)}", markup=False)

    def _beside(self, action: Action) -> str:
        """The odds of an attack, beside it."""
        if not isinstance(action, Attack):
            return ""
        at = self.game.at(self.table.state)
        found, odds = ask.attack(at, action.hex, action.units)
        shown = " ".join(f"{r} {float(p):.0%}" for r, p in odds.items())
        row = self.words.texts.get(f"row.{found.row}", found.row)
        return f"   {found.differential:+d} {row}: {shown}"

    def _odds(self, action: Action) -> None:
        at = self.game.at(self.table.state)
        if isinstance(action, Attack):
            print_assessment(self.out, at, *ask.attack(at, action.hex, action.units))
        elif isinstance(action, Barrage):
            print_assessment(self.out, at, *ask.barrage(at, action.hex, action.markers))
        else:
            raise BadInput("folio.cli.odds_of", text=self.game.write(action))

    def _reach(self, unit: str) -> None:
        at = self.game.at(self.table.state)
        found = ask.reach(at, unit)
        line = "  ".join(f"{hex} ({mp(cost)})" for hex, cost in found.items())
        self.out.print(line, markup=False)

    def _report(self, events: tuple[Event, ...]) -> None:
        side = side_to_act(self.table.state)
        seat = None if side is None else self.game.scenario(self.table.state).seats[side]
        for event in events:
            seen = event.seen_by(seat)
            if seen is not None:
                self.out.print("· " + self.words.say(seen.message), markup=False)
        self.fresh = True

    def _ask(self, prompt: str) -> str | None:
        """One line of input; None at its end."""
        self.out.print(prompt, end="", markup=False)
        try:
            return input()
        except EOFError:
            self.out.print()
            return None
