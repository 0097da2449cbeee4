"""What a stranger installs: a wheel from a clean clone serves the page in an empty environment."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import urllib.request
import venv
import zipfile
from pathlib import Path

import pytest
from real_server import free_port

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that a clean clone gives; the page's packages are borrowed, not fetched again."""
    if shutil.which("npm") is None or not (ROOT / "web/node_modules").exists():
        pytest.skip("building the page needs npm and its packages")
    if not (ROOT / ".git").exists():
        pytest.skip("a clean clone needs a git checkout")
    clone = tmp_path_factory.mktemp("clone") / "hexfire"
    run("git", "clone", "--quiet", "--depth=1", f"file://{ROOT}", clone, cwd=ROOT)
    (clone / "web/node_modules").symlink_to((ROOT / "web/node_modules").resolve())
    run("npm", "run", "--silent", "build", "--", "--logLevel", "warn", cwd=clone / "web")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", cwd=clone)
    status = run("git", "status", "--porcelain", "--ignored", cwd=clone)
    assert ".mo" not in status, "building leaves compiled catalogues among the sources"
    (built,) = (clone / "dist").glob("*.whl")
    return built


def test_a_wheel_carries_page_catalogues_and_licence(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "hexfire/web/static/index.html" in names
    assert "hexfire/lang/ja/web.mo" in names and "hexfire/lang/en/web.mo" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert not [name for name in names if "node_modules" in name or name.endswith(".so")]


def test_no_page_no_wheel(tmp_path: Path) -> None:
    """Without npm and without a built page there is a sentence, not a wheel without a page."""
    clone = tmp_path / "hexfire"
    run("git", "clone", "--quiet", "--depth=1", f"file://{ROOT}", clone, cwd=ROOT)
    done = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel"],
        cwd=clone,
        env=os.environ | {"NPM": "no-such-npm"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "Node.js 20 or newer" in done.stdout + done.stderr
    assert not list((clone / "dist").glob("*.whl"))


def test_installed_in_an_empty_environment_it_serves(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=True)
    programs = tmp_path / "env/bin"
    installed = subprocess.run(
        [programs / "pip", "install", "--quiet", "-c", ROOT / "requirements.txt", wheel],
        capture_output=True,
        text=True,
        check=False,
    )
    if installed.returncode != 0:
        pytest.skip("the packages it needs cannot be fetched here")
    port = free_port()
    surroundings = {"HEXFIRE_HOME": str(tmp_path), "PORT": str(port), "PATH": os.environ["PATH"]}
    server = subprocess.Popen([programs / "hexfire", "serve"], cwd=tmp_path, env=surroundings)
    try:
        page = fetched(f"http://127.0.0.1:{port}/", server)
        assert b"<script" in page
        assert b'"ready":true' in fetched(f"http://127.0.0.1:{port}/healthz", server)
    finally:
        server.terminate()
        server.wait(timeout=60)


def fetched(address: str, server: subprocess.Popen[bytes]) -> bytes:
    for _ in range(600):
        assert server.poll() is None, "the server ended"
        try:
            with urllib.request.urlopen(address, timeout=10) as answer:
                page: bytes = answer.read()
                return page
        except OSError:
            time.sleep(0.1)
    raise TimeoutError(address)
