"""`hexfire backup`, `restore`, `export`: what a server keeps, saved and brought back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hexfire.cli.screen import Json, Lang, screen, text
from hexfire.server.settings import from_environment
from hexfire.server.storage import backup as backups

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help=text("server.cli.backup_file"))]
Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help=text("server.cli.export_folder"))]


def add_to(app: typer.Typer) -> None:
    app.command("backup", help=text("server.cli.backup"))(backup)
    app.command("restore", help=text("server.cli.restore"))(restore)
    app.command("export", help=text("server.cli.export"))(export)


def backup(file: BackupFile, json: Json = False, lang: Lang = None) -> None:
    _told("server.backup.done", backups.back_up(from_environment(), file), file)


def restore(file: BackupFile, json: Json = False, lang: Lang = None) -> None:
    _told("server.backup.restored", backups.restore(from_environment(), file), file)


def export(folder: Folder, json: Json = False, lang: Lang = None) -> None:
    _told("server.backup.exported", backups.export(from_environment(), folder), folder)


def _told(key: str, count: int, path: Path) -> None:
    out = screen()
    if out.json:
        out.data({"path": str(path), "count": count})
    else:
        out.print(out.say(key, count=count, path=str(path)), markup=False)
