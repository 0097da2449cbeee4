"""Compile the hot part of engine and bots with mypyc, in place; `--remove` takes it away again.

The sources stay what they are: a module that is not compiled runs as plain Python, with the same
results. After an edit of a compiled module compile again, or remove.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

SOURCES = Path(__file__).resolve().parent / "src"

FOLIO = (
    "advance board charts combat effects events flags game movement phases resolution retreat "
    "sequence stacking support text victory views legal/answers legal/combats legal/menu "
    "legal/moves legal/setup"
)
SIGHT = "hexsides hexspines leaving one_by_one rules tables verdict walk"
EFFECTS = "aside command digits leaders lots one_man rounds standing"
BOTS = "combat features front greedy judge outlook playout search simple"
MODULES = [
    *(f"hexfire/folio/{name}.py" for name in FOLIO.split()),
    *(f"hexfire/asl/sight/{name}.py" for name in SIGHT.split()),
    *(f"hexfire/asl/effects/{name}.py" for name in EFFECTS.split()),
    "hexfire/hexes/masks.py",
    *(f"hexfire/bots/{name}.py" for name in BOTS.split()),
]


def compiled() -> list[Path]:
    """What has been compiled so far."""
    return sorted(
        file for end in ("so", "pyd") for file in (SOURCES / "hexfire").rglob(f"*.*.{end}")
    )


def remove() -> None:
    for file in compiled():
        file.unlink()


def build(level: str = "2") -> None:
    try:
        from mypyc.build import mypycify
        from setuptools import setup
    except ImportError:
        sys.exit("Compiling needs mypy and setuptools: pip install 'mypy[mypyc]'")
    remove()
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as work:
        os.chdir(SOURCES)  # module names come from the paths
        try:
            config = str(SOURCES.parent / "pyproject.toml")
            extensions = mypycify(
                ["--config-file", config, "--cache-dir", work, *MODULES],
                opt_level=level,
                target_dir=work,
                group_name="hexfire.engine",
            )
            setup(
                name="hexfire",
                packages=[],
                ext_modules=extensions,
                script_args=[
                    "--quiet",
                    "build_ext",
                    "--inplace",
                    "--build-temp",
                    work,
                    "--build-lib",
                    work,
                ],
            )
        finally:
            os.chdir(before)


if __name__ == "__main__":
    if "--remove" in sys.argv:
        remove()
    else:
        build()
        print(f"{len(compiled())} compiled modules")
