"""`hexfire backup`, `restore`, `export`: the server's data in files, and back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hexfire.cli.screen import Json, Lang, screen, text
from hexfire.server.settings import from_environment
from hexfire.server.storage import backup as data


def add_to(app: typer.Typer) -> None:
    app.command("backup", help=text("server.cli.backup"))(backup)
    app.command("restore", help=text("server.cli.restore"))(restore)
    app.command("export", help=text("server.cli.export"))(export)


File = Annotated[Path, typer.Argument(help=text("server.cli.backup_file"))]
Folder = Annotated[Path, typer.Argument(help=text("server.cli.export_folder"))]


def backup(file: File, json: Json = False, lang: Lang = None) -> None:
    _tell("server.cli.backed_up", data.backup(from_environment(), file), file)


def restore(file: File, json: Json = False, lang: Lang = None) -> None:
    _tell("server.cli.restored", data.restore(from_environment(), file), file)


def export(folder: Folder, json: Json = False, lang: Lang = None) -> None:
    _tell("server.cli.exported", data.export(from_environment(), folder), folder)


def _tell(key: str, count: int, path: Path) -> None:
    out = screen()
    if out.json:
        out.data({"count": count, "path": str(path)})
    else:
        out.print(out.say(key, count=count, path=str(path)), markup=False)
