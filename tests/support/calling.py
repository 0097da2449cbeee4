"""`hexfire` called as from a shell."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hexfire.cli.main import run


def call(
    capture: pytest.CaptureFixture[str], *arguments: object, code: int | None = None
) -> tuple[int, str, str]:
    """The exit code of a call, what it printed, what it complained; the code may be asked for."""
    with pytest.raises(SystemExit) as left:
        run([str(argument) for argument in arguments])
    out, err = capture.readouterr()
    found = int(left.value.code or 0)
    assert "Traceback" not in out + err
    assert code in (None, found), out + err
    return found, out, err


def told(capture: pytest.CaptureFixture[str], *arguments: object) -> Any:
    """What a call that goes well says to a program."""
    return json.loads(call(capture, *arguments, "--json", code=0)[1])
