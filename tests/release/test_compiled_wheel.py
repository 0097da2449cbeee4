"""The wheel with machine code: made from what `make test-compiled` has compiled, and run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RECORD = "src/hexfire/compiled_from.txt"
NOT_NEEDED = (".git", ".venv", ".stamps", "node_modules", "dist", "tests", "docs", "__pycache__")

pytestmark = [
    pytest.mark.skipif(not (ROOT / RECORD).exists(), reason="nothing is compiled here"),
    pytest.mark.skipif(
        not (ROOT / "src/hexfire/web/static/index.html").exists(), reason="the page is not built"
    ),
]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A work tree after `make compile` and `make wheel`."""
    home = tmp_path_factory.mktemp("compiled") / "hexfire"
    shutil.copytree(ROOT, home, ignore=shutil.ignore_patterns(*NOT_NEEDED))
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel"],
        cwd=home,
        env={**os.environ, "HEXFIRE_COMPILE": "1"},
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    return home


def wheel_of(home: Path) -> Path:
    (wheel,) = (home / "dist").glob("*.whl")
    return wheel


def test_it_is_for_this_machine_alone_and_asks_for_what_machine_code_needs(home: Path) -> None:
    wheel = wheel_of(home)
    assert f"cp{sys.version_info.major}{sys.version_info.minor}" in wheel.stem
    assert not wheel.stem.endswith("none-any")
    with zipfile.ZipFile(wheel) as file:
        names = file.namelist()
        (metadata,) = [name for name in names if name.endswith(".dist-info/METADATA")]
        asked = file.read(metadata).decode()
    assert "hexfire/web/static/index.html" in names and "hexfire/lang/ja/web.mo" in names
    assert RECORD.removeprefix("src/") not in names, "its sources are nobody's to edit"
    for module in ("folio/combat", "asl/sight/walk", "asl/effects/rounds", "bots/search"):
        assert [name for name in names if name.startswith(f"hexfire/{module}.cpython")], module
    assert "Requires-Dist: librt" in asked and "Requires-Dist: mypy-extensions" in asked


def test_what_is_installed_from_it_runs_on_machine_code(home: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel_of(home)) as file:
        file.extractall(tmp_path)
    program = (
        "import hexfire.folio.combat as combat, hexfire.cli.main as main; print(combat.__file__);"
        "main.run()"
    )
    told = subprocess.run(
        [sys.executable, "-c", program, "lab", "balance", "tutorial", "--games", "1", "--json"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert told.returncode == 0, told.stderr
    first, _, answer = told.stdout.partition("\n")
    assert first.startswith(str(tmp_path)) and not first.endswith(".py")
    assert '"games"' in answer


def test_a_work_tree_is_left_as_it_was(home: Path) -> None:
    """Compiled, and without catalogues among the sources; nothing was compiled a second time."""
    before, after = (Path(tree, RECORD).read_bytes() for tree in (ROOT, home))
    assert before == after
    assert list((home / "src").rglob("*.so")) and not list((home / "src").rglob("*.mo"))
