"""Listings: the players' own figures, laid over the built-in ones."""

from __future__ import annotations

import tomllib

import pytest

from hexfire.asl.purchase import Date, Facts, Terms, built_in, gaps, quote, read_listing, template
from hexfire.asl.purchase.facts import Figure, rarity, tenths
from hexfire.rulebook import BadInput, Refusal

TOML = """
[[nation]]
nation = "Soviet"
lg = 5

[[squad]]
nation = "russian"
type = "4-2-6"
class = "Conscript"
bpv = 4

[[vehicle]]
nation = "German"
name = "PzKpfw IVH"
rf = "43=1.2 44-45=0.9"
count = 14
lend_lease = false
[vehicle.option.AAMG]
rf = 1.2
from = "1/43"

[[sw]]
nation = "U.S."
name = "MMG"
per = 8

[[oba]]
nation = "U.S."
dr = 7
battery = "44-45=100+:99"

[scenario]
weather = "clear"
"""
CSV = """kind,nation,name,field,value
# a remark
squad,Soviet,4-2-6,bpv,4
nation,Soviet,,lg,5
option,German,PzKpfw IVH:AAMG,rf,1.2
scenario,,,weather,clear
"""


def test_toml_and_csv_say_the_same():
    found = read_listing(TOML, "toml")
    assert found["squad/Soviet/4-2-6/bpv"] == "4"
    assert found["nation/Soviet/lg"] == "5"
    assert found["vehicle/German/PzKpfw IVH/rf"] == "43=1.2 44-45=0.9"
    assert found["vehicle/German/PzKpfw IVH/lend_lease"] == "no"
    assert found["option/German/PzKpfw IVH:AAMG/from"] == "1/43"
    assert found["oba/U.S./7/battery"] == "44-45=100+:99"
    assert found["scenario/weather"] == "clear"
    for key, value in read_listing(CSV, "csv").items():
        assert found[key] == value


def test_a_listing_lies_over_the_built_in_figures():
    facts = Facts(Date.read("6/43"), {**built_in(), **read_listing(TOML, "toml")})
    assert facts.get("vehicle", "German", "PzKpfw IVH", "rf") == "1.2"
    assert facts.get("vehicle", "German", "PzKpfw IVH", "bpv") == "73"
    assert Facts(Date.read("6/43"), built_in()).get("vehicle", "German", "PzKpfw IVH", "rf") is None


@pytest.mark.parametrize(
    ("text", "form", "key"),
    [
        ("[[squad", "toml", "bad_toml"),
        ("[[tank]]\nname = 'x'", "toml", "figure_kind"),
        ("squad = 5", "toml", "toml_entries"),
        ("[[squad]]\nnation = 'Mars'\ntype = 'x'\nbpv = 5", "toml", "unknown_nation"),
        ("[[squad]]\nnation = 'German'\ntype = 'x'\nbpv = -5", "toml", "figure_value"),
        ("[[squad]]\nnation = 'German'\ntype = 'x'\nprice = 5", "toml", "figure_field"),
        ("[[squad]]\nnation = 'German'\nbpv = 5", "toml", "figure_form"),
        ("[[gun]]\nnation = 'German'\nname = 'x'\nrf = '43=oft'", "toml", "figure_value"),
        ("[[gun]]\nnation = 'German'\nname = 'x'\nrf = 'spring=1.2'", "toml", "figure_value"),
        ("a,b\n", "csv", "csv_head"),
        ("kind,nation,name,field,value\nsquad,German\n", "csv", "csv_line"),
        ("", "csv", "csv_head"),
    ],
)
def test_a_mistake_is_named(text, form, key):
    with pytest.raises(BadInput, match=key):
        read_listing(text, form)


def test_the_template_is_a_listing_without_figures():
    assert tomllib.loads(template()) == {}
    uncommented = "\n".join(
        line.removeprefix("# ")
        for line in template().splitlines()
        if line.startswith("# [") or " = " in line
        if not line.startswith("#   ")
    )
    found = read_listing(uncommented, "toml")
    assert found["gun/German/7.5cm PaK 40/rf"] == "42=1.5 43-45=0.9"
    assert found["option/German/PzKpfw IVH:AAMG/fp"] == "2"


def test_gaps_name_what_is_missing():
    lacking = gaps({**built_in(), "gun/German/New/bpv": "5"})
    assert lacking["gun/German/New"] == ("rf", "count", "class", "caliber")
    assert lacking["squad/German/4-4-7"] == ("bpv",)
    assert "squad/German/4-6-8" not in lacking


def test_only_printed_prices_are_built_in():
    prices = {key: value for key, value in built_in().items() if key.endswith("/bpv")}
    assert prices == {
        "squad/German/4-6-8/bpv": "13",
        "squad/German/8-3-8/bpv": "16",
        "squad/German/4-6-7/bpv": "10",
        "squad/German/4-3-6/bpv": "5",
        "squad/German/5-4-8/bpv": "13",
        "squad/Soviet/4-4-7/bpv": "7",
        "squad/Soviet/6-2-8/bpv": "12",
        "vehicle/German/PzKpfw IVH/bpv": "73",
    }
    assert {key for key in built_in() if key.startswith("nation/")} == {"nation/German/lg"}


def test_an_inferred_price_says_so(facts):
    terms = Terms(facts(), "German")
    base = quote(terms, "5-4-8").each.items[0]
    assert base.why is not None and base.why.key == "purchase.inferred"
    assert quote(terms, "4-6-8").each.items[0].why is None


def test_rarities_compare_exactly():
    assert tenths("0.9") + tenths("0.4") == tenths("1.3")
    assert rarity(13) == "1.3"
    assert rarity(tenths("1")) == "1.0"


@pytest.mark.parametrize(
    "key",
    ["squad/German/4-6-8/bpv", "nation/G.M.D./elr", "option/U.S./M4:FT/fp", "oba/U.S./7/battery"],
)
def test_figure_names_round_trip(key):
    assert Figure.read(key).key == key


@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("4-6-8", 15),
        ("4-6-8 sapper x4", 88),
        ("4-6-8 mol sapper", 23),
        ("80+M plentiful", 111),
        ("100+ plentiful cb", 181),
        ("SAN 5", 30),
        ("air", 100),
        ("observation plane", 25),
        ("bombardment x2", 300),
        ("preregistered x3", 60),
        ("wagon x2", 10),
        ("PzKpfw IIIJ OP", 36),
        ("PzKpfw IVH", 73),
        ("pzkpfw ivh with AAMG Sz", 78),
        ("PzKpfw IVH ammo", 146),
        ("pillbox 1-3-5 x2", 54),
        ("Fortified Building", 25),
        ("sangar x3", 2),
        ("motorized", 100),
    ],
)
def test_anything_can_be_priced(facts, text, total):
    found = quote(Terms(facts(), "German", 1000), text)
    assert found.total == total
    if found.number == 1:
        assert found.each.total == total


@pytest.mark.parametrize(
    ("text", "error", "key"),
    [
        ("", BadInput, "bad_action"),
        ("a dragon", BadInput, "unknown_price"),
        ("90+", BadInput, "unknown_size"),
        ("80+M loud", BadInput, "left_over"),
        ("4-6-7 engineer", Refusal, "H1.22"),
        ("4-4-7", Refusal, "squad/German/4-4-7/bpv"),
        ("PzKpfw IVH with Wings", BadInput, "unknown_weapon"),
        ("PzKpfw IIF", Refusal, "vehicle/German"),
        ("glider-us", Refusal, "H1.48"),
    ],
)
def test_what_has_no_price_says_why(facts, text, error, key):
    with pytest.raises(error, match=key):
        quote(Terms(facts(), "German"), text)
