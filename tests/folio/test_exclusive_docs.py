"""The examples of the page on exclusive rules are read without a mistake, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from folio_scene import source, unit

from hexfire.folio import Folio, check

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [DOCS / "folio-exclusive.md", DOCS / "ja" / "folio-exclusive.md"]
UNITS = [
    unit("HQ", "blue", "1-1-4", "0101"),
    unit("HQ/7", "blue", "1-1-4", "0102"),
    unit("A", "blue", "4-4-4", "0103", formation="7", arm="armor"),
    unit("E1", "blue", "1-1-4", "0104", arm="engineer"),
    unit("G/1", "blue", "1-1-4", "0105"),
    unit("I", "red", "4-4-4", "0909", nation="italy"),
    unit("M", "red", "4-4-4", "0908", mobile=True),
    unit("I/5", "blue", "4-4-4", turn=1, entry=["0109"]),
    unit("II/5", "blue", "4-4-4", turn=1, entry=["0109"]),
    unit("P", "red", "4-4-4", turn=1, entry=["0108"], formation="para"),
]
VICTORY = (
    '[victory]\nlevels = [{side = "axis", margin = 1}]\n'
    'hexes = [{hex = "0604", points = 1, holder = "allied"}]\n'
)
DAYS = "\n".join(f"[exclusive.conditions.{name}]" for name in ("rain", "mud"))


def examples(page: Path) -> list[str]:
    return re.findall(r"```toml\n(.*?)```", page.read_text("utf-8"), re.DOTALL)


CASES = [(page, n) for page in PAGES for n in range(len(examples(page)))]


@pytest.mark.parametrize(
    ("page", "number"), CASES, ids=lambda value: str(getattr(value, "parent", value))[-3:]
)
def test_an_example_is_valid_and_can_be_set_up(page: Path, number: int) -> None:
    rules = examples(page)[number]
    if "[exclusive.weather]" in rules:
        rules += DAYS
    texts = source(
        UNITS,
        more_ground="[road]\n0404-0405",
        victory=VICTORY + rules,
        markers={"blue": [1, 2], "red": [1]},
        turns=["1/1"] * 5,
    )
    toml = texts["toml"].replace('"blue"', '"axis"').replace('"red"', '"allied"')
    toml = toml.replace("sides.blue", "sides.axis").replace("sides.red", "sides.allied")
    toml = toml.replace('"b1"', '"X1"').replace('"b2"', '"X2"')
    texts["toml"] = toml + '\n[terrain.town]\nsymbol = "t"\n'
    assert [str(problem) for problem in check(**texts)] == []
    assert Folio().setup(texts, {}).turn == 1


def test_both_pages_have_the_same_examples() -> None:
    plain = [[re.sub(r"\s*#.*", "", text) for text in examples(page)] for page in PAGES]
    assert plain[0] == plain[1] and len(plain[0]) >= 9
