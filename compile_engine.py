"""Compile the hot part of engine and bots with mypyc, in place; `--remove` takes it away again,
`--if-changed` compiles only what was not compiled from these very sources.

The sources stay what they are: a module that is not compiled runs as plain Python, with the same
results. What was compiled from is kept beside them: after an edit Hexfire asks to compile again.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from pathlib import Path

SOURCES = Path(__file__).resolve().parent / "src"
RECORD = SOURCES / "hexfire/compiled_from.txt"
"""Read by `hexfire.machine_code`."""

FOLIO = (
    "advance board charts combat effects events flags game movement phases resolution retreat "
    "sequence stacking support text victory views legal/answers legal/combats legal/menu "
    "legal/moves legal/setup"
)
SIGHT = "hexsides hexspines leaving one_by_one rules tables verdict walk"
EFFECTS = "aside command digits leaders lots one_man rounds standing"
BOTS = (
    "combat curve features front greedy judge outlook playout search shared_luck simple spots "
    "tables"
)
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
    RECORD.unlink(missing_ok=True)
    for file in compiled():
        file.unlink()


def told(name: str) -> str:
    """A source as the record tells it: length, time, SHA-256, name."""
    source = SOURCES / name
    status, digest = source.stat(), hashlib.sha256(source.read_bytes()).hexdigest()
    return f"{status.st_size} {status.st_mtime_ns} {digest} {name.removeprefix('hexfire/')}\n"


def is_current() -> bool:
    """Whether all that is to be compiled has been, from the sources as they are."""
    if not RECORD.exists() or not compiled():
        return False
    record = RECORD.read_text(encoding="utf-8").splitlines()
    now = [told(name) for name in MODULES]
    return [line.split()[2:] for line in record] == [line.split()[2:] for line in now]


def build(level: str = "2") -> None:
    try:
        from mypyc.build import mypycify
        from setuptools import setup
    except ImportError:
        sys.exit("Compiling needs mypy and setuptools: pip install 'mypy[mypyc]'")
    remove()
    # Before the work: what is edited meanwhile is not what was compiled.
    record = "".join(map(told, MODULES))
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
    RECORD.write_text(record, encoding="utf-8")


if __name__ == "__main__":
    if "--remove" in sys.argv:
        remove()
    else:
        if not ("--if-changed" in sys.argv and is_current()):
            build()
        print(f"{len(compiled())} compiled modules")
