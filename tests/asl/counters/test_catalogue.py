"""The catalogue: everything in it can stand on a counter, and can be found."""

from __future__ import annotations

import json
import tomllib
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfire.asl.counters import Catalogue, Gun, Leader, Squad, SupportWeapon, Vehicle, catalogue
from hexfire.asl.tables import to_kill
from hexfire.lang import words
from hexfire.rulebook import BadInput


def test_every_entry_of_the_file_is_there() -> None:
    text = (resources.files("hexfire.asl.counters") / "units.toml").read_text("utf-8")
    data = tomllib.loads(text)
    kinds = {"vehicle": Vehicle, "gun": Gun, "sw": SupportWeapon, "mmc": Squad}
    for section, kind in kinds.items():
        assert sum(isinstance(c, kind) for c in catalogue()) == len(data[section])
    # One entry lists the five armor leaders of its nation.
    leaders = sum(len(entry.get("strengths", [0])) for entry in data["smc"])
    assert sum(isinstance(c, Leader) for c in catalogue()) == leaders
    assert (len(data["vehicle"]), len(data["gun"]), len(data["sw"])) == (213, 103, 69)


def test_ids_are_unique_and_entries_hashable() -> None:
    every = list(catalogue())
    assert len({counter.id for counter in every}) == len(every) == len(set(every))


def test_a_printed_counter() -> None:
    tank = catalogue().find("PzKpfw IVH")
    assert isinstance(tank, Vehicle)
    assert (tank.ma, tank.rof, tank.cs, tank.turret, tank.target_size) == ("75L", 1, 6, "T", 0)
    assert [tank.af("front", False), tank.af("front", True)] == [8, 6]
    assert [tank.af("side", False), tank.af("rear", True)] == [3, 4]
    assert (tank.mg.bow, tank.mg.coax, tank.mg.aa) == (3, 5, None)


@pytest.mark.parametrize(
    ("said", "nation", "year", "found"),
    [
        ("pzkpfw ivh", None, None, "ge-pzivh"),
        ("PzKpfw-IVH", None, None, "ge-pzivh"),
        ("ge-pzivh", None, None, "ge-pzivh"),
        ("4-6-7", None, None, "ge-ge467S"),
        ("10-3", "us", None, "am-amL103"),
        ("T34/85", "Soviet", 1944, "ru-T3485"),
    ],
)
def test_finding(said: str, nation: str | None, year: int | None, found: str) -> None:
    assert catalogue().find(said, nation, year).id == found


def test_several_and_none_are_refused_with_names() -> None:
    with pytest.raises(BadInput) as several:
        catalogue().find("T-34")
    assert several.value.message["count"] == 4
    assert any("T-34 M41" in name for name in several.value.message["found"])
    with pytest.raises(BadInput) as none:
        catalogue().find("PzKpfw IVG2")
    assert none.value.message.key == "effects.unit.none"
    assert "PzKpfw IVH" in none.value.message["near"]


def test_searching_by_words_nation_and_year() -> None:
    assert {c.nation for c in catalogue().search("", nation="brit")} == {"British"}
    assert {c.name for c in catalogue().search("tiger")} >= {"PzJg Tiger"}
    assert catalogue().search("no such thing") == ()
    assert catalogue().search("!?") == ()


def test_every_gun_size_is_on_the_tables() -> None:
    for counter in catalogue():
        if isinstance(counter, Vehicle):
            assert all(af in to_kill.af_levels() for af in counter.afs)
            assert bool(counter.afs) is counter.armored


# -- users' files --------------------------------------------------------------------------------

TANK = """
[[vehicle]]
id = "own-tank"
nation = "Hungarian"
name = "40M Turán I"
type = "MT"
movement = "tracked"
mp = 14
target_size = 0
af_front = 6
af_front_mark = "plain"
af_side_rear = 3
af_side_rear_mark = "boxed"
af_turret_front = 6
af_turret_side_rear = 4
turret = "T"
ma = "40"
rof = 1
cs = 5
since = 1942
until = 1945
aerial_af = 2
ammo = { HE = [{ n = 8, when = "3+" }] }
"""


def own(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "own.toml"
    file.write_text(text, "utf-8")
    return file


def test_a_user_file_adds_counters(tmp_path: Path) -> None:
    both = Catalogue.load([own(tmp_path, TANK)])
    tank = both.find("turán")
    assert len(both) == len(catalogue()) + 1
    assert (tank.aerial_af, tank.af("side", True)) == (2, 4)
    assert both.search("turán", year=1941) == ()
    assert both.search("turán", year=1943) == (tank,)


def test_a_user_file_wins_over_the_built_in_entry(tmp_path: Path) -> None:
    changed = TANK.replace("own-tank", "ge-pzivh")
    both = Catalogue.load([own(tmp_path, changed)])
    assert len(both) == len(catalogue())
    assert both["ge-pzivh"].nation == "Hungarian"
    assert catalogue()["ge-pzivh"].nation == "German"


@pytest.mark.parametrize(
    ("change", "key", "said"),
    [
        (("af_front = 6\n", "af_front = 5\n"), "figure", "af_front"),
        (("af_turret_side_rear = 4", "af_turret_side_rear = 6"), "figure", "4"),
        (('ma = "40"', 'ma = "41"'), "figure", "41"),
        (("HE = [", "A = ["), "figure", "TK: A"),
        (("HE = [", "Q = ["), "figure", "Q"),
        (('turret = "T"', 'turret = "TT"'), "figure", "TT"),
        (('movement = "tracked"', 'movement = "hover"'), "figure", "hover"),
        (("rof = 1", "rof = 9"), "figure", "9"),
        (("cs = 5", "cs = 55"), "figure", "55"),
        (("mp = 14", 'mp = "fast"'), "bad_entry", "own-tank"),
        (("cs = 5\n", ""), "bad_entry", "cs"),
        (("cs = 5", "cs = 5\ncolour = 1"), "bad_entry", "colour"),
        (("[[vehicle]]", "[[tank]]"), "section", "tank"),
        (("[[vehicle]]", "[vehicle]"), "section", "vehicle"),
        (("[[vehicle]]", "[[vehicle]"), "not_toml", "own.toml"),
        (("", ""), "twice", "own-tank"),
    ],
)
def test_bad_files_are_refused_by_name(
    tmp_path: Path, change: tuple[str, str], key: str, said: str
) -> None:
    text = TANK + TANK if key == "twice" else TANK.replace(*change, 1)
    with pytest.raises(BadInput) as refused:
        Catalogue.load([own(tmp_path, text)])
    assert refused.value.message.key == f"effects.catalogue.{key}"
    for language in ("en", "ja"):
        sentence = words(language).refusal(refused.value)
        assert said in sentence and "{" not in sentence.replace("{}", "")


VALUES = st.recursive(
    st.one_of(
        st.integers(-5, 300),
        st.booleans(),
        st.sampled_from(["", "75L", "T", "plain", "9-1", "1-4-9", "squad", "x", "10-3-", "戦車"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2),
        st.dictionaries(st.sampled_from(["n", "when", "bow", "A", "cal", "pp"]), inner, max_size=2),
    ),
    max_leaves=4,
)
FIGURES = st.sampled_from(
    [
        *("id", "nation", "name", "type", "movement", "mp", "target_size", "cs", "turret", "ma"),
        *("af_front", "af_front_mark", "af_side_rear", "rof", "b", "mg", "ammo", "ammo_37", "back"),
        *("class", "printed", "caliber", "barrel", "mount", "m", "kind", "strength", "strengths"),
        *("fp", "range", "morale", "broken_morale", "drm", "limbered_fire", "dm", "armored"),
        *("since", "colour"),
    ]
)


def toml(value) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(v)}" for key, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


@settings(max_examples=150, deadline=None)
@given(
    section=st.sampled_from(["vehicle", "gun", "sw", "mmc", "smc"]),
    entry=st.dictionaries(FIGURES, VALUES, max_size=12),
)
def test_any_file_is_read_or_refused_never_a_crash(
    tmp_path_factory, section: str, entry: dict
) -> None:
    file = tmp_path_factory.mktemp("own") / "own.toml"
    lines = [f"[[{section}]]", *(f"{key} = {toml(value)}" for key, value in entry.items())]
    file.write_text("\n".join(lines), "utf-8")
    said = read_or_refused(file)
    assert said is None or "own.toml" in said


def read_or_refused(file: Path) -> str | None:
    try:
        Catalogue.load([file])
    except BadInput as refused:
        return words("ja").refusal(refused)
    return None


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput):
        Catalogue.load([tmp_path / "none.toml"])


def test_the_example_of_the_docs_can_be_read(tmp_path: Path) -> None:
    docs = Path(__file__).resolve().parents[3] / "docs" / "catalogue.md"
    example = docs.read_text("utf-8").split("```toml\n")[1].split("```")[0]
    tank = Catalogue.load([own(tmp_path, example)]).find("40M Turán I")
    assert (tank.id, tank.ma, tank.aerial_af) == ("hu-turan1", "40", 2)
