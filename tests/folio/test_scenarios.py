"""Scenario files: ours are sound, and every mistake is named with its line and its reason."""

from __future__ import annotations

import re

import pytest
from folio_scene import source, unit

from hexfire.folio import BadScenario, Folio, builtin, builtin_names, check, load
from hexfire.folio.names import texts
from hexfire.folio.options import Options
from hexfire.lang import LANGUAGES, words
from hexfire.play.toml_lines import lines_of
from hexfire.rulebook import BadInput

TUTORIAL = builtin("tutorial")


@pytest.mark.parametrize("name", builtin_names())
def test_our_scenarios_have_no_mistakes_and_speak_both_languages(name: str) -> None:
    text = builtin(name)
    assert check(text["toml"], text["map"]) == ()
    scenario = load(text)
    assert scenario.id == name and scenario.sources
    japanese = re.compile(r"[぀-ヿ一-鿿]")
    names = [scenario.name, scenario.about, *(side.name for side in scenario.sides)]
    names += [t.name for t in scenario.terrains] + [h.name for h in scenario.hexsides]
    names += [level.name for level in scenario.victory.levels]
    names += [way.name for way in scenario.victory.sudden]
    names += [o.name for o in scenario.victory.objectives]
    names += [u.name for u in scenario.units if u.name["en"] != u.id]
    names += list(scenario.ground.names.values()) + list(scenario.notes)
    for entry in names:
        assert entry["en"] and japanese.search(entry["ja"]), entry
    assert texts(scenario, "ja")[scenario.seats[0]] == scenario.sides[0].name["ja"]


def test_the_big_scenarios_are_as_big_as_promised() -> None:
    for name in ("sidi-rezegh", "walcheren"):
        scenario = load(builtin(name))
        assert 25 <= scenario.ground.grid.columns <= 40
        assert 25 <= len(scenario.units) <= 65
        assert 6 <= len(scenario.turns) <= 10
    assert load(builtin("sidi-rezegh")).turns[0].support == (8, 9)
    walcheren = load(builtin("walcheren"))
    assert any(u.special_forces and u.amphibious for u in walcheren.units)
    assert any(f.exempt for f in walcheren.ground.fortresses.values()) and walcheren.minefields


TOML_MISTAKES = [
    # what is written instead of what, the mistake, a piece of the line it is in
    ('front = "6-4-8"', 'front = "6-4"', "strength", '"6-4"'),
    ('front = "6-4-8"', "front = 648", "type", "648"),
    ('size = "II"', 'size = "V"', "choice", '"V"'),
    ('id = "5"', 'id = "1/7"', "unit_twice", '"1/7"'),
    ('id = "5"', 'id = "two words"', "id", "two words"),
    ('hex = "0205"', 'hex = "9905"', "no_hex", "9905"),
    ('hex = "0205"', 'hex = "0304"', "stacked", "0304"),
    ('hex = ["0103", "0107"]', 'hex = ["0205", "0304"]', "no_room", "0205"),
    ("turn = 2", "turn = 9", "late", "turn = 9"),
    ("turn = 2", "", "setup_or_turn", "[[units]]"),
    ('entry = ["0105", "0104", "0106"]', "", "no_entry", "turn = 2"),
    ('side = "red"', 'side = "green"', "no_side", "green"),
    ("value = 2", 'colour = "pink"', "unknown_key", "pink"),
    ('first_player = "blue"', "", "missing", "[scenario]"),
    ('support = "3/2"', 'support = "3:2"', "support", "3:2"),
    ('die = "d6"', 'die = "six"', "die", "six"),
    ('"-2..-1"', '"-2..1"', "range_gap", "-2..1"),
    ('"-2..-1"', '"low"', "range", "low"),
    ('"Ex", "D2", "D2", "D2", "D3"', '"Ex", "D9", "D2", "D2", "D3"', "result", "D9"),
    ('6 = ["Ae", ', "6 = [", "results_width", "6 = ["),
    ('row = "hill"', 'row = "alp"', "no_row", "[crt.rows]"),
    ("foot = 2", "foot = 0.3", "cost", "0.3"),
    ('mp = 1\nrow = "clear"', 'mp = 2\nrow = "clear"', "clear_cost", "mp = 2"),
    ('symbol = "w"', 'symbol = "h"', "symbol_twice", '"h"'),
    ('symbol = "w"', 'symbol = "ww"', "symbol", "ww"),
    ('even_lines = "on"', 'even_lines = "up"', "choice", "up"),
    ('{id = "b2", plus = 2}', '{id = "b1", plus = 2}', "marker_twice", "b1"),
    ('{side = "blue", margin = 4,', '{side = "blue",', "missing", 'side = "blue"'),
    ('holds = ["0604", "1205"]', 'holds = ["0101"]', "not_objective", "0101"),
    ('holds = ["0604", "1205"], ', "", "sudden_empty", 'side = "blue"'),
    ("[markers]", "[options]\nluck = true\n[markers]", "option", "luck"),
    ("[markers]", "[options]\nbarrage_unit_once = 3\n[markers]", "choice", "barrage_unit_once"),
    ("[sides.red]", "[sides.green]\n[sides.red]", "two_sides", "[sides"),
    ('id = "tutorial"', 'id = tutorial"', "toml", "tutorial"),
]


@pytest.mark.parametrize(("good", "bad", "key", "piece"), TOML_MISTAKES, ids=lambda v: str(v)[:30])
def test_a_mistake_in_the_toml_file_is_named_with_its_line(
    good: str, bad: str, key: str, piece: str
) -> None:
    text = TUTORIAL["toml"].replace(good, bad, 1)
    assert text != TUTORIAL["toml"]
    problems = check(text, TUTORIAL["map"])
    found = [p for p in problems if p.message.key == f"folio.scenario.{key}"]
    assert found, problems
    assert any(piece in text.splitlines()[p.line - 1] for p in found), found
    with pytest.raises(BadScenario):
        Folio().setup({"toml": text, "map": TUTORIAL["map"]}, {})
    for language in LANGUAGES:
        for problem in problems:
            assert "{" not in words(language).say(problem.message)


MAP_MISTAKES = [
    (". w . . . . . w w . . .", ". w . . . . . w w . .", "map_width"),
    (". w . . . . . w w . . .", ". w . . ? . . w w . . .", "map_symbol"),
    ("[river]", "[rivers]", "map_section"),
    ("0701: SW", "0701: W", "map_direction"),
    ("0701: SW", "0701: N", "map_edge"),
    ("0701: SW", "0701/0703", "not_adjacent"),
    ("0701: SW", "0701", "map_hexside"),
    ("0105-0205", "0105-0305", "not_adjacent"),
    ("0604-0605-0606-0706-0806-0907", "0604", "map_road"),
    ("1104\n", "1104 strong\n", "map_word"),
    ("1104\n", "4404\n", "no_hex"),
    ("1205 Harrow | ハロウ", "1205", "map_name"),
    ("[terrain]\n", "", "map_no_section"),
]


@pytest.mark.parametrize(("good", "bad", "key"), MAP_MISTAKES, ids=lambda v: str(v)[:30])
def test_a_mistake_in_the_map_file_is_named_with_its_line(good: str, bad: str, key: str) -> None:
    text = TUTORIAL["map"].replace(good, bad, 1)
    assert text != TUTORIAL["map"]
    found = [p for p in check(TUTORIAL["toml"], text) if p.message.key == f"folio.scenario.{key}"]
    assert found and found[0].file == "map"
    if bad:
        line = text.splitlines()[found[0].line - 1]
        assert bad.strip().splitlines()[0] in line or line in bad or bad.split()[0] in line


def test_all_mistakes_are_named_at_once() -> None:
    text = TUTORIAL["toml"].replace('"6-4-8"', '"6-4"').replace('"3-2-8"', '"x"').replace("d6", "q")
    keys = [p.message.key for p in check(text, TUTORIAL["map"].replace("[river]", "[brook]"))]
    assert keys.count("folio.scenario.strength") == 2
    assert {"folio.scenario.die", "folio.scenario.map_section"} <= set(keys)


def test_every_prefix_of_a_scenario_is_refused_cleanly() -> None:
    """A file cut anywhere gives mistakes or a scenario, never anything else."""
    toml, map_text = TUTORIAL["toml"], TUTORIAL["map"]
    for cut in range(0, len(toml), 97):
        check(toml[:cut], map_text)
    for cut in range(0, len(map_text), 23):
        check(toml, map_text[:cut])


def test_a_unit_may_not_begin_where_it_could_never_be() -> None:
    texts_ = source(
        [unit("a", "blue", "1-1-1", "0101"), unit("r", "red", "1-1-1", "0303")], "~..\n...\n..."
    )
    assert [p.message.key for p in check(texts_["toml"], texts_["map"])] == [
        "folio.scenario.prohibited"
    ]


def test_options_are_checked_by_name_and_value() -> None:
    game = Folio()
    for options in ({"luck": True}, {"barrage_unit_once": "perhaps"}, {"ae_in_barrage": "yes"}):
        with pytest.raises(BadInput):
            game.setup(TUTORIAL, options)
    with pytest.raises(BadInput):
        game.setup({"toml": 3}, {})
    with pytest.raises(BadInput):
        game.setup("nowhere", {})
    defaults = Options()
    assert defaults.foot_stops_on_entering_ezoc == "always" and defaults.defender_may_skip_first
    assert not defaults.entry_in_ezoc and defaults.ae_in_barrage == "none"


def test_lines_are_found_through_all_forms_of_toml() -> None:
    text = '''# remark with [brackets] = "x"
a = 1
b = ["x", # one
  "y]",
  {c = "}", d = [1,
    2]},
]
[t.u]
"k e" = \'lit\'
m = """two
lines"""
[[v]]
w = 1
[[v]]
w = 2
[v.x]
y = 3
'''
    found = lines_of(text)
    assert found["a",] == 2 and found["b", 1] == 4 and found["b", 2, "d", 1] == 6
    assert found["t", "u", "k e"] == 9 and found["t", "u", "m"] == 10
    assert found["v", 0, "w"] == 13 and found["v", 1, "w"] == 15
    assert found["v", 1, "x", "y"] == 17


def test_pointed_hexes_serve_too() -> None:
    text = TUTORIAL["toml"].replace('hexes = "flat"', 'hexes = "pointy"')
    plain = TUTORIAL["map"].split("[road]")[0] + "[river]\n0303: E SW\n[fortress]\n1104\n"
    assert check(text, plain) == ()
    game = Folio()
    state = game.setup({"toml": text, "map": plain}, {})
    assert game.to_act(state) == ("red",)
