"""Searching for garbage does not keep people waiting: `hexfire.server.collecting`."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from hexfire.server.tables import tables as room
from hexfire.server.tables.tables import Tables

STARTED = """
import gc
from hexfire.server import run
run.warm_up = lambda server: None
app = run.app()
print(gc.get_freeze_count() > 50_000, gc.get_threshold())
"""


def test_a_server_sets_aside_what_lives_for_ever_and_searches_the_rest_seldom(
    tmp_path: Path,
) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", STARTED],
        env={"HEXFIRE_DATABASE_URL": f"sqlite:///{tmp_path / 'x.db'}", "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.split("\n")[0] == "True (10000, 1, 50)"


def test_what_an_unloaded_table_leaves_in_circles_is_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's own search would come after a million objects."""
    monkeypatch.setattr(room, "IDLE", 0.01)
    searched: list[str] = []
    monkeypatch.setattr(room.gc, "collect", lambda: searched.append("all"))
    idle = SimpleNamespace(
        id="t", used=0.0, listeners=(), lost=False, pending=(), box=None, lock=asyncio.Lock()
    )

    async def run() -> None:
        tables = Tables(SimpleNamespace(), {}, SimpleNamespace())  # type: ignore[arg-type]
        unloading = asyncio.create_task(tables._unload_idle())
        await asyncio.sleep(0)
        tables._live["t"] = idle  # type: ignore[assignment]
        while tables._live:
            await asyncio.sleep(0.001)
        assert searched == ["all"]
        for _ in range(20):  # nothing unloaded, nothing searched
            await asyncio.sleep(0.001)
        unloading.cancel()

    asyncio.run(run())
    assert searched == ["all"]
    assert gc.isenabled()
