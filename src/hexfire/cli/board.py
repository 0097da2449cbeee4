"""`hexfire board`: which boards there are, and what is on one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from hexfire.boards import (
    Board,
    builtin_names,
    draw,
    has_los_data,
    open_board,
    terrains,
)
from hexfire.cli.screen import Json, Lang, Screen, screen, text
from hexfire.play import write_whole
from hexfire.rulebook import BadInput

Ssr = Annotated[str, typer.Option("--ssr", metavar="A,B", help=text("sight.cli.ssr"))]
Png = Annotated[Path | None, typer.Option("--png", help=text("sight.cli.png"))]
Svg = Annotated[Path | None, typer.Option("--svg", help=text("sight.cli.svg"))]


def add_to(app: typer.Typer) -> None:
    board = typer.Typer(help=text("sight.cli.board"), no_args_is_help=True, rich_markup_mode=None)
    board.command("show", help=text("sight.cli.board_show"))(show)
    board.command("list", help=text("sight.cli.board_list"))(list_boards)
    app.add_typer(board, name="board")


def names(ssr: str) -> tuple[str, ...]:
    """The names in a list with commas."""
    return tuple(name.strip() for name in ssr.split(",") if name.strip())


def show(
    name: Annotated[str, typer.Argument(help=text("sight.cli.board_name"))],
    hex: Annotated[str | None, typer.Option("--hex", help=text("sight.cli.hex"))] = None,
    ssr: Ssr = "",
    png: Png = None,
    svg: Svg = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    board = open_board(name, names(ssr))
    if png is not None:
        write_whole(png, draw(board).png())
    if svg is not None:
        write_whole(svg, draw(board).svg().encode())
    if hex is not None:
        _show_hex(out, board, hex)
        return
    _show_board(out, board)
    if not out.json:
        for path in (png, svg):
            if path is not None:
                out.print(out.say("sight.drawn", path=str(path)), markup=False)


def terrain_name(out: Screen, tag: str) -> str:
    """A terrain in the reader's language."""
    return out.say(f"sight.terrain.{tag}")


def _show_board(out: Screen, board: Board) -> None:
    facts = board.facts
    levels = sorted({int(level) for level in facts.base})
    centres = Counter(terrains()[int(code)].tag for code in facts.centre_terrain)
    sides: Counter[str] = Counter()
    seen = set()
    for index, one in enumerate(board.grid.hexes):
        for k, side in enumerate(one.sides()):
            code = int(facts.hexsides[index, k])
            if code and side not in seen:
                seen.add(side)
                sides[terrains()[code].tag] += 1
    if out.json:
        out.data(
            {
                "board": board.name,
                "columns": board.grid.columns,
                "rows": board.grid.rows,
                "hexes": len(board.grid),
                "width": board.width,
                "height": board.height,
                "levels": levels,
                "terrain": dict(centres),
                "hexsides": dict(sides),
                "ssr": board.ssr,
            }
        )
        return
    out.print(Text(out.say("sight.board.title", name=board.name), style="bold"))
    out.print(
        out.say(
            "sight.board.size",
            columns=board.grid.columns,
            rows=board.grid.rows,
            hexes=len(board.grid),
            low=levels[0],
            high=levels[-1],
        )
    )
    for key, count in (("sight.board.terrain", centres), ("sight.board.hexsides", sides)):
        grid = Table.grid(padding=(0, 2))
        for tag, number in count.most_common():
            grid.add_row(str(number), terrain_name(out, tag))
        out.print(Text(out.say(key), style="bold"))
        out.print(grid)


def _show_hex(out: Screen, board: Board, label: str) -> None:
    hex = board.grid.hex(label)
    index = board.grid.index(hex)
    sides = {}
    for k, side in enumerate(hex.sides()):
        code = int(board.facts.hexsides[index, k])
        if code:
            other = side.other(hex)
            sides[board.grid.label(other) if other in board.grid else str(k)] = terrains()[code].tag
    data = {
        "hex": board.grid.label(hex),
        "names": board.grid.names(hex),
        "level": board.base_level(hex),
        "terrain": board.centre_terrain(hex).tag,
        "stairway": board.has_stairway(hex),
        "locations": [{"level": place.level, "kind": place.kind} for place in board.locations(hex)],
        "hexsides": sides,
    }
    if out.json:
        out.data(data)
        return
    terrain = terrain_name(out, board.centre_terrain(hex).tag)
    out.print(
        Text.assemble((board.grid.label(hex), "bold"), "  ", terrain),
        out.say("sight.board.level", level=board.base_level(hex)),
        sep="  ",
    )
    for place in board.locations(hex):
        kind = out.say(f"sight.location.{place.kind}")
        out.print(f"  {out.say('sight.board.location', level=place.level, kind=kind)}")
    if board.has_stairway(hex):
        out.print("  " + out.say("sight.board.stairway"))
    for across, tag in sides.items():
        out.print(f"  {board.grid.label(hex)}-{across}: {terrain_name(out, tag)}")


def list_boards(
    folder: Annotated[Path | None, typer.Argument(help=text("sight.cli.folder"))] = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    out = screen()
    rows: list[dict[str, object]] = [
        {"name": name, "kind": "builtin", "los": True} for name in builtin_names()
    ]
    if folder is not None:
        if not folder.is_dir():
            raise BadInput("sight.cli.no_folder", path=str(folder))
        for path in sorted(folder.iterdir()):
            if path.is_file() and path.name.startswith("bd") and "." not in path.name:
                try:
                    rows.append({"name": str(path), "kind": "vasl", "los": has_los_data(path)})
                except BadInput as error:
                    words = out.words.refusal(error)
                    rows.append({"name": str(path), "kind": "vasl", "los": False, "why": words})
    if out.json:
        out.data(rows)
        return
    grid = Table.grid(padding=(0, 2))
    for row in rows:
        kind = out.say(f"sight.board.kind.{row['kind']}")
        ready = out.say("sight.board.ready" if row["los"] else "sight.board.picture_only")
        grid.add_row(Text(str(row["name"]), style="bold"), kind, str(row.get("why", ready)))
    out.print(grid)


__all__ = ["Png", "Ssr", "add_to", "names", "terrain_name"]
