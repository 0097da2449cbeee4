"""`hexfire wall SITUATION`: who has Wall Advantage, who may claim it, and the TEM between units."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from hexfire.assist.situations import scene_of_file
from hexfire.assist.walls import (
    After,
    MayAtWalls,
    WallStanding,
    after,
    may_at_walls,
    wall_standing,
)
from hexfire.assist.walls.between import SnapShotCover, snap_shot
from hexfire.assist.walls.events import Event, event_of
from hexfire.assist.walls.parts import Allowed, CoverItem
from hexfire.assist.walls.standing import PairInShort
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.rulebook import BadInput


def add_to(app: typer.Typer) -> None:
    app.command("wall", help=text("sight.cli.wall"))(wall)


def wall(
    situation: Annotated[Path | None, typer.Argument(help=text("sight.cli.situation"))] = None,
    save: Annotated[Path | None, typer.Option("--vasl", help=text("sight.cli.situation"))] = None,
    event: Annotated[
        list[str] | None, typer.Option("--event", help=text("sight.cli.event"))
    ] = None,
    unit: Annotated[str | None, typer.Option("--unit", help=text("sight.cli.unit"))] = None,
    snap: Annotated[str | None, typer.Option("--snap-shot", help=text("sight.cli.snap"))] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    file = situation or save
    if file is None or (situation and save):
        raise BadInput("sight.wall.which_file")
    now = after(scene_of_file(file), map(read_event, event or ()))
    if snap is not None:
        shot = _snap_shot(now, snap)
        out.data(shot) if out.json else _print_snap_shot(out, shot)
    elif unit is None:
        standing = wall_standing(now)
        out.data(standing) if out.json else _print(out, standing)
    else:
        one = may_at_walls(now.state, now.state.scene.unit(unit))
        out.data(one) if out.json else _print_may(out, one)


def _snap_shot(now: After, words: str) -> SnapShotCover:
    """`FIRER UNIT HEX`: who fires, at whom, and the hex whence that one has come."""
    match words.split():
        case [firer, target, left]:
            return snap_shot(now.state, firer, target, left)
    raise BadInput("sight.wall.snap_form", text=words)


def _print_snap_shot(out: Screen, shot: SnapShotCover) -> None:
    options = tuple(item for item in shot.items if item.applies)
    out.print(f"{shot.firer} → {shot.target}: {_cover(out, options)}", markup=False)


def read_event(words: str) -> Event:
    """`claims unit=a`, `enters unit=a hex=H6`, `phase phase=APh phasing=german` …"""
    name, *fields = words.split() or ("",)
    data: dict[str, Any] = {"event": name}
    for item in fields:
        key, _, value = item.partition("=")
        data[key] = value.split(",") if key == "sides" else value
    return event_of(data, words, strict=False)


def _print(out: Screen, standing: WallStanding) -> None:
    for change in standing.changes:
        words = out.say(f"sight.wall.{change.what}", unit=change.unit)
        out.print(f"• {words} ({change.rule})", markup=False)
    holders = Table.grid(padding=(0, 2))
    for unit in standing.units:
        held = ", ".join(unit.wall_advantage)
        note = out.say("sight.wall.mandatory_now") if unit.mandatory else ""
        if held and not unit.counter:
            note = out.say("sight.wall.mandatory_no_counter")
        elif not held and unit.cannot_why is not None:
            note = out.tell(unit.cannot_why)
        mark = Text("WA", style="bold magenta") if held else Text("–")
        holders.add_row(mark, Text(unit.unit, style="bold"), unit.side, unit.hex, held, note)
    out.print(Text(out.say("sight.wall.holders"), style="bold"))
    out.print(holders)
    out.print(Text(out.say("sight.wall.offers"), style="bold"))
    for offer in standing.offers:
        out.print(f"  {offer.unit} ({offer.rule}: {out.words.title(offer.rule)})", markup=False)
    if not standing.offers:
        out.print("  " + out.say("sight.wall.nobody"))
    table = Table(box=None, pad_edge=False)
    for key in ("firer", "target", "sight", "tem"):
        table.add_column(out.say(f"sight.wall.column.{key}"))
    for pair in standing.between:
        table.add_row(pair.firer, pair.target, *_seen(out, pair))
    out.print(table)


def _seen(out: Screen, pair: PairInShort) -> tuple[str, str]:
    """What is seen, and behind what."""
    if not pair.sees_unit:
        words = out.say("sight.wall.hex_only" if pair.sees_hex else "sight.blocked")
        return f"{words} ({pair.rule})", ""
    key = "sight.hindered" if pair.hindrance else "sight.clear"
    return out.say(key, total=pair.hindrance or 0), _cover(out, pair.tem)


def _cover(out: Screen, options: tuple[CoverItem, ...]) -> str:
    if not options:
        return out.say("sight.wall.no_cover")
    return out.say("sight.wall.or").join(
        f"+{item.value} {out.tell(item.name)} ({item.rule})" for item in options
    )


# What one unit may do


def _print_may(out: Screen, answer: MayAtWalls) -> None:
    out.print(Text(out.say("sight.may.head", unit=answer.unit, hex=answer.hex), style="bold"))
    out.print(_allowed(out, out.say("sight.may.claim"), answer.claim))
    out.print(_allowed(out, out.say("sight.may.forfeit"), answer.forfeit))
    for side in answer.hexsides:
        label = f"{side.hexside} {out.say(f'sight.kind.{side.kind}')}"
        cross = out.pair(label, out.say("sight.may.cross"))
        if side.why_not is not None:
            out.print(_no(cross, out.tell(side.why_not), side.rule or ""))
        elif side.crossing is not None:
            half = side.crossing == "1/2"
            cost = out.say("sight.may.half" if half else "sight.may.cost", cost=side.crossing)
            more = out.say("sight.may.bog") if side.bog_check else ""
            out.print(_yes(cross, cost + more, side.rule or ""))
        if side.road is not None:
            out.print(_yes(cross, out.say("sight.may.by_road"), side.road))
        if side.breach:
            breach = out.pair(label, out.say("sight.may.breach"))
            out.print(_yes(breach, "", answer.rules["breach"]))
        if not side.turn_and_fire:
            turn = out.pair(label, out.say("sight.may.turn_and_fire"))
            out.print(_no(turn, "", answer.rules["turn_and_fire"]))
    for key, yes, rule in (
        ("set_up_hidden", answer.set_up_hidden, "set_up_hidden"),
        ("gain_concealment", answer.gain_concealment, "gain_concealment"),
        ("keeps_rally", answer.keeps_concealment.rally, "keeps_concealment"),
        ("keeps_moving", answer.keeps_concealment.moving, "keeps_concealment"),
    ):
        out.print((_yes if yes else _no)(out.say(f"sight.may.{key}"), "", answer.rules[rule]))


def _allowed(out: Screen, what: str, answer: Allowed) -> Text:
    if answer.why_not is None:
        return _yes(what, "", answer.rule)
    return _no(what, out.tell(answer.why_not), answer.rule)


def _yes(what: str, how: str, rule: str) -> Text:
    return Text.assemble(("  ✓ ", "green"), what, f" {how}" if how else "", f" ({rule})")


def _no(what: str, why: str, rule: str) -> Text:
    """A refusal in words names its rule already."""
    return Text.assemble(("  ✗ ", "red"), what, f": {why}" if why else f" ({rule})")
