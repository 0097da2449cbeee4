"""The hot part once more, as machine code: a copy of the engine is compiled and measured.

Peers run again beside it, so that its ratios come from one run too.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench.report import Row

PROJECT = Path(__file__).resolve().parents[1]
WORK = ("random_play", "sight")


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        shutil.copytree(PROJECT / "src", place / "src", ignore=shutil.ignore_patterns("*.so"))
        for name in ("compile_engine.py", "pyproject.toml"):
            shutil.copy(PROJECT / name, place)
        made = subprocess.run(
            [sys.executable, "compile_engine.py"], cwd=place, capture_output=True, text=True
        )
        if made.returncode:
            print("The compiled engine is left out: it could not be compiled (a C compiler?).")
            return
        path = os.pathsep.join([str(place / "src"), os.environ.get("PYTHONPATH", "")])
        told = subprocess.run(
            [sys.executable, "-m", "bench", "--json", *WORK],
            cwd=PROJECT,
            env=os.environ | {"PYTHONPATH": path},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        for line in told.stdout.splitlines():
            if line.startswith("{"):
                row = Row(**json.loads(line))
                yield Row(f"compiled: {row.work}", row.ours, row.peer, row.theirs)
