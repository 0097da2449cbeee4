"""`hexfire sight`: one line, a whole field of view, or a file of questions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text

from hexfire.asl.situation import Scene
from hexfire.assist.sight import (
    End,
    OtherReading,
    Sight,
    Verdict,
    field_by_hex,
    field_picture,
    line_between,
    line_in_situation,
    line_picture,
    lines_between,
)
from hexfire.assist.situations import situation_of_file
from hexfire.boards import open_board
from hexfire.cli.board import Png, Ssr, names, terrain_name
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.play import read_text, write_whole
from hexfire.rulebook import BadInput


def add_to(app: typer.Typer) -> None:
    app.command("sight", help=text("sight.cli.sight"))(sight)


def sight(
    board: Annotated[str, typer.Argument(help=text("sight.cli.board_name"))],
    source: Annotated[
        str | None, typer.Argument(metavar="FROM", help=text("sight.cli.from"))
    ] = None,
    target: Annotated[str | None, typer.Argument(metavar="TO", help=text("sight.cli.to"))] = None,
    viewer: Annotated[str | None, typer.Option("--from", help=text("sight.cli.viewer"))] = None,
    from_level: Annotated[float, typer.Option(help=text("sight.cli.from_level"))] = 0,
    to_level: Annotated[float, typer.Option(help=text("sight.cli.to_level"))] = 0,
    situation: Annotated[
        Path | None, typer.Option("--situation", "--vasl", help=text("sight.cli.situation"))
    ] = None,
    pairs: Annotated[Path | None, typer.Option(help=text("sight.cli.pairs"))] = None,
    ssr: Ssr = "",
    png: Png = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    placed = situation_of_file(situation) if situation is not None else None
    eyes = Sight(open_board(board, names(ssr)))
    if pairs is not None:
        _pairs(eyes, pairs)
    elif viewer is not None:
        _field(out, eyes, _end(eyes, viewer, from_level), png)
    elif source is None or target is None:
        raise BadInput("sight.cli.what")
    elif placed is not None:  # FROM and TO may be units' ids
        scene = Scene(placed, eyes)
        _tell(out, *line_in_situation(scene, End(source, from_level), End(target, to_level)))
    else:
        a, b = _end(eyes, source, from_level), _end(eyes, target, to_level)
        if png is not None:
            write_whole(png, line_picture(eyes, a, b))
        _tell(out, line_between(eyes, a, b), a, b)


def _end(eyes: Sight, label: str, level: float) -> End:
    """A place of the board, its label as the board writes it."""
    grid = eyes.board.grid
    return End(grid.label(grid.hex(label)), level)


# One line


def as_data(verdict: Verdict) -> dict[str, Any]:
    """An answer in the field names of the reference files."""
    return {
        "range": verdict.range,
        "blocked": verdict.blocked,
        "hindrance": verdict.hindrance,
        "reason": verdict.reason,
        "rule": verdict.rule,
        "point": verdict.point,
    }


def _tell(out: Screen, verdict: Verdict, source: End, target: End) -> None:
    if out.json:
        more = {
            "hex": verdict.hex,
            "items": verdict.items,
            "disputed": verdict.disputed,
            "from": {"hex": source.hex, "level": source.level},
            "to": {"hex": target.hex, "level": target.level},
        }
        out.data({**as_data(verdict), **more})
        return
    out.print(sentence(out, source, target, verdict))
    for item in verdict.items:
        name = counter_name(out, item.kind)
        out.print(f"  +{item.drm}  {item.hex}  {name}  ({item.rule})", markup=False)
    for other in verdict.disputed:
        out.print(_other_reading(out, other))


def _other_reading(out: Screen, other: OtherReading) -> Text:
    """What another reading makes of the line."""
    if other.blocked:
        verdict = f"✗ {out.say('sight.blocked')} ({other.rule})"
    else:
        key = "sight.hindered" if other.hindrance else "sight.clear"
        verdict = f"✓ {out.say(key, total=other.hindrance or 0)}"
    head = out.say("sight.disputed", ruling=other.ruling)
    return Text.assemble((f"  {head}", "yellow"), f" {out.pair(out.say(other.key), '')}", verdict)


def counter_name(out: Screen, kind: str) -> str:
    """A hindrance: terrain, or a counter."""
    key = f"sight.counter.{kind}"
    return out.say(key) if out.words.has(key) else terrain_name(out, kind)


def sentence(out: Screen, source: End, target: End, verdict: Verdict) -> Text:
    """The answer in one sentence, blocked or clear first."""
    ends = out.say("sight.ends", source=_at(source), target=_at(target), range=verdict.range)
    if not verdict.blocked:
        key = "sight.hindered" if verdict.hindrance else "sight.clear"
        words = out.say(key, total=verdict.hindrance or 0)
        return Text.assemble((f"✓ {words}", "bold green"), f"  {ends}")
    what = terrain_name(out, verdict.terrain) if verdict.terrain else ""
    where = " ".join(filter(None, (verdict.hex, what)))
    key = "sight.why_where" if where else "sight.why"
    why = out.say(key, why=out.say(verdict.key).rstrip(".。"), rule=verdict.rule, where=where)
    return Text.assemble((f"✗ {out.say('sight.blocked')}", "bold red"), f"  {ends}\n  {why}")


def _at(end: End) -> str:
    return f"{end.hex}/{end.level:g}" if end.level else end.hex


# A field of view


def _field(out: Screen, eyes: Sight, viewer: End, png: Path | None) -> None:
    if png is not None:
        write_whole(png, field_picture(eyes, viewer))
    hexes = field_by_hex(eyes, viewer)
    if out.json:
        out.data({"from": {"hex": viewer.hex, "level": viewer.level}, "hexes": hexes})
        return
    groups: dict[int, list[str]] = {}
    for one in hexes:
        if one.hindrance is not None:
            groups.setdefault(one.hindrance, []).append(one.hex)
    seen = sum(map(len, groups.values()))
    head = out.say("sight.field", hex=_at(viewer), seen=seen, all=len(hexes))
    out.print(Text(head, "bold"))
    for total, labels in sorted(groups.items()):
        head = out.say("sight.hindered" if total else "sight.clear", total=total)
        out.print(f"{head} ({len(labels)}): {' '.join(labels)}", markup=False, soft_wrap=True)
    if png is not None:
        out.print(out.say("sight.drawn", path=str(png)), markup=False)


# Many questions


class Pair(msgspec.Struct, rename={"source": "from", "target": "to"}):
    """One line of a file of questions; other fields are ignored."""

    id: Any
    source: End
    target: End


def _pairs(eyes: Sight, path: Path) -> None:
    """One answer a line, in the order of the questions."""
    decoder, wanted = msgspec.json.Decoder(Pair), []
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if not line.strip():
            continue
        try:
            wanted.append(decoder.decode(line))
        except msgspec.DecodeError as error:
            raise BadInput(
                "sight.cli.bad_line", path=str(path), line=number, why=str(error)
            ) from None
    answers = lines_between(eyes, ((pair.source, pair.target) for pair in wanted))
    encode = msgspec.json.Encoder().encode
    lines = [
        encode(
            {"id": pair.id, **as_data(one), **({"disputed": one.disputed} if one.disputed else {})}
        )
        for pair, one in zip(wanted, answers, strict=True)
    ]
    sys.stdout.buffer.write(b"\n".join(lines) + b"\n" * bool(lines))
    sys.stdout.buffer.flush()
