"""The library as its page and docstrings show it, and the example programs."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import hexfire

ROOT = Path(__file__).resolve().parents[1]
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(hexfire.__path__, "hexfire.")
    if not module.name.startswith("hexfire.server.storage.migrations")
)


@pytest.mark.parametrize("name", ["hexfire", *MODULES])
def test_docstrings_say_what_happens(name: str) -> None:
    """Every example of every module, run."""
    found = doctest.testmod(importlib.import_module(name), verbose=False)
    assert found.failed == 0


def test_the_page_of_the_library_says_what_happens() -> None:
    found = doctest.testfile(str(ROOT / "docs/library.md"), module_relative=False, verbose=False)
    assert found.attempted > 10
    assert found.failed == 0


def test_everything_that_is_offered_is_there() -> None:
    assert [name for name in hexfire.__all__ if getattr(hexfire, name, None) is None] == []
    with pytest.raises(AttributeError):
        _ = hexfire.no_such_thing


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.stem)
def test_an_example_runs(example: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(Path(hexfire.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, str(example)], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
