"""Shared by all tests: where the workshop's material lies, if it is there."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

# A busy machine is no broken rule; where changes land, every run tries the same examples.
hypothesis.settings.register_profile(
    "hexfire",
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
    derandomize="CI" in os.environ,
)
hypothesis.settings.load_profile("hexfire")

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"


@pytest.fixture(autouse=True)
def no_loop_of_others(request: pytest.FixtureRequest) -> Iterator[None]:
    """From the first browser test of a process on, Playwright's loop counts as running between its
    calls, too: a test that runs a loop of its own afterwards would be refused it."""
    left = asyncio._get_running_loop()
    if left is None or "chromium" in request.fixturenames:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(left)


@pytest.fixture(scope="session")
def shared() -> Path:
    """`../shared` (worked examples, reference answers); tests that read it skip elsewhere."""
    if not SHARED.is_dir():
        pytest.skip(f"needs {SHARED}, which is not here")
    return SHARED


@pytest.fixture(scope="session")
def vasl_boards() -> Path:
    """The VASL boards: `HEXFIRE_VASL_BOARDS`, or those in `../shared/boards`."""
    folder = Path(os.environ.get("HEXFIRE_VASL_BOARDS", SHARED / "boards"))
    if not any(folder.glob("bd*")):
        pytest.skip(f"needs VASL boards; {folder} holds none (set HEXFIRE_VASL_BOARDS)")
    return folder
