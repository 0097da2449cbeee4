"""A Folio game in the terminal: two people at one keyboard, or against a bot."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hexfire.assist.folio.at_table import (
    Action,
    Menu,
    Movable,
    Position,
    State,
    ask,
    fight_now,
    flees_to_nowhere,
    is_fight,
    movable,
    mp,
    odds_of_action,
    seat_to_act,
    the_end,
)
from hexfire.assist.hints import HINT_SECONDS, Spoken, hint
from hexfire.bots import SECONDS, Player, look, make
from hexfire.cli.commands import command
from hexfire.cli.folio_menu import SHOWN, print_fight, show_menu
from hexfire.cli.folio_screen import draw, print_odds, print_status, print_units, wording
from hexfire.cli.screen import Screen
from hexfire.dice import BadFace, NeedAnswer, secure, seeded
from hexfire.games import Folio
from hexfire.hexes import BadLabel
from hexfire.play import Event, Table, append_to, open_journal
from hexfire.rulebook import BadInput, Refusal, read_whole


def play(
    out: Screen,
    source: Mapping[str, str],
    *,
    bots: tuple[str, ...],
    typed: tuple[str, ...],
    seed: int | None,
    save: Path | None,
    options: Mapping[str, Any],
    telling: bool = False,
    thinking: int | None = None,
) -> None:
    """Play to the end, or until the player leaves."""
    dice = secure() if seed is None else seeded(seed)
    game = Folio()
    players = _players(bots, seed or 0, thinking)
    if telling:
        players = {seat: Spoken(game, player) for seat, player in players.items()}
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


def _players(wanted: tuple[str, ...], seed: int, thinking: int | None) -> dict[str, Player]:
    """`red` is played by a bot of middling strength, `red=hard` by one of that level."""
    players = {}
    for text in wanted:
        seat, _, level = text.partition("=")
        level = level or "normal"
        players[seat] = make(level, seed, thinking or SECONDS.get(level, 1.0))
    return players


class Seatings:
    """One evening at the table."""

    def __init__(
        self, out: Screen, table: Table[State, Action], bots: Mapping[str, Player]
    ) -> None:
        game = table.game
        assert isinstance(game, Folio)
        self.out, self.table, self.game, self.bots = out, table, game, bots
        self.words = wording(out, game.scenario(table.state))
        self.fresh, self.redraw = True, True
        self.asked: str | None = None

    def run(self) -> None:
        while (seats := self.game.to_act(self.table.state)) or self.table.rolling:
            seat = self.table.rolling.seat if self.table.rolling else seats[0]
            if self.table.rolling is not None:
                if not self._type_dice(seat):
                    return
            elif seat in self.bots:
                seen = look(self.game, self.table.state, seat)
                action = self.bots[seat].choose(seen)
                self._tell(seat)
                self._do(seat, action)
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
            fight = fight_now(at)
            if self.redraw or fight is None or self._asked_anew(at):
                draw(self.out, at)
            print_status(self.out, at)
            if fight is not None:
                print_fight(self.out, self.words, fight)
            self._show(menu)
            self.fresh = self.redraw = False
        line = self.out.ask(self.words.say("folio.cli.prompt", side=f"@{seat}"))
        if line is None:
            return False
        try:
            return self._line(seat, menu, line.strip())
        except Refusal as refusal:
            self.out.print(self.words.refusal(refusal), style="bold red", markup=False)
        except BadLabel as error:
            self.out.print(self.words.bad_label(error), style="bold red", markup=False)
        return True

    def _asked_anew(self, at: Position) -> bool:
        """Whether somebody else decides than before: the defender, or the attacker again."""
        seat = seat_to_act(at)
        before, self.asked = self.asked, seat
        return seat != before

    def _line(self, seat: str, menu: Menu, line: str) -> bool:
        at = self.game.at(self.table.state)
        match command(line):
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
                self.fresh = self.redraw = True
            case ["odds", *rest] if rest:
                self._odds(rest, seat)
            case ["hint"]:
                self._hint(seat)
            case ["reach", unit]:
                self._reach(unit)
            case [word] if (number := read_whole(word)) is not None:
                self._numbered(seat, menu, number)
            case _:
                self._commit(seat, self.game.read(line, self.table.state, seat))
        return True

    def _numbered(self, seat: str, menu: Menu, number: int) -> None:
        units = {one.number: one.unit for one in self._movable(menu)}
        if units:
            if number == 0:
                self._do(seat, the_end())
            elif number in units:
                self._reach(units[number])
            else:
                raise BadInput("folio.cli.no_number", number=number, last=max(units))
            return
        if not 0 <= number < len(menu):
            raise BadInput("folio.cli.no_number", number=number, last=len(menu) - 1)
        self._commit(seat, menu[number])

    def _commit(self, seat: str, action: Action) -> None:
        """Odds before an attack, a word before a loss; at a keyboard one may still think again."""
        at = self.game.at(self.table.state)
        self.game.menu(self.table.state, seat).check(action)
        if is_fight(action):
            if not sys.stdin.isatty():
                self._do(seat, action)
                return
            self._assess(action, at)
        elif unit := flees_to_nowhere(action):
            sentence = self.words.say("folio.cli.no_retreat", unit=unit)
            self.out.print(sentence, style="bold", markup=False)
        else:
            self._do(seat, action)
            return
        if not sys.stdin.isatty() or self._sure():
            self._do(seat, action)

    def _sure(self) -> bool:
        answer = self.out.ask(self.words.say("folio.cli.sure"))
        return answer is not None and answer.strip().lower() not in ("n", "no")

    def _do(self, seat: str, action: Action) -> None:
        try:
            self._report(self.table.do(seat, action))
        except NeedAnswer:
            self.fresh = True  # dice are typed: the loop asks for them

    def _type_dice(self, seat: str) -> bool:
        need = self.table.request()
        assert need is not None
        line = self.out.ask(self.words.request(need) + " ")
        if line is None or command(line) == ["quit"]:
            return False
        try:
            faces = [int(word) for word in line.split()]
            self._report(self.table.answer(seat, faces))
        except ValueError as error:
            sentence = (
                self.words.bad_face(error)
                if isinstance(error, BadFace)
                else self.words.say("folio.cli.not_number", text=line.strip())
            )
            self.out.print(sentence, style="bold red", markup=False)
        except NeedAnswer:
            pass
        except Refusal as refusal:
            self.out.print(self.words.refusal(refusal), style="bold red", markup=False)
        return True

    # Showing

    def _show(self, menu: Menu) -> None:
        show_menu(self.out, self.words, self.game.at(self.table.state), menu, self._movable(menu))

    def _movable(self, menu: Menu) -> Sequence[Movable]:
        """The units that may move, by numbers that stay theirs through the phase."""
        return movable(self.game.at(self.table.state), menu, SHOWN)

    def _odds(self, words: list[str], seat: str) -> None:
        """`odds ATTACK [support MARKER, …] [against MARKER, …]`"""
        at = self.game.at(self.table.state)
        action, ours, theirs = _with_markers(words)
        self._assess(self.game.read(action, self.table.state, seat), at, ours, theirs)

    def _assess(
        self, action: Action, at: Position, ours: Sequence[str] = (), theirs: Sequence[str] = ()
    ) -> None:
        print_odds(self.out, at, odds_of_action(at, action, ours, theirs))

    def _hint(self, seat: str) -> None:
        """What the bot would do, and why."""
        given = hint(self.game, self.table.state, seat, seconds=HINT_SECONDS)
        told = [self.words.say(message) for message in given.told] or list(given.actions)
        self.out.print(self.words.say("folio.cli.hint", told=" ".join(told)), markup=False)
        why = self.words.say(given.why)
        self.out.print(self.words.say("folio.cli.hint_why", why=why), markup=False)

    def _tell(self, seat: str) -> None:
        """A bot that talks says what it is after."""
        bot = self.bots[seat]
        if isinstance(bot, Spoken) and bot.said is not None:
            why = self.words.say(bot.said)
            said = self.words.say("bots.says", side=f"@{seat}", why=why)
            self.out.print(said, style="italic", markup=False)

    def _reach(self, unit: str) -> None:
        at = self.game.at(self.table.state)
        costs = ask.reach(at, unit)
        line = "  ".join(f"{hex} ({mp(cost)})" for hex, cost in costs.items())
        self.out.print(line, markup=False)

    def _report(self, events: tuple[Event, ...]) -> None:
        seat = seat_to_act(self.game.at(self.table.state))
        for event in events:
            seen = event.seen_by(seat)
            if seen is not None:
                self.out.print("· " + self.words.say(seen.message), markup=False)
        self.fresh = True


def _with_markers(words: list[str]) -> tuple[str, list[str], list[str]]:
    """An action, the markers that would support it, and those against it.

    >>> _with_markers("attack 0604 with 5 support b1, b2 against r1".split())
    ('attack 0604 with 5', ['b1', 'b2'], ['r1'])
    """
    parts: dict[str, list[str]] = {"": []}
    now = ""
    for word in words:
        if word in ("support", "against") and parts[""]:
            now = word
            parts.setdefault(now, [])
        else:
            parts[now].append(word)

    def names(part: str) -> list[str]:
        return [name for word in parts.get(part, ()) for name in word.split(",") if name]

    return " ".join(parts[""]), names("support"), names("against")
