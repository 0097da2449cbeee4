"""A real PostgreSQL for tests, which they may stop and start again."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg
import pytest


def _find(program: str) -> str | None:
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
    return str(found[-1]) if found else shutil.which(program)


class Postgres:
    """A cluster in a folder of its own, reached by a socket in that folder."""

    def __init__(self) -> None:
        initdb, server = _find("initdb"), _find("postgres")
        if initdb is None or server is None:
            pytest.skip("needs PostgreSQL (Debian: postgresql), which is not installed here")
        self._server = server
        # Not pytest's folder: another user could not enter it.
        self.folder = Path(tempfile.mkdtemp(prefix="hexfire-postgres-"))
        self._as_user: list[str] = []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            shutil.chown(self.folder, "postgres")
            self._as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        subprocess.run(
            [*self._as_user, initdb, "-D", self._data, "-U", "hexfire", "--auth=trust", "-N"],
            check=True,
            capture_output=True,
            cwd="/",
        )

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    @property
    def url(self) -> str:
        return f"postgresql+psycopg://hexfire@/postgres?host={self.folder}"

    def start(self) -> None:
        options = ["-k", str(self.folder), "-c", "listen_addresses=", "-c", "fsync=off"]
        self._process = subprocess.Popen(
            [*self._as_user, self._server, "-D", self._data, *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
        )
        deadline = time.monotonic() + 300  # a busy machine may take its time, a dead server not
        while time.monotonic() < deadline and self._process.poll() is None:
            try:
                psycopg.connect(f"host={self.folder} user=hexfire dbname=postgres").close()
                return
            except psycopg.OperationalError:
                time.sleep(0.05)
        raise TimeoutError("PostgreSQL did not start")

    def stop(self) -> None:
        """A fast stop: whoever is connected is cut off."""
        self._process.send_signal(2)
        self._process.wait(300)

    def remove(self) -> None:
        if self._process.poll() is None:
            self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
