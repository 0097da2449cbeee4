"""`hexfire sight`: one line, a whole field of view, or a file of questions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text

from hexfire.asl.sight import Answer, Disputed, Sight
from hexfire.asl.sight.picture import draw_field, draw_line
from hexfire.asl.sight.rules import Reason
from hexfire.asl.situation import Scene
from hexfire.assist.sight import line_in_situation, verdict
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
    situation: Annotated[Path | None, typer.Option(help=text("sight.cli.situation"))] = None,
    pairs: Annotated[Path | None, typer.Option(help=text("sight.cli.pairs"))] = None,
    ssr: Ssr = "",
    png: Png = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    eyes = Sight(open_board(board, names(ssr)))
    if pairs is not None:
        _pairs(eyes, pairs)
    elif viewer is not None:
        _field(out, eyes, viewer, from_level, png)
    elif source is None or target is None:
        raise BadInput("sight.cli.what")
    elif situation is not None:
        _in_situation(out, eyes, situation, (source, from_level), (target, to_level))
    else:
        a, b = eyes.board.grid.hex(source), eyes.board.grid.hex(target)
        answer = eyes.check(a, b, from_level, to_level)
        if png is not None:
            write_whole(png, draw_line(eyes, a, b, answer).png())
        here, there = eyes.board.grid.label(a), eyes.board.grid.label(b)
        _tell(out, eyes, here, there, from_level, to_level, answer)


# One line


def as_data(answer: Answer) -> dict[str, Any]:
    """An answer in the field names of the reference files."""
    found = verdict(answer)
    return {
        "range": found.range,
        "blocked": found.blocked,
        "hindrance": found.hindrance,
        "reason": found.reason,
        "rule": found.rule,
        "point": found.point,
    }


def _tell(
    out: Screen, eyes: Sight, source: str, target: str, m: float, n: float, answer: Answer
) -> None:
    if out.json:
        more = {
            "hex": answer.hex,
            "items": answer.items,
            "disputed": verdict(answer).disputed,
            "from": {"hex": source, "level": m},
            "to": {"hex": target, "level": n},
        }
        out.data({**as_data(answer), **more})
        return
    out.print(sentence(out, source, target, m, n, answer))
    for item in answer.items:
        name = counter_name(out, item.kind)
        out.print(f"  +{item.drm}  {item.hex}  {name}  ({item.rule})", markup=False)
    for other in answer.disputed:
        out.print(_other_reading(out, other))


def _other_reading(out: Screen, other: Disputed) -> Text:
    """What another reading makes of the line."""
    if other.blocked:
        verdict = f"✗ {out.say('sight.blocked')} ({other.rule})"
    else:
        key = "sight.hindered" if other.hindrance else "sight.clear"
        verdict = f"✓ {out.say(key, total=other.hindrance or 0)}"
    head = out.say("sight.disputed", ruling=other.ruling)
    return Text.assemble((f"  {head}", "yellow"), f" {out.say(other.reading.key)}: ", verdict)


def counter_name(out: Screen, kind: str) -> str:
    """A hindrance: terrain, or a counter."""
    key = f"sight.counter.{kind}"
    return out.say(key) if out.words.has(key) else terrain_name(out, kind)


def sentence(out: Screen, source: str, target: str, m: float, n: float, answer: Answer) -> Text:
    """The answer in one sentence, blocked or clear first."""
    ends = out.say("sight.ends", source=_at(source, m), target=_at(target, n), range=answer.range)
    if not answer.blocked:
        key = "sight.hindered" if answer.hindrance else "sight.clear"
        words = out.say(key, total=answer.hindrance)
        return Text.assemble((f"✓ {words}", "bold green"), f"  {ends}")
    why = out.say(answer.reason.key)
    where = out.say("sight.where", hex=answer.hex) if answer.hex else ""
    if answer.terrain:
        where += out.say("sight.what", terrain=terrain_name(out, answer.terrain))
    if answer.point:
        where += f" ({answer.point[0]}, {answer.point[1]})"
    return Text.assemble(
        (f"✗ {out.say('sight.blocked')}", "bold red"), f"  {ends}\n  {why} ({answer.rule}){where}"
    )


def _at(hex: str, level: float) -> str:
    return f"{hex}/{level:g}" if level else hex


def _in_situation(
    out: Screen, eyes: Sight, path: Path, source: tuple[str, float], target: tuple[str, float]
) -> None:
    """With units and smoke on the board; FROM and TO may be units' ids."""
    scene = Scene(situation_of_file(path), eyes)
    answer, own, other = line_in_situation(scene, source, target)
    _tell(out, eyes, source[0], target[0], own, other, answer)


# A field of view


def _field(out: Screen, eyes: Sight, viewer: str, level: float, png: Path | None) -> None:
    hex = eyes.board.grid.hex(viewer)
    field = eyes.field(hex, level)
    if png is not None:
        write_whole(png, draw_field(eyes, field).png())
    labels = [eyes.board.grid.label(h) for h in eyes.board.grid.hexes]
    groups: dict[int, list[str]] = {}
    for label, blocked, hindrance in zip(labels, field.blocked, field.hindrance, strict=True):
        if not blocked:
            groups.setdefault(int(hindrance), []).append(label)
    if out.json:
        rows = [
            {"hex": label, "blocked": bool(b), "hindrance": None if b else int(h)}
            | {"reason": Reason(int(r)).name.lower() if b else None}
            for label, b, h, r in zip(
                labels, field.blocked, field.hindrance, eyes.reasons(hex, level), strict=True
            )
        ]
        out.data(
            {"from": {"hex": labels[eyes.board.grid.index(hex)], "level": level}, "hexes": rows}
        )
        return
    seen = sum(map(len, groups.values()))
    out.print(
        Text(
            out.say(
                "sight.field",
                hex=_at(eyes.board.grid.label(hex), level),
                seen=seen,
                all=len(labels),
            ),
            "bold",
        )
    )
    for total, found in sorted(groups.items()):
        head = out.say("sight.hindered" if total else "sight.clear", total=total)
        out.print(f"{head} ({len(found)}): {' '.join(found)}", markup=False, soft_wrap=True)
    if png is not None:
        out.print(out.say("sight.drawn", path=str(png)), markup=False)


# Many questions


class End(msgspec.Struct):
    hex: str
    level: float = 0


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
    answers = eyes.pairs(
        ((p.source.hex, p.source.level), (p.target.hex, p.target.level)) for p in wanted
    )
    encode = msgspec.json.Encoder().encode
    lines = [
        encode(
            {"id": p.id, **as_data(a), **({"disputed": verdict(a).disputed} if a.disputed else {})}
        )
        for p, a in zip(wanted, answers, strict=True)
    ]
    sys.stdout.buffer.write(b"\n".join(lines) + b"\n" * bool(lines))
    sys.stdout.buffer.flush()
