"""JSON of strangers: `hexfire.rulebook.json`."""

from __future__ import annotations

import msgspec
import pytest

from hexfire.rulebook.json import read_json


def test_plain_data_is_read_as_it_stands() -> None:
    assert read_json('{"a": [1, "日"]}') == {"a": [1, "日"]}


@pytest.mark.parametrize("text", ["[" * 200_000, '{"a":' * 200_000, '{"a": 1', '"\ud800"'])
def test_what_cannot_be_read_is_an_error_of_the_text(text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        read_json(text)
