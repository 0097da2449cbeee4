"""`hexfire shot` and `hexfire duel` as a player and a program use them."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from calling import call, told

from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.assist.shots.order import read_order
from hexfire.assist.shots.spoken import parse
from hexfire.lang import words
from hexfire.rulebook import BadInput, Refusal

WORDS = ["PzKpfw IVH", "at", "T-34 M41", "range", "8", "side", "moving", "mp", "2", "dff"]
ORDER = {
    "weapon": "PzKpfw IVH",
    "target": {"unit": "T-34 M41", "facing": "side", "moving": True, "mp_in_los": 2},
    "range": 8,
    "phase": "DFF",
    "date": "1943-07",
}


def answer(capsys, *arguments):
    return told(capsys, "shot", *arguments)


def test_the_short_form_and_json_say_the_same(capsys, tmp_path):
    file = tmp_path / "shot.json"
    file.write_text(json.dumps(ORDER))
    spoken = answer(capsys, *WORDS, "--date", "1943-07")
    written = answer(capsys, str(file))
    assert spoken == written
    assert spoken["basic_th"] == spoken["modified_th"] == 9
    assert spoken["drm"] == {"J": 2, "J1": 1}
    assert (spoken["total_drm"], spoken["max_original_dr"]) == (3, 6)
    assert spoken["p_hit"] == "5/12"
    assert [t["rule"] for t in spoken["tally"]] == ["C6.1", "C6.11"]
    assert spoken["tally"][0]["name"] == "Moving target"
    assert (spoken["basic_tk"], spoken["final_tk"], spoken["af"]) == (17, 11, 6)
    effects = {k: Fraction(v) for k, v in spoken["odds"]["effects"].items()}
    assert sum(effects.values()) == Fraction(5, 12)
    assert Fraction(spoken["odds"]["miss"]) == Fraction(7, 12)
    assert spoken["rof_for_shot"] == 1
    assert Fraction(spoken["odds"]["rof_kept"]) == Fraction(1, 6)
    assert spoken["refused"] is None


def test_typed_dice(capsys):
    thrown = answer(capsys, *WORDS, "--date", "1943-07", "--dice", "2,3,2,3")
    assert thrown["hit"] and thrown["hit_location"] == "turret" and not thrown["is_ch"]
    assert thrown["results"][0]["result"] == "burn"
    assert (thrown["rof_kept"], thrown["malfunction"], thrown["acquisition_after"]) == (
        False,
        False,
        -1,
    )
    open_end = answer(capsys, *WORDS, "--date", "1943-07", "--dice", "2,3")
    assert "results" not in open_end and open_end["need"].startswith("C7.11")
    code, _, err = call(capsys, "shot", *WORDS, "--date", "1943-07", "--dice", "6,6,1")
    assert code == 2 and "1" in err
    code, _, err = call(capsys, "shot", *WORDS, "--date", "1943-07", "--dice", "7,1")
    assert code == 2 and "7" in err


@pytest.mark.rule("C5.64#7")
def test_the_page_tells_when_the_crew_does_not_stand_the_overrun(capsys):
    order = ["5cm PaK 38", "ovr-prevention", "first-fired", "intensive", "morale", "8", "dff",
             "at", "T-34 M41", "moving", "mp", "5", "range", "0", "--date", "1942-07"]  # fmt: skip
    for dice, said in (("4,5", "break"), ("4,4", "pinned")):
        _, out, _ = call(capsys, "shot", *order, "--dice", dice)
        assert said in out and "no hit is determined" in out
    _, out, _ = call(capsys, "shot", *order, "--dice", "3,4")
    assert "no hit is determined" not in out


@pytest.mark.rule("B9.33c#1", "B9.33c#3")
def test_the_page_tells_the_drm_of_who_looks_over_the_wall(capsys):
    for level, lowered in (("2", True), ("1", False)):
        order = ["PzKpfw IVH", "level", level, "at", "T-34 M41", "hd", "behind", "wall"]
        _, out, _ = call(capsys, "shot", *order, "range", "1", "--date", "1943-07")
        assert ("-1 to the coloured die" in out and "B9.33c" in out) is lowered


def test_dice_inside_the_order(capsys, tmp_path):
    file = tmp_path / "shot.json"
    file.write_text(json.dumps(ORDER | {"dice": [2, 3], "effects_dice": [2, 3]}))
    assert answer(capsys, str(file))["results"][0]["result"] == "burn"


def test_a_seed_repeats(capsys):
    first = answer(capsys, *WORDS, "--date", "1943-07", "--seed", "5")
    again = answer(capsys, *WORDS, "--date", "1943-07", "--seed", "5")
    assert first == again and len(first["dice"]) == 2


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_page_shows_the_number_large_and_first(capsys, lang):
    code, out, _ = call(capsys, "shot", *WORDS, "--date", "1943-07", "--why-not", "--lang", lang)
    assert code == 0
    lines = out.splitlines()
    assert "PzKpfw IVH → T-34 M41" in lines[0]
    assert "█▀▀" in lines[2]  # the 6
    assert "C6.11" in out and "5/12" in out


def test_why_not(capsys):
    order = ["PzKpfw IVH", "at", "T-34 M41", "range", "1", "motion", "--date", "1943-07"]
    _, plain, _ = call(capsys, "shot", *order)
    _, full, _ = call(capsys, "shot", *order, "--why-not")
    assert "Non-Stopped" not in plain
    assert "the target is in Motion or Non-Stopped" in full


def test_compare_marks_the_best(capsys):
    code, out, _ = call(
        capsys, "shot", *WORDS, "--date", "1943-07", "--compare", "ammo range=4,20", "--json"
    )
    assert code == 0
    ways = json.loads(out)["ways"]
    assert sum(way["best"] for way in ways) == 1
    best = next(way for way in ways if way["best"])
    assert (best["ammo"], best["range"]) == ("AP", 4)
    code, out, _ = call(capsys, "shot", *WORDS, "--date", "1943-07", "--compare", "type")
    assert "best" in out and "C3.31" in out
    code, _, err = call(capsys, "shot", *WORDS, "--date", "1943-07", "--compare", "colour")
    assert code == 2 and "colour" in err


@pytest.mark.parametrize(
    ("arguments", "rule", "holds"),
    [
        ([*WORDS[:6], "apds", "--date", "1943-07"], "C2.26", "APDS"),
        (["PzKpfw IVH", "at", "T-34 M41", "range", "8", "ife"], "C2.29", "IFE"),
        (["PzKpfw IIIH", "at", "T-34 M41", "range", "8", "area", "ap"], "C3.33", "HE"),
        (["T-34 M41", "at", "men", "range", "3", "vehicle"], "C3.31", "Vehicle"),
        (["PzKpfw IVH", "at", "T-34 M41", "range", "8", "turned", "1", "mph"], "C5.13", "CA"),
        # No such ammunition; a range beyond the limit; HE from an underlined calibre; a date
        # before the ammunition exists; Target Types that the rules forbid.
        (["T-34 M41", "at", "men", "range", "3", "heat", "--date", "1943-07"], "C2.26", "HEAT"),
        (["50* MTR", "at", "men", "range", "99", "--nation", "german"], "C3.52", "99"),
        (["50* MTR", "at", "men", "range", "1", "--nation", "german"], "C2.25", "1"),
        (["Matilda II", "at", "men", "range", "3", "he", "--date", "1941-05"], "C2.21", "HE"),
        (
            ["PzKpfw IVF1", "at", "T-34 M41", "range", "3", "heat", "--date", "1941-01"],
            "C2.26",
            "HEAT",
        ),
        (["PzKpfw IVH", "at", "T-34 M41", "range", "8", "infantry"], "C3.31", "Vehicle"),
        (["8cm GrW 34", "at", "T-34 M41", "range", "8", "vehicle"], "C3.33", "Area"),
    ],
)
def test_refusals_name_their_rule(capsys, arguments, rule, holds):
    code, out, _ = call(capsys, "shot", *arguments, "--json")
    found = json.loads(out)
    assert code == 2
    assert found["refused"] == rule and holds in found["error"]


@pytest.mark.parametrize(
    ("arguments", "holds"),
    [
        ([], "hexfire shot"),
        (["PzKpfw IVH"], "at TARGET"),
        (["PzKpfw IVH", "at", "T-34 M41"], "range"),
        (["PzKpfw IVH", "at", "T-34 M41", "range"], "range"),
        (["PzKpfw IVH", "at", "T-34 M41", "range", "far"], "far"),
        (["PzKpfw IVH", "at", "T-34 M41", "range", "8", "sde"], "side"),
        (["PzKpfw XX", "at", "T-34 M41", "range", "8"], "PzKpfw XX"),
        (["PzKpfw IVH", "at", "T-34 M41", "range", "8", "--date", "July"], "1943-07"),
        (["PzKpfw IVH", "at", "T-34 M41", "range", "8", "in", "lava"], "lava"),
        (["nothing.json"], "nothing.json"),
        (["Opel 6700 (Blitz)", "at", "T-34 M41", "range", "8"], "Opel"),
        (["PzKpfw IVH", "at", "T-34 M41", "range", "-3"], "-3"),
        (["PzKpfw IVH", "at", "T-34 M41", "range", "inf"], "inf"),
        (["PzKpfw IVH", "at", "T-34 M41", "range", "nan"], "nan"),
        (["PzKpfw IVH", "at", "T-34 M41", "range", "2.5"], "range"),
        (["PzKpfw IVH", "at", "T-34 M41", "range", "3", "--dat", "1943-07"], "--dat"),
        (["PzKpfw IVH", "at", "T-34 M41", "range", "3", "--nation", "klingon"], "klingon"),
        (["", "at", "", "range", "8"], "«»"),
        (["Pzkpfw 4H", "at", "T-34 M41", "range", "8"], "PzKpfw IVH"),
        (["PzKpfw IVH", "at", "T-34 M41", "range", "3", "side", "level"], "level"),
        (["PzKpfw IVH", "at", "aerial", "range", "3"], "Aircraft"),
        (["PzKpfw IVH", "rmg", "at", "men", "range", "3"], "RMG"),
        (["PzKpfw IVH", "moving", "at", "T-34 M41", "range", "3"], "moving"),
        (["PzKpfw IVH", "concealed", "at", "T-34 M41", "range", "3"], "concealed"),
    ],
)
def test_bad_input_gets_one_clear_sentence(capsys, arguments, holds):
    for lang in ("en", "ja"):
        code, _, err = call(capsys, "shot", *arguments, "--lang", lang)
        assert code == 2
        assert "Traceback" not in err
        if lang == "en":
            assert holds in err


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"rnge": 3}, "order_unknown"),
        ({"range": "far"}, "order_type"),
        ({"phase": "Lunch"}, "order_enum"),
        ({"target": {"unit": 3}}, "order_bad"),
        ({"date": "1943"}, "bad_date"),
        ({"firer": {"flying": True}}, "order_unknown"),
    ],
)
def test_bad_orders(change, key):
    with pytest.raises(BadInput, match=f"gunnery.{key}"):
        read_order(ORDER | change)
    with pytest.raises(BadInput):
        read_order([1, 2])


@pytest.mark.parametrize(
    "body",
    [
        "", "[]", "{}", "null", "3", '"shot"', "{", "\x00",
        '{"weapon": 3, "target": {}, "range": 2}',
        '{"weapon": "PzKpfw IVH", "target": "T-34 M41", "range": NaN}',
        '{"weapon": "PzKpfw IVH", "target": "T-34 M41", "range": 1e400}',
        '{"weapon": "PzKpfw IVH", "target": "T-34 M41", "range": true}',
        '{"weapon": "PzKpfw IVH", "target": "T-34 M41", "range": -1}',
        '{"weapon": "PzKpfw IVH", "target": "T-34 M41", "range": 3, "dice": [1]}',
        '{"weapon": "PzKpfw IVH", "target": "T-34 M41", "range": 3, "dice": [0, 7]}',
        '{"weapon": "PzKpfw IVH", "target": {"kind": "aerial"}, "range": 3}',
        '{"weapon": "PzKpfw IVH", "target": {"kind": "infantry", "morale": -4}, "range": 3}',
        '{"weapon": "PzKpfw IVH", "target": {"unit": "T-34 M41", "riders": ["T-34 M41"]},'
        ' "range": 3}',
        '{"weapon": "PzKpfw IVH", "target": {"unit": "T-34 M41", "moving": true,'
        ' "mp_in_los": 1e308}, "range": 3, "phase": "DFF"}',
        '{"weapon": "PzKpfw IVH", "target": {"unit": "T-34 M41", "front_dr": 50}, "range": 0,'
        ' "phase": "DFF"}',
        '{"weapon": {"caliber": -5}, "nation": "german", "target": {"kind": "infantry"},'
        ' "range": 3}',
        '{"weapon": {"caliber": 75, "b": 99}, "nation": "german", "target": {"kind": "infantry"},'
        ' "range": 3}',
        '{"weapon": "PzKpfw IVH", "target": {"unit": "T-34 M41", "hex": "ZZ99"},'
        ' "firer": {"hex": "A1"}}',
    ],
)  # fmt: skip
def test_bad_files_get_one_clear_sentence(capsys, tmp_path, body):
    file = tmp_path / "order.json"
    file.write_text(body)
    for lang in ("en", "ja"):
        code, out, err = call(capsys, "shot", str(file), "--lang", lang)
        assert code == 2 and out == ""
        assert len(err.strip().splitlines()) == 1 and len(err) < 300


def test_a_captured_weapon_is_found_among_the_other_sides_counters():
    _, shot = read_order({"weapon": "T-34 M41", "target": "T-34 M41", "range": 3,
                          "nation": "german", "firer": {"captured": True}})  # fmt: skip
    assert (shot.nation, shot.weapon.nation) == ("german", "Russian")


def test_orders_with_figures_instead_of_counters():
    _, shot = read_order(
        {
            "weapon": {"caliber": 40, "barrel": "LL", "ammo": {"APCR": None}},
            "nation": "german",
            "target": {"kind": "afv"},
            "range": 25,
            "ammo": "APCR",
        }
    )
    assert to_hit(shot).number == 3


def test_words_of_the_short_form():
    order = parse(
        ["PaK", "turned", "1", "in", "woods", "pinned", "at", "men", "range", "4", "behind",
         "wall", "acquired", "2", "he", "infantry", "hindrance", "1", "with", "T-34"]
    )  # fmt: skip
    assert order == {
        "weapon": "PaK",
        "firer": {"hexspines_turned": 1, "terrain": "woods", "pinned": True},
        "target": {"kind": "infantry", "terrain": "wall"},
        "range": 4,
        "acquisition": -2,
        "ammo": "HE",
        "target_type": "Infantry",
        "hindrance": 1,
        "others": [{"unit": "T-34"}],
    }
    assert parse(["a", "mp", "2½", "at", "b", "range", "1"])["firer"] == {"mp_target_in_los": 2.5}
    both = parse(["a", "vbm", "ce", "at", "b", "vbm", "ce", "range", "0"])
    assert both["firer"] == {"bypassing": True, "bu": False}
    assert both["target"] == {"unit": "b", "vbm": True, "ce": True}


DUEL = [
    "PSW 234/2", "non-stopped", "mp", "0.5", "at", "57mm PTP obr. 43", "range", "1", "vs",
    "57mm PTP obr. 43", "turned", "1", "in", "woods", "at", "PSW 234/2", "non-stopped", "mp",
    "0.5", "range", "1", "--date", "1944-07",
]  # fmt: skip


def test_duel(capsys):
    code, out, _ = call(capsys, "duel", *DUEL, "--json")
    assert code == 0
    found = json.loads(out)
    assert (found["vehicle"]["duel_total"], found["defender"]["duel_total"]) == (6, 6)
    assert found["vehicle"]["cases"] == {"C": 4, "C2": 2}
    assert found["first"] == "by_dr" and found["ca_turns_first"]
    odds = found["odds"]
    assert sum(Fraction(p) for k, p in odds.items() if k.startswith("first.")) == 1
    ends = {k: Fraction(odds[k]) for k in ("vehicle_out", "defender_out", "both_out", "none_out")}
    assert ends["vehicle_out"] + ends["defender_out"] - ends["both_out"] + ends["none_out"] == 1
    assert odds["vehicle"]["silences"] == odds["defender_out"]
    effects = odds["defender"]["effects"]
    assert sum(map(Fraction, effects.values())) == Fraction(odds["defender"]["hits"])
    code, out, _ = call(capsys, "duel", *DUEL, "--lang", "ja")
    assert code == 0 and "同時射撃の判定" in out
    code, out, _ = call(capsys, "duel", *DUEL, "--seed", "3")
    assert code == 0 and "dice:" in out
    code, _, err = call(capsys, "duel", "PSW 234/2")
    assert code == 2 and "vs" in err


def test_duel_with_typed_dice(capsys):
    code, out, _ = call(capsys, "duel", *DUEL, "--dice", "6,5,6,4", "--json")
    found = json.loads(out)
    assert code == 0 and found["fired_first"] == "defender" and not found["again"]
    assert (found["vehicle_out"], found["defender_out"], found["ca_turned"]) == (False, False, True)
    code, out, _ = call(capsys, "duel", *DUEL, "--dice", "6,5", "--json")
    assert code == 0 and json.loads(out)["need"].startswith("C2.2401")
    code, _, err = call(capsys, "duel", *DUEL, "--dice", "6,5,6,4,1")
    assert code == 2 and "1" in err
    for lang in ("en", "ja"):
        code, out, _ = call(capsys, "duel", *DUEL, "--dice", "6,5,6,4", "--lang", lang)
        assert code == 0


def test_duel_again_and_again(capsys):
    code, out, _ = call(capsys, "duel", *DUEL, "--again", "--json")
    assert json.loads(out)["defender"]["cases"]["ROF"] == -3
    code, out, _ = call(capsys, "duel", *DUEL, "--rounds", "2", "--json")
    found = json.loads(out)
    assert found["series"]["rounds"] == 2
    assert Fraction(found["series"]["vehicle_out"]) > Fraction(found["odds"]["vehicle_out"])
    code, _, _ = call(capsys, "duel", *DUEL, "--rounds", "0")
    assert code == 2


def test_duel_with_a_machine_gun(capsys):
    words = [DUEL[0], "cmg", *DUEL[1:]]
    code, out, _ = call(capsys, "duel", *words, "--json")
    assert code == 0 and Fraction(json.loads(out)["odds"]["vehicle"]["fires"]) > 0
    code, out, _ = call(capsys, "duel", *words)
    assert code == 0 and "PSW 234/2 CMG" in out


def test_duel_from_a_file(capsys, tmp_path):
    at = DUEL.index("vs")
    vehicle, defender = parse(DUEL[:at]), parse(DUEL[at + 1 : -2])
    file = tmp_path / "duel.json"
    orders = {"vehicle": vehicle | {"date": "1944-07"}, "defender": defender | {"date": "1944-07"}}
    file.write_text(json.dumps(orders))
    code, out, _ = call(capsys, "duel", str(file), "--json")
    assert code == 0 and json.loads(out)["first"] == "by_dr"
    file.write_text(json.dumps(orders | {"defender_concealed": True}))
    code, out, _ = call(capsys, "duel", str(file), "--json")
    assert code == 2 and json.loads(out)["refused"] == "C2.2401"


def test_both_languages_have_the_same_texts():
    ja, en = words("ja"), words("en")
    mine = {k for k in en.texts if k.startswith(("gunnery.", "case."))}
    assert mine == {k for k in ja.texts if k.startswith(("gunnery.", "case."))}


def test_ife_and_canister(capsys):
    flak = ["2cm FlaK 38", "at", "men", "morale", "7", "range", "6", "ife", "--date", "1943-07"]
    found = answer(capsys, *flak)
    assert (found["ift_fp"], found["ift_column"], found["rof_for_shot"]) == (6, 6, 2)
    assert sum(Fraction(p) for p in found["odds"]["effects"].values()) == 1
    thrown = answer(capsys, *flak, "--dice", "2,6,1,1")
    assert thrown["rof_kept"] and thrown["results"][0]["result"] == "none"
    for lang in ("en", "ja"):
        code, out, _ = call(capsys, "shot", *flak, "--lang", lang)
        assert code == 0 and "█" in out
    assert "% destroyed" in call(capsys, "shot", *flak)[1].splitlines()[3]


def test_targets_of_one_name_are_told_apart(capsys, tmp_path):
    file = tmp_path / "shot.json"
    men = {"kind": "infantry", "morale": 7}
    file.write_text(json.dumps(ORDER | {"target": men, "others": [men]}))
    names = [t["name"] for t in answer(capsys, str(file))["targets"]]
    assert names == ["infantry", "infantry #2"]


def test_every_reason_has_a_text():
    """Keys that the code puts together: reasons, markers, kinds of effects, Target Types."""
    import ast
    from pathlib import Path

    import hexfire.asl.gunnery as room
    from hexfire.asl.effects.breakdown import WeaponState
    from hexfire.asl.gunnery.answer import VEHICLE_LABELS
    from hexfire.asl.shots.shot import FireCounter, TargetType

    reasons = set()
    for file in Path(room.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "left_out":
                last = node.args[-1]
                if isinstance(last, ast.Constant):
                    reasons.add(f"gunnery.why.{last.value}")
    assert len(reasons) > 20
    keys = reasons | {f"gunnery.effect.{label}" for label in VEHICLE_LABELS.values()}
    keys |= {f"gunnery.marker.{m.name}" for m in FireCounter if m is not FireCounter.NONE}
    keys |= {f"gunnery.type.{t}" for t in TargetType}
    keys |= {f"gunnery.weapon.{s.name}" for s in WeaponState if s is not WeaponState.WORKING}
    for lang in ("en", "ja"):
        assert sorted(key for key in keys if not words(lang).has(key)) == []


def test_some_ammunition_is_for_one_theatre_only():
    order = {
        "weapon": "OQF 3.7-in. Howitzer",
        "target": {"kind": "afv"},
        "range": 5,
        "date": "1944-06",
        "ammo": "HEAT",
    }
    _, in_the_pacific = read_order(order | {"theatre": "P"})
    assert to_hit(in_the_pacific).depletion == 6
    with pytest.raises(Refusal) as caught:
        to_hit(read_order(order)[1])
    assert caught.value.rule == "C2.26"
