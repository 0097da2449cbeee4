"""Map files taken apart and put together again: nothing is lost, and the reader sees the same."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from hexfire.folio import builtin
from hexfire.folio.library import builtin_names
from hexfire.folio.mapdraft import FortressDraft, MapDraft, NameDraft, put_together, take_apart
from hexfire.folio.reader import load, read
from hexfire.rulebook import BadInput
from hexfire.rulebook.toml import read_toml

replace = msgspec.structs.replace


def texts(name: str) -> tuple[str, str, dict[str, Any]]:
    source = builtin(name)
    return source["toml"], source["map"], read_toml(source["toml"])


@pytest.mark.parametrize("name", builtin_names())
def test_our_maps_come_back_byte_for_byte_and_hex_for_hex(name: str) -> None:
    toml, map, data = texts(name)
    draft = take_apart(map, data)
    assert draft.others == {}
    assert put_together(map, draft, data) == map
    anew = put_together("", draft, data)
    assert load({"toml": toml, "map": anew}).ground == load(builtin(name)).ground


def test_a_change_rewrites_its_own_section_and_no_other() -> None:
    toml, map, data = texts("tutorial")
    draft = take_apart(map, data)
    drawn = replace(
        draft,
        roads=(*draft.roads, ("0404", "0405")),
        fortresses=(*draft.fortresses, FortressDraft("0101", True, "red")),
        names=(*draft.names, NameDraft("0101", "A | B", "")),
    )
    made = put_together(map, drawn, data)
    ground = load({"toml": toml, "map": made}).ground
    at = {ground.grid.label(hex): i for i, hex in enumerate(ground.grid.hexes)}
    assert (at["0405"], at["0404"]) in ground.roads
    assert ground.fortresses[at["0101"]] == (at["0101"], True, 1)
    assert ground.names[at["0101"]] == {"en": "A / B", "ja": "A / B"}
    river = map[map.index("[river]") : map.index("[fortress]")]
    assert river in made and made.startswith("# The crossing at Kestrel")


def test_hexsides_are_written_by_direction_in_any_lie_of_the_hexes() -> None:
    rows = ("...",) * 3
    pairs = (("0202", "0203"), ("0102", "0202"))
    for hexes in ("flat", "pointy"):
        for lines in ("on", "back"):
            data = {"map": {"hexes": hexes, "even_lines": lines}}
            text = put_together("", MapDraft(rows, sides={"river": pairs}), data)
            assert set(take_apart(text, data).sides["river"]) == set(pairs), (hexes, lines)


def test_what_no_one_can_read_is_kept_as_it_stands() -> None:
    _, map, data = texts("tutorial")
    odd = map + "\n[road]\nhere-there\n[supply]\n0101 blue 3\n"
    draft = take_apart(odd, data)
    assert draft.others == {"road": ("here-there",), "supply": ("0101 blue 3",)}
    made = put_together(odd, replace(draft, roads=()), data)
    assert "here-there" in made and "[supply]\n0101 blue 3" in made
    assert take_apart(made, data).others == draft.others


def test_a_row_that_would_be_read_as_a_remark_is_refused() -> None:
    with pytest.raises(BadInput, match="map_remark"):
        put_together("", MapDraft(("#.", "..")), {})


def test_the_first_printed_number_is_the_maps_own() -> None:
    toml, map, _ = texts("tutorial")
    shifted = {f"{c:02}{r:02}": f"{c + 9:02}{r - 1:02}" for c in range(1, 13) for r in range(1, 10)}

    def relabelled(text: str) -> str:
        made, i = [], 0
        while i < len(text):
            label = text[i : i + 4]
            made.append(shifted.get(label, text[i]))
            i += 4 if label in shifted else 1
        return "".join(made)

    toml = relabelled(toml).replace('even_lines = "on"', 'even_lines = "on"\nfirst = "1000"')
    found, problems = read(toml, relabelled(map), {})
    assert problems == () and found is not None
    assert found.labels[0] == "1000" and found.labels[-1] == "2108"
    ours = load(builtin("tutorial"))
    assert found.ground.roads == ours.ground.roads and found.ground.sides == ours.ground.sides


@pytest.mark.parametrize("first", ["10", "0a01", "00001"])
def test_a_first_number_has_four_digits(first: str) -> None:
    toml, map, _ = texts("tutorial")
    toml = toml.replace('even_lines = "on"', f'even_lines = "on"\nfirst = "{first}"')
    _, (problem, *_) = read(toml, map, {})
    assert problem.message.key == "folio.scenario.first_number"
    assert problem.path == ("map", "first")
