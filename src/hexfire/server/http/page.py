"""The page: its files, and its index for every address that is none of ours."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response

import hexfire.web

STATIC = Path(hexfire.web.__file__).parent / "static"


def add_to(app: FastAPI) -> None:
    """The page, where it was built."""
    if not STATIC.is_dir():
        return
    app.mount("/assets", StaticFiles(directory=STATIC / "assets"), name="assets")

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        """The page finds its own way: every other address is its index."""
        if path.startswith("api/"):
            raise HTTPException(404)
        return FileResponse(_static(path) or STATIC / "index.html")


def _static(path: str) -> Path | None:
    """A file of the page, if the address is one."""
    try:
        file = (STATIC / path).resolve()
        inside = path and file.is_relative_to(STATIC.resolve()) and file.is_file()
    except (OSError, ValueError):  # too long for a name, or with characters no name has
        return None
    return file if inside else None
