"""Machine code under newer sources: one sentence that says what to do, before anything odd."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

HOME = Path(__file__).parents[2]


def compiler() -> Any:
    spec = importlib.util.spec_from_file_location("compile_engine", HOME / "compile_engine.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A work tree just after `make compile`: what is compiled, and the record of it."""
    engine = compiler()
    for name in ("hexfire/__init__.py", "hexfire/machine_code.py", *engine.MODULES):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(HOME / "src" / name, tmp_path / name)
    monkeypatch.setattr(engine, "SOURCES", tmp_path)
    record = tmp_path / engine.RECORD.relative_to(HOME / "src")
    record.write_text("".join(map(engine.told, engine.MODULES)), encoding="utf-8")
    return tmp_path / "hexfire"


def imported(tree: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "import hexfire; print(hexfire.__file__)"],
        env={**os.environ, "PYTHONPATH": str(tree.parent), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )


def test_what_is_as_it_was_compiled_is_loaded(tree: Path) -> None:
    assert imported(tree).stdout.strip() == str(tree / "__init__.py")
    os.utime(tree / "folio/board.py", ns=(1, 1))  # another time, the same text: a copy, a checkout
    assert imported(tree).returncode == 0


@pytest.mark.parametrize("gone", [False, True])
def test_a_source_that_changed_since_is_named_with_what_to_do(tree: Path, gone: bool) -> None:
    source = tree / "folio/board.py"
    if gone:
        source.unlink()
    else:
        before = source.stat()
        source.write_bytes(source.read_bytes().replace(b"def ", b"dfe ", 1))
        assert source.stat().st_size == before.st_size
    found = imported(tree)
    assert found.returncode == 1 and "Traceback" not in found.stderr
    for line in found.stderr.splitlines():
        assert all(word in line for word in ("folio/board.py", "make compile", "make pure"))
    assert len(found.stderr.splitlines()) == 2, "in both languages, once"


def test_without_machine_code_nothing_is_compared(tree: Path) -> None:
    (tree / "compiled_from.txt").unlink()
    (tree / "machine_code.py").unlink()
    (tree / "folio/board.py").unlink()
    assert imported(tree).returncode == 0


def test_the_record_goes_with_the_machine_code_and_into_no_wheel() -> None:
    engine = compiler()
    ignored = subprocess.run(
        ["git", "check-ignore", "-q", str(engine.RECORD)], cwd=HOME, check=False
    )
    assert ignored.returncode == 0, "what is not in the repository is in no wheel either"
    assert engine.RECORD.name == "compiled_from.txt"
