"""A battle in the terminal: two people at one keyboard."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hexfire.assist.battle import duel_beside, mission_report
from hexfire.assist.battles.at_table import FORMS, Action, Menu, State, aim_of, hexspine_of, typed
from hexfire.assist.battles.questions import targets
from hexfire.cli.battle_screen import (
    print_aims,
    print_pieces,
    print_scenario,
    told_chances,
    wording,
)
from hexfire.cli.commands import command
from hexfire.cli.oba.odds import print_odds
from hexfire.cli.screen import Screen
from hexfire.dice import BadFace, Choice, NeedAnswer, secure, seeded
from hexfire.games import Battle
from hexfire.hexes import BadLabel
from hexfire.play import Event, Table, append_to, open_journal
from hexfire.rulebook import BadInput, Refusal, read_whole

SHOWN = 40
"""As many actions are listed by number; the rest is typed."""


def play(
    out: Screen,
    source: Mapping[str, Any],
    *,
    typed_by: tuple[str, ...],
    seed: int | None,
    save: Path | None,
) -> None:
    """Play to the end, or until the player leaves."""
    dice = secure() if seed is None else seeded(seed)
    game = Battle()
    if save is not None and save.exists():
        table = open_journal({"battle": game}, save, source=dice)
    else:
        seats = game.seats(game.setup(dict(source), {}))
        for seat in typed_by:
            if seat not in seats:
                raise BadInput("battle.scenario.no_side", name=seat, known=seats)
        keep = append_to(save) if save is not None else None
        table = Table.new(game, dict(source), typed=typed_by, source=dice, keep=keep)
    Evening(out, table, game).run()


class Evening:
    """One evening at the table."""

    def __init__(self, out: Screen, table: Table[State, Action], game: Battle) -> None:
        self.out, self.table, self.game = out, table, game
        self.words = wording(out, game.memo(table.state).scenario)
        self.fresh = True

    def run(self) -> None:
        print_scenario(self.out, self.game.memo(self.table.state).scenario)
        while (seats := self.game.to_act(self.table.state)) or self.table.rolling:
            going = self._answer() if self.table.rolling is not None else self._turn(seats[0])
            if not going:
                return
        outcome = self.table.outcome()
        if outcome is not None:
            self.out.print(self.words.say(outcome.message), style="bold", markup=False)

    # One decision

    def _turn(self, seat: str) -> bool:
        """Show what is open and take one line; False when the player leaves."""
        menu = self.game.menu(self.table.state, seat)
        if self.fresh:
            self._show(menu)
            self.fresh = False
        clock = self.table.state.clock
        line = self.out.ask(
            self.words.say(
                "battle.cli.prompt",
                side=f"@{seat}",
                turn=clock.turn,
                phase=f"@battle.phase.{clock.phase.value}",
            )
        )
        if line is None:
            return False
        try:
            return self._line(seat, menu, line.strip())
        except Refusal as refusal:
            self._wrong(self.words.refusal(refusal))
        except BadLabel as error:
            self._wrong(self.words.bad_label(error))
        return True

    def _line(self, seat: str, menu: Menu, line: str) -> bool:
        match command(line):
            case []:
                self._show(menu)
            case ["quit"]:
                return False
            case ["help" | "?"]:
                self.out.print(self.words.say("battle.cli.play_help"), markup=False)
                for verb in FORMS:
                    self.out.print(f"  {self.words.say(f'battle.form.{verb}')}", markup=False)
            case ["pieces"]:
                print_pieces(self.out, menu.at, self.words)
            case ["targets", weapon]:
                print_aims(self.out, targets(menu.at, weapon, seat).aims)
            case ["mission", battery, hex]:
                odds = mission_report(menu.at, battery, hex, seat)
                print_odds(self.out, odds, odds.target)
            case ["targets" | "mission" as question, *_]:
                form = self.words.say(f"battle.cli.form.{question}")
                raise BadInput("battle.typed.form", text=line, form=form)
            case ["undo"]:
                self.table.undo(seat)
                self.fresh = True
            case [word] if (number := read_whole(word)) is not None:
                actions = list(menu)
                if number >= len(actions):
                    raise BadInput("battle.cli.no_number", number=number, last=len(actions) - 1)
                self._do(seat, actions[number])
            case _:
                self._do(seat, self.game.read(line, self.table.state, seat))
        return True

    def _do(self, seat: str, action: Action) -> None:
        try:
            self._report(self.table.do(seat, action))
        except NeedAnswer:
            self.fresh = True  # dice are typed, or somebody must choose: the loop asks

    def _answer(self) -> bool:
        """The dice or the decision that an action under way waits for."""
        need, rolling = self.table.request(), self.table.rolling
        assert need is not None and rolling is not None
        wanted = need.request
        seat = wanted.seat if isinstance(wanted, Choice) else rolling.seat
        line = self.out.ask(self.words.request(need) + " ")
        if line is None or command(line) == ["quit"]:
            return False
        try:
            if command(line) == ["undo"]:
                self.table.cancel_roll(rolling.seat)
                return True
            self._report(self.table.answer(seat, [int(word) for word in line.split()]))
        except ValueError as error:
            bad = isinstance(error, BadFace)
            sentence = self.words.bad_face(error) if isinstance(error, BadFace) else ""
            self._wrong(
                sentence if bad else self.words.say("battle.cli.not_number", text=line.strip())
            )
        except NeedAnswer:
            pass
        except Refusal as refusal:
            self._wrong(self.words.refusal(refusal))
        return True

    # Showing

    def _show(self, menu: Menu) -> None:
        """The numbered actions; shots with their chances."""
        actions = list(menu)
        for number, action in enumerate(actions[:SHOWN]):
            beside = self._beside(menu, action)
            order = typed(action, self.words.language)
            self.out.print(f"{number:>3}  {order}{beside}", markup=False)
        if len(actions) > SHOWN:
            more = len(actions) - SHOWN
            self.out.print(self.words.say("battle.cli.more", count=more), markup=False)

    def _beside(self, menu: Menu, action: Action) -> str:
        duel = duel_beside(menu, action)
        if duel is not None:
            return f"   {self.words.say(told_chances(duel))}"
        one = aim_of(menu, action)
        if one is None:
            hexspine = hexspine_of(menu, action)
            return f"   {hexspine}" if hexspine else ""
        hit = "–" if one.hit is None else f"{float(one.hit):.0%}"
        sentence = self.words.say(
            "battle.cli.prospect",
            range=one.range or 0,
            hit=hit,
            hurt=f"{float(one.hurt):.0%}",
            killed=f"{float(one.killed):.0%}",
        )
        return f"   {sentence}"

    def _report(self, events: tuple[Event, ...]) -> None:
        """What the player who decides next may know of what happened."""
        seats = self.game.to_act(self.table.state)
        for event in events:
            seen = event.seen_by(seats[0] if seats else None)
            if seen is not None:
                self.out.print("· " + self.words.say(seen.message), markup=False)
        self.fresh = True

    def _wrong(self, sentence: str) -> None:
        self.out.print(sentence, style="bold red", markup=False)
