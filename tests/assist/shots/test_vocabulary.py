"""The published vocabulary: what is written and what is answered keep to the one schema."""

from __future__ import annotations

import json
from fractions import Fraction

import msgspec
import pytest
from calling import call

from hexfire.assist.shots import CompareReport, RefusedReport, RefusedWay, ShotReport
from hexfire.assist.shots.schema import published
from hexfire.assist.wording import Said
from hexfire.rulebook import Message

MEN = {"kind": "infantry", "morale": 7}
T34 = {"unit": "T-34 M41"}
OPEL = "Opel 6700 (Blitz)"
PTP = "57mm PTP obr. 43"

# Shots of the documents' examples and of every kind of answer, as a program would write them.
ORDERS = {
    "a tank at a tank": {"weapon": "PzKpfw IVH", "target": T34, "range": 8, "date": "1943-07"},
    "a target by its name": {
        "weapon": "PzKpfw IVH",
        "target": "T-34 M41",
        "range": 8,
        "date": "1943-07",
    },
    "C3.32: three targets of one DR": {
        "weapon": PTP,
        "target": {"unit": OPEL, "terrain": "shellholes"},
        "others": [
            {"unit": OPEL, "name": "Kübelwagen", "size": 2, "terrain": "shellholes"},
            MEN | {"terrain": "shellholes"},
        ],
        "range": 6,
        "target_type": "Infantry",
        "ammo": "HE",
        "date": "1943-07",
    },
    "C3.331: a mortar and who is out of LOS": {
        "weapon": "ge-geMTR",
        "nation": "German",
        "target": MEN | {"concealed": True, "tem": 0, "air_burst": True},
        "others": [MEN, MEN | {"in_los": False}],
        "range": 9,
        "date": "1942-07",
    },
    "C3.332: a wall and a tank behind it": {
        "weapon": "T-34 M41",
        "target": {"unit": "PzKpfw IIIG", "terrain": "wall", "hd": True},
        "range": 9,
        "date": "1942-07",
        "target_type": "Area",
        "ammo": "HE",
    },
    "C3.6: an Improbable Hit": {
        "weapon": {"caliber": 75, "barrel": "L"},
        "nation": "german",
        "target": MEN,
        "range": 37,
        "hindrance": 4,
    },
    "C3.7: a critical Final DR": {
        "weapon": "PzKpfw IVH",
        "target": MEN | {"terrain": "building_wooden"},
        "range": 2,
        "acquisition": -2,
        "date": "1943-07",
    },
    "C4.5: ammunition as an object": {
        "weapon": {"caliber": 40, "barrel": "LL", "ammo": {"APCR": None}},
        "nation": "german",
        "target": {"kind": "afv", "unit": "T-34 M41"},
        "range": 25,
        "ammo": "APCR",
    },
    "C5.35: a firer in Motion": {
        "weapon": "PzKpfw IVH",
        "target": T34,
        "range": 8,
        "date": "1943-07",
        "phase": "MPh",
        "firer": {"motion": True, "mp_target_in_los": 2.5},
    },
    "C5.64: OVR Prevention": {
        "weapon": PTP,
        "target": {"unit": "PzKpfw IVH", "non_stopped": True, "mp_in_los": 1},
        "range": 0,
        "phase": "DFF",
        "date": "1943-07",
        "firer": {"ovr_prevention": True, "morale": 8},
    },
    "C5.7: Deliberate Immobilization": {
        "weapon": "PzKpfw IVH",
        "target": T34 | {"facing": "side"},
        "range": 3,
        "deliberate_immobilization": True,
        "date": "1943-07",
    },
    "C6.57: a concealed tank": {
        "weapon": "PzKpfw IVH",
        "target": T34 | {"concealed": True},
        "range": 5,
        "acquisition": -1,
        "date": "1943-07",
    },
    "C7.24: far beyond its armour": {
        "weapon": "PzKpfw IIIH",
        "target": T34,
        "range": 30,
        "date": "1942-07",
    },
    "C8.9: special ammunition": {
        "weapon": "PzKpfw IVH",
        "target": T34,
        "range": 8,
        "ammo": "APCR",
        "elite": True,
        "date": "1943-07",
    },
    "C11.4: an emplaced Gun": {
        "weapon": "PzKpfw IVH",
        "target": {"unit": PTP, "emplaced": True},
        "range": 8,
        "date": "1943-07",
    },
    "smoke": {
        "weapon": "PzKpfw IVH",
        "target": {"kind": "terrain", "terrain": "woods"},
        "range": 8,
        "ammo": "SMOKE",
        "date": "1943-07",
    },
    "IFE": {"weapon": "2cm FlaK 38", "target": MEN, "range": 6, "ife": True, "date": "1943-07"},
    "a LATW": {"weapon": "BAZ44", "target": "PzKpfw IVH", "range": 2, "date": "1944-07"},
    "an ATR": {"weapon": "ge-geATR", "target": OPEL, "range": 2, "date": "1941-07"},
    "a machine gun": {"weapon": "HMG", "nation": "German", "target": MEN, "range": 6},
    "a vehicle's machine gun": {
        "weapon": "PzKpfw IVH",
        "armament": "BMG",
        "normal_range": 8,
        "target": MEN | {"terrain": "woods"},
        "range": 10,
    },
    "canister by range": {
        "weapon": "M5A1",
        "target": MEN,
        "range": 2,
        "ammo": "Canister",
        "date": "1944-07",
    },
    "canister on the map": {
        "weapon": "M5A1",
        "firer": {"hex": "E5", "ca": "E4/F4"},
        "target": MEN | {"hex": "E3"},
        "others": [MEN | {"hex": "H8"}, MEN | {"hex": "E4"}],
        "range": 2,
        "ammo": "Canister",
        "canister": {"vertex": "E2/E3/F2"},
        "date": "1944-07",
    },
    "men without a counter": {
        "weapon": "PzKpfw IVH",
        "target": {"kind": "infantry"},
        "range": 8,
        "date": "1943-07",
    },
}
THROWN = [
    ("a tank at a tank", [2, 3, 2, 3]),
    ("a tank at a tank", [2, 3]),
    ("a tank at a tank", [6, 6]),
    ("C3.7: a critical Final DR", [1, 2, 1, 1]),
    ("C8.9: special ammunition", [6, 5]),
    ("C11.4: an emplaced Gun", [1, 2, 1, 1]),
    ("IFE", [2, 6, 1, 1]),
    ("canister by range", [1, 2, 6, 5]),
]
REFUSED = {
    "no such ammunition": {"ammo": "APDS"},
    "a forbidden Target Type": {"target_type": "Infantry"},
    "not understood": {"range": "far"},
}


def told(capsys, *arguments):
    code, out, _ = call(capsys, "shot", *arguments, "--json")
    return code, json.loads(out)


def read_back(data, kind):
    """An answer as a program that knows the structs reads it."""

    def leaf(wanted, value):
        return Fraction(value) if wanted is Fraction else Said(Message(value))

    return msgspec.convert(data, kind, dec_hook=leaf)


@pytest.fixture(scope="session")
def document():
    """The schema as a program that asks for it gets it."""
    return json.loads(json.dumps(published()))


@pytest.fixture(scope="session")
def keeps_to(document):
    """A check of data against the published schema by a library that knows nothing of ours."""
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(document)

    def check(part, data):
        made = jsonschema.Draft202012Validator({"$ref": f"#/{part}"} | document)
        errors = [f"{e.json_path}: {e.message}" for e in made.iter_errors(data)]
        assert errors == []

    return check


def written(tmp_path, order):
    file = tmp_path / "order.json"
    file.write_text(json.dumps(order))
    return str(file)


@pytest.mark.parametrize("name", ORDERS)
def test_orders_and_their_answers_keep_to_the_schema(name, capsys, tmp_path, keeps_to):
    order = ORDERS[name]
    keeps_to("input", order)
    code, found = told(capsys, written(tmp_path, order))
    assert code == 0, found
    keeps_to("output", found)
    keeps_to("$defs/ShotReport", found)
    assert read_back(found, ShotReport).targets


@pytest.mark.parametrize(("name", "faces"), THROWN)
def test_dice_keep_to_the_schema(name, faces, capsys, tmp_path, keeps_to):
    order = ORDERS[name] | {"dice": faces[:2], "effects_dice": faces[2:]}
    keeps_to("input", order)
    code, found = told(capsys, written(tmp_path, order))
    assert code == 0, found
    keeps_to("$defs/ShotReport", found)
    assert found["dice"] == faces[:2]
    assert read_back(found, ShotReport).dice == faces[:2]


@pytest.mark.parametrize("name", REFUSED)
def test_refusals_keep_to_the_schema(name, capsys, tmp_path, keeps_to):
    order = ORDERS["a tank at a tank"] | REFUSED[name]
    code, found = told(capsys, written(tmp_path, order))
    assert code == 2
    keeps_to("output", found)
    refused = read_back(found, RefusedReport)
    assert refused.error and bool(refused.refused) is (name != "not understood")


def test_comparisons_keep_to_the_schema(capsys, tmp_path, keeps_to):
    order = written(tmp_path, ORDERS["a tank at a tank"])
    _, found = told(capsys, order, "--compare", "ammo type range=4,20")
    keeps_to("output", found)
    ways = read_back(found, CompareReport).ways
    assert {type(way) for way in ways} == {RefusedWay, ShotReport}


@pytest.mark.parametrize(
    "change",
    [{"rnge": 3}, {"range": "far"}, {"phase": "Lunch"}, {"firer": {"flying": True}}],
)
def test_the_schema_refuses_what_the_program_refuses(change, document):
    jsonschema = pytest.importorskip("jsonschema")
    check = jsonschema.Draft202012Validator({"$ref": "#/input"} | document)
    assert not check.is_valid(ORDERS["a tank at a tank"] | change)
    answers = jsonschema.Draft202012Validator({"$ref": "#/output"} | document)
    assert not answers.is_valid({"basic_th": 9})
    assert not answers.is_valid({"error": "?", "refused": None, "odd": 1})


VOCABULARY = {
    "Order": """nation date weapon phase target_type ammo range firer target hindrance acquisition
        bore_sighted elite dice effects_dice others theatre secondary_armament prefer
        deliberate_immobilization ife party""",
    "Firer": """terrain hexspines_turned turned bu level entered_new_hex non_stopped
        mp_target_in_los pinned opportunity_fire intensive_fire captured on_woods_road
        gyro_in_use""",
    "Target": """unit kind facing hd moving non_stopped mp_in_los concealed terrain tem level
        emplaced crewed""",
    "Weapon": "caliber barrel mount rof",
    "ShotReport": """basic_th modified_th drm tally total_drm max_original_dr p_hit odds hit
        hit_location is_ch basic_tk tk_cases modified_tk af final_tk ift_fp ift_column results
        rof_for_shot rof_kept malfunction depletion acquisition_after refused rejected
        modifications kills targets need dice effects_dice breakdown depletion_number""",
    "Item": "case rule value name why",
    "ShotOdds": """hit miss ch hull turret effects ift rof_kept malfunction low_ammo depleted
        none_left acquisition_after""",
    "RefusedReport": "refused error",
}
ENUMS = {
    "TargetType": {"Vehicle", "Infantry", "Area"},
    "Ammo": {"AP", "HE", "APCR", "APDS", "HEAT", "Canister", "SMOKE", "WP"},
    "Turned": {"TCA", "VCA", "CA"},
}


def test_no_name_of_the_vocabulary_is_ever_taken_away(document):
    for kind, names in VOCABULARY.items():
        published_names = set(document["$defs"][kind]["properties"])
        assert set(names.split()) <= published_names, kind
    for kind, values in ENUMS.items():
        assert set(document["$defs"][kind]["enum"]) == values
    phases = document["$defs"]["Order"]["properties"]["phase"]["enum"]
    assert phases == ["PFPh", "MPh", "DFF", "DFPh", "AFPh"]


def test_the_schema_is_one_document(capsys, document):
    assert json.loads(call(capsys, "shot", "--schema")[1]) == document
    assert document["input"] == {"$ref": "#/$defs/Order"}
    assert {"$ref": "#/$defs/ShotReport"} in document["output"]["anyOf"]
