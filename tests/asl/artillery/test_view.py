"""Nobody sees what he may not."""

from __future__ import annotations

import msgspec
import pytest

from hexfire.asl.artillery.battery import Link
from hexfire.asl.artillery.view import view
from hexfire.rulebook import BadInput

from .conftest import Make


@pytest.mark.rule("C1.73", "C1.23")
def test_the_enemy_learns_nothing_of_registered_hexes_or_the_phone(game: Make) -> None:
    secrets = {
        "preregistered": ("M5", "P7"),
        "link": Link.PHONE,
        "security_area": ("E5", "E6"),
        "observer": "Hidden One",
    }
    play = game(**secrets).radio("3 4 black").say("place", "U3", "1")
    open_one = game().radio("3 4 black").say("place", "U3", "1")
    seen = view(play.setup, play.table, "Russian")
    assert seen == view(open_one.setup, open_one.table, "Russian"), "equal but for secrets"
    text = msgspec.json.encode(seen).decode()
    for secret in ("M5", "P7", "E5", "E6", "phone", "Hidden One", "pile"):
        assert secret not in text
    assert seen[0].hex == "U3"
    assert seen[0].access
    own = msgspec.json.encode(view(play.setup, play.table, "German")).decode()
    assert "M5" in own
    with pytest.raises(BadInput):
        view(play.setup, play.table, "Finnish")
