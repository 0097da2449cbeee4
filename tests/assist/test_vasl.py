"""A saved game as one side may know it: situations made of saves that were made for the test."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest
from calling import call
from vasl_saves import at_hex, board, layer, piece, save, stack

from hexfire.asl.sequence import Phase
from hexfire.asl.situation import Entrenchment, MarkerKind, UnitKind, situation_from, written
from hexfire.assist.vasl import BOTH, Reading, read_situation
from hexfire.boards.vasl_save import read_save
from hexfire.boards.vasl_save.at_hand import grid_at_hand
from hexfire.rulebook import BadInput

E5, F5, G5 = at_hex(4, 5), at_hex(5, 5), at_hex(6, 5)
GERMAN, RUSSIAN = "password-ge", "password-ru"


def german(id: str, picture: str = "ge/ge467S", name: str = "4-6-7", owner: str = "null") -> str:
    return piece(id, name, picture, [("conceal;;ge/q;ge;", owner)])


def russian(id: str, picture: str = "ru/ru447S", name: str = "4-4-7", owner: str = "null") -> str:
    return piece(id, name, picture, [("conceal;;ru/q;ru;", owner)])


def hidden(id: str) -> str:
    traits = [("hide;;HIP", RUSSIAN), ("conceal;;ru/q;ru;", "null")]
    return piece(id, "45LL AT PTP obr. 42", "ru/gun/ruAT45LL", traits)


def question(id: str, nation: str, owner: str) -> str:
    return piece(id, "?", f"{nation}/{nation}qmark58", [(f"concealment;{owner};{nation}", "")])


def marker(id: str, name: str, picture: str = "MS/x") -> str:
    return piece(id, name, picture)


def reading(side: str, *commands: str) -> Reading:
    return read_situation(read_save(save(board(), *commands)), side)


def test_units_come_with_hex_side_kind_and_name() -> None:
    tank = piece(
        "2",
        "PzKw IVH",
        "ge/veh/pzivh",
        [
            (layer(",", "+ vca3,+ vca6"), "2"),
            (layer(",", "+ BU,+ CE"), "2"),
            ("conceal;;q;ge;", "null"),
        ],
    )
    found = reading(BOTH, stack("a", E5, "1"), stack("b", F5, "2"), german("1"), tank)
    squad, vehicle = found.situation.units
    assert (squad.hex, squad.side, squad.kind, squad.name) == (
        "E5",
        "axis",
        UnitKind.SQUAD,
        "ge-ge467S",
    )
    # VASL's hexspine 6 points to the upper left: our hexspine 0.
    assert (vehicle.hex, vehicle.kind, vehicle.facing, vehicle.ce) == (
        "F5",
        UnitKind.VEHICLE,
        0,
        True,
    )
    assert vehicle.armored and vehicle.fully_tracked


def test_markers_speak_of_the_units_right_under_them() -> None:
    """From the bottom: two squads under a Pin, one above it under a CX."""
    found = reading(
        BOTH,
        stack("a", E5, "1", "2", "p", "3", "c"),
        *(german(id) for id in "123"),
        marker("p", "Pin", "MS/Pin"),
        marker("c", "CX", "MS/CX"),
    )
    assert [unit.pinned for unit in found.situation.units] == [True, True, False]
    third = found.situation.units[2].id
    assert [(told.unit, told.marker) for told in found.told] == [(third, "CX")]


def test_levels_lie_beneath_and_foxholes_above() -> None:
    found = reading(
        BOTH,
        stack("a", E5, "1", "l", "2"),
        stack("b", F5, "3", "f"),
        *(german(id) for id in "123"),
        marker("l", "Building Level 1", "MS/Level1"),
        marker("f", "2S Foxhole", "MS/Foxhole2"),
    )
    ground, first, dug_in = found.situation.units
    assert (ground.level, first.level) == (0, 1)
    assert dug_in.entrenched is Entrenchment.FOXHOLE


def test_weapons_belong_to_the_unit_under_them_and_guns_to_their_crew() -> None:
    found = reading(
        BOTH,
        stack("a", E5, "1", "w"),
        stack("b", F5, "g", "k"),
        stack("c", G5, "v"),
        german("1"),
        german("w", "ge/geLMG", "LMG"),
        german("g", "ge/gun/geAT50L", "50L AT"),
        german("k", "ge/ge228C", "2-2-8 Icr"),
        german("v", "ge/geHMG", "HMG"),
    )
    squad, gun, crew = found.situation.units
    assert squad.weapons == ("ge-geLMG",)
    assert gun.manned_by == crew.id
    (loose,) = found.situation.markers
    assert (loose.kind, loose.hex, loose.id) == (MarkerKind.WEAPON, "G5", "ge-geHMG")


def test_smoke_wrecks_and_wall_advantage() -> None:
    found = reading(
        BOTH,
        piece("s", "White +2 WP", "MS/wp2", at=E5),
        piece("w", "T-34 M43 Wreck", "ru/veh/T34M43b", at=F5),
        stack("a", G5, "1", "x"),
        german("1"),
        marker("x", "Wall Advan", "MS/WA"),
    )
    smoke, wreck = found.situation.markers
    assert (smoke.kind, smoke.hex, smoke.drm) == (MarkerKind.WP, "E5", 2)
    assert (wreck.kind, wreck.hex) == (MarkerKind.WRECK, "F5")
    assert found.situation.wall_advantage == (found.situation.units[0].id,)


def test_a_counter_on_a_hexside_is_in_bypass() -> None:
    half = ((E5[0] + F5[0]) // 2, E5[1] + 16)
    found = reading(
        BOTH, piece("1", "4-6-7", "ge/ge467S", [("conceal;;q;ge;", "null")], at=(653, 706))
    )
    (unit,) = found.situation.units
    assert (unit.hex, unit.bypass) == ("E5", "F5"), half


def test_what_is_not_understood_is_named_with_its_place() -> None:
    found = reading(BOTH, piece("1", "Hot Potato", "zz/none", at=E5))
    assert [(one.name, one.picture, one.hex) for one in found.unknown] == [
        ("Hot Potato", "zz/none", "E5")
    ]
    assert found.situation.units == ()


def test_overlays_and_rules_of_one_board_are_told() -> None:
    text = "bd\t0\t0\t01\tVER\t6\tOVR\tB4\tC3\tC4\tSSR\tNoRoads\tbd\t1\t0\tr02\tVER\t6\t"
    found = read_situation(read_save(save(text, piece("1", "x", "y"))), BOTH)
    assert found.situation.board == "01 02r"
    assert found.unread == ("overlay B4 (01 C3)", "NoRoads (01)")
    assert found.situation.ssr == ()


def test_rules_of_all_boards_hold() -> None:
    text = "bd\t0\t0\t01\tVER\t6\tSSR\tWinter\tNoRoads\tbd\t0\t1\t02\tVER\t6\tSSR\tNoRoads\t"
    found = read_situation(read_save(save(text, piece("1", "x", "y"))), BOTH)
    assert (found.situation.board, found.situation.ssr) == ("01 / 02", ("NoRoads",))


def test_a_cut_board_keeps_its_columns() -> None:
    text = "bd\t0\t0\t41\t900\t0\t900\t645\tVER\t6\t"
    found = read_situation(read_save(save(text, piece("1", "x", "y"))), BOTH)
    assert found.situation.board == "41:Q-GG"


def test_the_turn_track_tells_phase_and_player() -> None:
    track = piece("t", "Axis Turn 3 - DFPh", "tables/turn_phase_axis", at=(100, 100))
    found = reading(BOTH, track, stack("a", E5, "1"), german("1"), russian("2"))
    assert (found.situation.phase, found.situation.phasing) == (Phase.DFPH, "axis")


def test_nations_of_one_alliance_play_against_each_other() -> None:
    finn = piece("2", "6-4-8", "fi/fi648S", [("conceal;;q;fi;", "null")])
    assert reading(BOTH, german("1"), finn).sides == ("fi", "ge")


# -- secrets ---------------------------------------------------------------------------------------


def test_the_enemy_sees_a_concealed_stack_as_one_question_mark() -> None:
    commands = [
        stack("a", E5, "1", "2", "q"),
        russian("1", owner=RUSSIAN),
        russian("2", owner=RUSSIAN),
        question("q", "ru", RUSSIAN),
        german("g"),
    ]
    (unknown,) = (u for u in reading("axis", *commands).situation.units if u.side == "allied")
    assert (unknown.name, unknown.hex, unknown.concealed) == ("?", "E5", True)
    own = [u for u in reading("allied", *commands).situation.units if u.side == "allied"]
    assert [(unit.name, unit.concealed) for unit in own] == [("ru-ru447S", True)] * 2


def test_dummies_look_like_a_concealed_stack() -> None:
    """What the enemy gets is the same, byte for byte, whatever lies beneath."""
    real = [
        stack("a", E5, "1", "2", "q"),
        russian("1", owner=RUSSIAN),
        russian("2", "ru/veh/T34M43", "T-34", owner=RUSSIAN),
        question("q", "ru", RUSSIAN),
    ]
    dummies = [stack("a", E5, "p", "q"), question("p", "ru", RUSSIAN), question("q", "ru", RUSSIAN)]
    common = [german("g", owner=GERMAN), russian("r")]
    with_units, without = (
        msgspec.json.encode(reading("axis", *commands, *common)) for commands in (real, dummies)
    )
    assert with_units == without


def test_hidden_counters_do_not_exist_for_the_enemy() -> None:
    common = [stack("a", E5, "1"), german("1"), russian("r")]
    there = [stack("h", F5, "h"), hidden("h")]
    assert msgspec.json.encode(reading("axis", *common, *there)) == msgspec.json.encode(
        reading("axis", *common)
    )
    (gun,) = (
        u for u in reading("allied", *common, *there).situation.units if u.kind is UnitKind.GUN
    )
    assert gun.hidden and gun.hex == "F5"


def test_a_hidden_marker_is_its_owners() -> None:
    wire = piece("w", "Wire", "MS/wire", [("hide;;HIP", RUSSIAN)], at=E5)
    common = [russian("1", owner=RUSSIAN), german("g")]
    assert reading("axis", wire, *common).situation.markers == ()
    assert len(reading("allied", wire, *common).situation.markers) == 1


def test_a_side_that_does_not_play_is_refused() -> None:
    with pytest.raises(BadInput) as refused:
        reading("mars", german("1"), russian("2"))
    assert refused.value.message.key == "vasl.no_side"


# -- files and commands ----------------------------------------------------------------------------


def test_a_situation_is_read_back_as_it_was_written() -> None:
    found = reading(
        BOTH,
        stack("a", E5, "1", "w", "p"),
        german("1", name='4-6-7 "q"'),
        german("w", "ge/geLMG", "LMG"),
        marker("p", "Pin", "MS/Pin"),
        piece("s", "White +3 Smoke", "MS/smoke", at=F5),
    ).situation
    assert situation_from(tomllib.loads(written(found))) == found


def test_the_command_asks_which_side_and_keeps_passwords(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.vsav"
    file.write_bytes(
        save(board(), stack("a", E5, "1"), russian("1", owner=RUSSIAN), german("2", owner=GERMAN))
    )
    assert "allied, axis, both" in call(capsys, "vasl", "show", file, code=2)[2]
    for words in (("show",), ("show", "--json"), ("situation",)):
        _, out, err = call(capsys, "vasl", words[0], file, "--as", "both", *words[1:], code=0)
        assert "E5" in out
        assert RUSSIAN not in out + err and GERMAN not in out + err
    shown = call(capsys, "vasl", "show", file, "--as", "axis", "--lang", "ja", code=0)[1]
    assert "E5" in shown and "連合軍" in shown and "4-4-7" not in shown


def test_a_save_stands_wherever_a_situation_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a board of our own: the wall command and a line of sight, as one side may know it."""
    file = tmp_path / "game.vsav"
    monkeypatch.setattr("hexfire.assist.vasl.game.grid_at_hand", lambda _: None)
    laid = board("millbrook")
    file.write_bytes(
        save(
            laid, stack("a", E5, "1"), stack("b", F5, "2"), german("1"), russian("2", owner=RUSSIAN)
        )
    )
    assert "game.vsav@allied" in call(capsys, "wall", file, code=2)[2]
    shown = call(capsys, "wall", f"{file}@axis", code=0)[1]
    assert "4-6-7" in shown and "4-4-7" not in shown
    assert call(capsys, "wall", "--vasl", f"{file}@axis", code=0)[1] == shown
    assert "--vasl" in call(capsys, "wall", code=2)[2]
    line = call(
        capsys,
        "sight",
        "millbrook",
        "4-6-7",
        "4-4-7",
        "--vasl",
        f"{file}@both",
        "--json",
        code=0,
    )[1]
    assert '"blocked":false' in line


BOARDS = Path(__file__).resolve().parents[3] / "shared" / "boards"


@pytest.mark.skipif(not (BOARDS / "bd01").is_file(), reason="needs the VASL boards of ../shared")
def test_boards_may_lie_beside_the_save(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HEXFIRE_VASL_BOARDS", raising=False)
    monkeypatch.setattr("hexfire.boards.catalogue._beside", [])
    grid_at_hand.cache_clear()
    file = tmp_path / "game.vsav"
    file.write_bytes(save(board("01"), stack("a", E5, "1"), german("1")))
    there = f"{file}@axis"
    assert "HEXFIRE_VASL_BOARDS" in call(capsys, "wall", there, code=2)[2]
    (tmp_path / "bd01").write_bytes((BOARDS / "bd01").read_bytes())
    grid_at_hand.cache_clear()
    assert "4-6-7" in call(capsys, "wall", there, code=0)[1]
    line = call(capsys, "sight", "01", "4-6-7", "F5", "--vasl", there, "--json", code=0)[1]
    assert '"range":1' in line
    grid_at_hand.cache_clear()
