"""`hexfire towed ASPECT`: what a shot meets at a vehicle with a trailer or a gun en portee."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, TypeVar

import typer

from hexfire.assist.shots.throws import Throw
from hexfire.assist.towed import Aspect, TowedOrder, TowedReport, TrailerFate, towed
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.rulebook import BadInput

E = TypeVar("E", bound=Enum)


def add_to(app: typer.Typer) -> None:
    app.command("towed", help=text("fieldguns.cli.towed"))(command)


def command(
    aspect: Annotated[str, typer.Argument(help=text("fieldguns.cli.towed_aspect"))],
    missed_by: Annotated[
        int, typer.Option("--missed-by", metavar="N", help=text("fieldguns.cli.towed_missed"))
    ] = 0,
    turret: Annotated[
        bool, typer.Option("--turret", help=text("fieldguns.cli.towed_turret"))
    ] = False,
    trailer_hd: Annotated[
        bool, typer.Option("--trailer-hd", help=text("fieldguns.cli.towed_hd"))
    ] = False,
    indirect: Annotated[
        bool, typer.Option("--indirect", help=text("fieldguns.cli.towed_indirect"))
    ] = False,
    gun: Annotated[str, typer.Option("--gun", help=text("fieldguns.cli.towed_gun"))] = "",
    outside_ca: Annotated[
        bool, typer.Option("--outside-ca", help=text("fieldguns.cli.towed_ca"))
    ] = False,
    fate: Annotated[str, typer.Option("--fate", help=text("fieldguns.cli.towed_fate"))] = "",
    destroyed: Annotated[
        bool, typer.Option("--destroyed", help=text("fieldguns.cli.towed_destroyed"))
    ] = False,
    dice: Annotated[str, typer.Option("--dice", help=text("fieldguns.cli.towed_dice"))] = "",
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    order = TowedOrder(
        aspect=_one(Aspect, aspect),
        missed_by=missed_by,
        turret=turret,
        trailer_hull_down=trailer_hd,
        indirect=indirect,
        gun=gun,
        in_gun_ca=not outside_ca,
        fate=_one(TrailerFate, fate) if fate else None,
        destroyed=destroyed,
    )
    report = towed(order, _throw(dice) if dice else None)
    if out.json:
        out.data(report)
        return
    _say(out, report)


def _one(kind: type[E], word: str) -> E:
    try:
        return kind(word.strip().lower())
    except ValueError:
        known = tuple(one.value for one in kind)
        raise BadInput("fieldguns.cli.towed_word", text=word, words=known) from None


def _throw(faces: str) -> Throw:
    try:
        return Throw(tuple(int(face) for face in faces.split(",")))
    except ValueError:
        raise BadInput("fieldguns.bad_dice", text=faces) from None


def _say(out: Screen, report: TowedReport) -> None:
    if report.size_alone is not None:
        out.print(out.say("fieldguns.cli.towed_alone", size=f"{report.size_alone:+d}"))
    for what, chance in report.hits.items():
        out.print(out.say("fieldguns.cli.towed_hit", what=f"@fieldguns.hit.{what}", p=str(chance)))
    if report.checks:
        out.print(out.say("fieldguns.cli.towed_checks", rules=tuple(report.checks)), style="dim")
    if report.hit:
        what = f"@fieldguns.hit.{report.hit}"
        out.print(out.say("fieldguns.cli.towed_rolled", what=what), style="bold")
    if report.after:
        for key in ("wreck", "vehicle_must_stop", "must_unhook_to_move"):
            if getattr(report.after, key):
                out.print(out.say(f"fieldguns.cli.towed_{key}"))
    if report.gunshield:
        for who, drm in report.gunshield.items():
            name = f"@fieldguns.shielded.{who}"
            out.print(out.say("fieldguns.cli.towed_shield", who=name, drm=f"{drm:+d}"))
