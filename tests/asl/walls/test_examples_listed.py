"""No worked example of B9 is forgotten: each is named by a test that plays it."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

ELSEWHERE = {
    # Gunnery (C3.33, C6.2): who is not seen is no target; the WP shot itself is To Hit.
    "B9.521-ex2-L4-mortar-wp",
    # The loss of "?" by a Pin Task Check (A12) is not a rule of walls.
    "B9.55-ex2-dfph-fire",
}


def test_every_example_is_played(shared: Path) -> None:
    listed = {
        case["id"] for case in yaml.safe_load((shared / "examples/b9-bocage.yaml").read_text())
    }
    text = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    played = set(re.findall(r"\[(B9[\w.-]+)\]", text))
    assert listed - ELSEWHERE == played & listed
    assert not ELSEWHERE & played and listed >= ELSEWHERE
    assert played <= listed, played - listed
