"""`hexfire unit`."""

from __future__ import annotations

import json

import pytest

from hexfire.cli.main import run


def call(capsysbinary, *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as left:
        run(["unit", *arguments])
    out, err = capsysbinary.readouterr()
    return int(left.value.code or 0), out.decode(), err.decode()


def test_a_counter_in_both_languages(capsysbinary) -> None:
    code, out, _ = call(capsysbinary, "PzKpfw", "IVH", "--lang", "en")
    assert code == 0
    assert "hull front 8, side and rear 3" in out and "AP 17 (unarmored 9)" in out
    assert "APCR 5 (1942)/4 (1943)/3 (1944)" in out
    _, out, _ = call(capsysbinary, "PzKpfw IVH", "--lang", "ja", "--year", "1944")
    assert "車体前面8" in out and "1944年：SMOKE 8、APCR 3" in out


@pytest.mark.parametrize(
    "name", ["ge-opel", "ge-AA37L8", "5cm PaK 38", "PSK", "4-6-7", "9-2", "Marder II", "ru-OT34"]
)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_kind_of_counter_is_shown(capsysbinary, name: str, language: str) -> None:
    nation = ("--nation", "German") if name == "9-2" else ()
    code, out, err = call(capsysbinary, name, *nation, "--lang", language)
    assert code == 0 and not err and len(out.splitlines()) > 2


def test_all_counters_can_be_listed_and_shown(capsysbinary) -> None:
    for nation in ("german", "russian", "american", "british"):
        code, out, _ = call(capsysbinary, "--nation", nation, "--json")
        assert code == 0 and len(json.loads(out)) > 50


def test_json(capsysbinary) -> None:
    _, out, _ = call(capsysbinary, "PzKpfw IVH", "--json", "--year", "1943")
    data = json.loads(out)
    assert data["id"] == "ge-pzivh" and data["af_front"] == 8
    assert data["to_kill"]["AP"] == {"armored": 17, "unarmored": 9}
    assert data["depletion"] == {"SMOKE": 8, "APCR": 4}
    assert data["he_fp"] == 12


def test_words_that_fit_several_give_a_list(capsysbinary) -> None:
    code, out, _ = call(capsysbinary, "T-34", "--lang", "en")
    assert code == 0 and "ru-T34M41" in out and "5 counters" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["Tigr"], "PzJg Tiger"),
        ([], "hexfire unit"),
        (["T-34", "--year", "1066"], "1066"),
        (["T-34", "--file", "nowhere.toml"], "nowhere.toml"),
    ],
)
def test_mistakes_are_one_sentence(capsysbinary, arguments: list[str], said: str) -> None:
    code, _, err = call(capsysbinary, *arguments, "--lang", "en")
    assert code == 2 and said in err and "Traceback" not in err
