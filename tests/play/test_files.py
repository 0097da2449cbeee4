"""Files that a person names: read whole, or refused with a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexfire.play import read_text
from hexfire.rulebook import BadInput


def test_a_file_without_end_is_refused() -> None:
    endless = Path("/dev/zero")
    if not endless.exists():
        pytest.skip("there is no endless file here")
    with pytest.raises(BadInput) as refusal:
        read_text(endless)
    assert refusal.value.message.key == "core.cannot_read"
