"""A TOML text with other values: what did not change stays as it was written."""

from __future__ import annotations

import string
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfire.folio import builtin
from hexfire.folio.library import builtin_names
from hexfire.play.toml_rewrite import rewritten, written
from hexfire.rulebook.toml import read_toml

MINE = '''\
# who wrote this
top = 0x10   # sixteen

[a]  # a table
x = [1,2,
  # the third
  3]
"odd key" = """two
lines"""

# the second
[[list]]
id = "p"
n = 1.5
# the third
[[list]]
id = "q"
n = {deep = true}
[b.c]
z = 'raw \\ text'
# the end
'''


def change(data: dict[str, Any], *steps: Any, to: Any) -> dict[str, Any]:
    *before, last = steps
    here: Any = data
    for step in before:
        here = here[step]
    here[last] = to
    return data


def test_nothing_changed_leaves_every_byte() -> None:
    assert rewritten(MINE, read_toml(MINE)) == MINE


@pytest.mark.parametrize("name", builtin_names())
def test_our_scenarios_are_written_as_they_are_and_from_nothing(name: str) -> None:
    text = builtin(name)["toml"]
    data = read_toml(text)
    assert rewritten(text, data) == text
    assert read_toml(written(data)) == data


@pytest.mark.parametrize(
    ("steps", "value", "line"),
    [
        (("top",), 17, "top = 17"),
        (("a", "x"), [1, 4, 3], "  # the third"),
        (("list", 1, "n"), 2, "n = 2"),
        (("b", "c", "z"), 'a "quote"', 'z = "a \\"quote\\""'),
        (("b", "new"), "text", 'new = "text"'),
        (("b", "c", "list"), [{"m": 1}, {"m": 2}], "  {m = 2},"),
        (("list", 0, "id"), "other", 'id = "other"'),
        (("extra",), {"k": {"en": "x"}}, 'k = {en = "x"}'),
    ],
)
def test_one_change_is_one_change(steps: tuple[Any, ...], value: Any, line: str) -> None:
    wanted = change(read_toml(MINE), *steps, to=value)
    made = rewritten(MINE, wanted)
    assert read_toml(made) == wanted
    assert line in made.splitlines()
    for remark in ("# who wrote this", "# a table", "# the second", "# the end"):
        assert remark in made


def test_an_element_goes_with_its_remark_and_leaves_the_others() -> None:
    wanted = read_toml(MINE)
    del wanted["list"][0]
    made = rewritten(MINE, wanted)
    assert read_toml(made) == wanted
    assert "# the second" not in made and "# the third\n[[list]]" in made


def test_the_order_of_tables_is_kept_when_one_gets_another_name() -> None:
    text = "[sides.blue]\nname = 1\n[sides.red]\nname = 2\n"
    wanted = {"sides": {"azure": {"name": 1}, "red": {"name": 2}}}
    assert list(read_toml(rewritten(text, wanted))["sides"]) == ["azure", "red"]


_NAMES = st.text(string.ascii_letters + "_-é .", min_size=1, max_size=4)
_VALUES = st.recursive(
    st.booleans() | st.integers(-999, 999) | st.text(max_size=6) | st.sampled_from([0.5, 2.5]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_NAMES, inner, max_size=3),
    max_leaves=8,
)


@given(
    st.dictionaries(_NAMES, _VALUES, max_size=4),
    st.dictionaries(_NAMES, _VALUES, max_size=4),
)
def test_whatever_is_wanted_is_what_is_read(old: dict[str, Any], new: dict[str, Any]) -> None:
    before = written(old)
    assert read_toml(before) == old
    assert read_toml(rewritten(before, new)) == new
    assert read_toml(rewritten(MINE, read_toml(MINE) | new)) == read_toml(MINE) | new
