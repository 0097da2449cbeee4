"""`hexfire demo`: a few rules played in the terminal."""

from __future__ import annotations

import typer
from rich.table import Table

from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.dice import Dice, FairStream, Odds, Then, commit, new_secret, odds, play
from hexfire.hexes import Grid, covered_arc


def add_to(app: typer.Typer) -> None:
    app.command("demo", help=text("core.cli.demo"))(demo)


def _hit(dice: Dice) -> str | Then:
    return Then(_kill) if dice.total("C3.1") <= 8 else "miss"


def _kill(dice: Dice) -> str:
    return "kill" if dice.total("C7.11") <= 6 else "nothing"


def demo(json: Json = False, lang: Lang = None) -> None:
    out = screen()
    chances = odds(_hit)
    secret = new_secret()
    dice = Dice((), FairStream(secret, (), 1))
    result = play(dice, _hit)
    board = Grid.asl()
    gun = board.hex("Q5")
    arc = sorted(board.label(hex) for hex in covered_arc(gun, 0).disc(3))
    if out.json:
        out.data(
            {
                "odds": {name: str(chance) for name, chance in chances.items()},
                "faces": dice.faces,
                "result": result,
                "covered_arc": {"hex": "Q5", "hexes": arc},
                "commitment": commit(secret),
                "secret": secret,
            }
        )
        return
    out.print(out.say("core.demo.title"), style="bold")
    out.print()
    out.print(out.say("core.demo.odds"))
    out.print(_odds_table(out, chances))
    faces = " ".join(map(str, dice.faces))
    out.print(out.say("core.demo.rolled", faces=faces, result=f"@core.demo.{result}"))
    out.print(out.say("core.demo.fair", hash=commit(secret).sha256[:16]))
    out.print()
    out.print(out.say("core.demo.arc", hex="Q5", hexes=" ".join(arc)))
    out.print()
    out.print(out.say("core.demo.next"))


def _odds_table(out: Screen, chances: Odds[str]) -> Table:
    table = Table(box=None, show_header=False, pad_edge=True)
    for name in ("kill", "nothing", "miss"):
        chance = chances[name]
        bar = "█" * round(chance * 30)
        table.add_row(out.say(f"core.demo.{name}"), f"{float(chance):6.1%}", str(chance), bar)
    return table
