"""`hexfire gun` as a player and a program use it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import calling
import pytest

from hexfire.asl.fieldguns.entries import entry_into
from hexfire.rulebook import BadInput


def call(capsys: Any, *arguments: str) -> tuple[int, str, str]:
    return calling.call(capsys, "gun", *arguments)


def data(capsys: Any, *arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = calling.told(capsys, "gun", *arguments)
    return found


def allowed(found: dict[str, Any]) -> set[str]:
    return {move["name"] for move in found["moves"] if move["allowed"]}


@pytest.mark.rule("C10.3", "C10.3-T")
def test_the_push_of_the_example(capsys: Any) -> None:
    found = data(capsys, "ge-AT37L", "--into", "stone building")
    push = found["push"]
    assert (push["total_drm"], push["max_original_dr"]) == (7, 5)
    assert push["odds"]["fails"] == str(Fraction(26, 36))
    assert [Fraction(p) for p in push["within_tries"]] == sorted(
        map(Fraction, push["within_tries"])
    )
    assert push["within_tries"][0] == "5/18"
    helped = data(capsys, "ge-AT37L", "--into", "stone building", "--by", "crew+squad")
    assert helped["push"]["total_drm"] == 5


def test_typed_dice_resolve_the_push(capsys: Any) -> None:
    results = [
        data(capsys, "ge-AT37L", "--into", "stone building", "--dice", dice)["rolled"]["result"]
        for dice in ("2,2", "2,3", "3,3")
    ]
    assert results == ["enters_and_may_go_on", "enters_and_stops", "fails"]
    code, _, err = call(capsys, "ge-AT37L", "--into", "woods", "--dice", "2,7")
    assert code == 2 and "C10.3" in err
    code, _, err = call(capsys, "ge-AT37L", "--into", "woods", "--dice", "two")
    assert code == 2 and "two" in err
    code, _, err = call(capsys, "ge-AT37L", "--dice", "2,2")
    assert code == 2 and "--into" in err


def test_what_may_be_done_phase_by_phase(capsys: Any) -> None:
    flak = ("ge-AA88L", "--vehicle", "ge-sdkfz7")
    assert allowed(data(capsys, *flak, "--phase", "PFPh")) == {"fire", "limber"}
    assert allowed(data(capsys, *flak, "--phase", "MPh")) == set()
    limbered = (*flak, "--state", "limbered")
    assert allowed(data(capsys, *limbered, "--phase", "MPh")) == {"hook_up"}
    assert allowed(data(capsys, *limbered, "--phase", "PFPh")) == {"fire", "unlimber"}
    hooked = (*flak, "--state", "hooked", "--aboard")
    assert allowed(data(capsys, *hooked, "--phase", "MPh")) == {"unhook"}
    dfph = ("ge-AA88L", "--phase", "dfph", "--enemy-turn")
    assert allowed(data(capsys, *dfph)) == {"fire", "limber"}
    costs = {m["name"]: m["mp"] for m in data(capsys, *limbered)["moves"]}
    assert costs["hook_up"] == 5  # a quarter of 17 MP, FRU


def test_portee_and_mortars(capsys: Any) -> None:
    lorry = ("br-AT57L", "--vehicle", "br-ton3")
    assert allowed(data(capsys, *lorry, "--portee")) == {"hook_up", "load"}
    riding = (*lorry, "--state", "portee", "--aboard", "--phase", "PFPh")
    assert allowed(data(capsys, *riding)) == set()
    assert allowed(data(capsys, *riding, "--portee-fires")) == {"fire"}
    assert allowed(data(capsys, "ge-MTR81s", "--phase", "PFPh")) == {"fire", "dismantle"}
    parts = data(capsys, "ge-MTR81s", "--phase", "PFPh", "--state", "dismantled")
    assert allowed(parts) == {"assemble"}


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("ge-AT37L", "--into", "woods", "--road", "--low-ammo", "--labor", "1"),
        ("ge-AA88L", "--phase", "PFPh", "--vehicle", "SPW 251/1"),
        ("ge-AR150", "--into", "open", "--mud"),
        ("ru-AR76", "--into", "deep stream"),
    ],
)
def test_the_page_is_whole_in_both_languages(
    capsys: Any, lang: str, arguments: tuple[str, ...]
) -> None:
    code, out, err = call(capsys, *arguments, "--lang", lang)
    assert (code, err) == (0, "")
    assert "fieldguns." not in out and "{" not in out


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("ge-AT37L", "--state", "flying"), "flying"),
        (("ge-AT37L", "--phase", "tea"), "tea"),
        (("ge-AT37L", "--by", "ghost"), "ghost"),
        (("ge-AT37L", "--vehicle", "PzKpfw IVH"), "PzKpfw IVH"),
        (("ge-AT37L", "--into", "building"), "stone"),
        (("ge-AT37L", "--into", "woods", "--across", "woods"), "woods"),
        (("ge-AT37L", "--date", "1944"), "1944"),
        (("ge-AT37L", "--state", "limbered"), "Quick Set-Up"),
        (("ge-RCL75s", "--state", "emplaced"), "RCL"),
        (("ge-AT37L", "--state", "portee"), "--vehicle"),
        (("no such gun",), "no such gun"),
    ],
)
def test_a_mistake_is_one_sentence(capsys: Any, arguments: tuple[str, ...], word: str) -> None:
    code, out, err = call(capsys, *arguments, "--lang", "en")
    assert (code, out) == (2, "")
    assert word in err and err.count("\n") == 1


def test_entries() -> None:
    wall = entry_into("open", "wall")
    assert (wall.mf, wall.hexside_tem) == (2, 2)
    assert entry_into("woods", road=True).mf == 1
    assert entry_into("woods", uphill=True).mf == 4
    assert entry_into("road").road
    assert entry_into("deep stream").deep_stream
    with pytest.raises(BadInput, match="mf_needed"):
        entry_into("cliff")
    assert entry_into("cliff", mf=3, tem=0).push_mf == 6
