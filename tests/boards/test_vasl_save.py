"""VASL's saved games: real ones (from ../shared, skipped elsewhere) and some made for the test."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from vasl_saves import ESC, at_hex, board, container, joined, layer, nested, piece, save, stack

from hexfire.boards.vasl_save import Counter, Save, read_save
from hexfire.boards.vasl_save.layout import Grid, Layout, read_boards
from hexfire.boards.vasl_save.lists import split, unnest
from hexfire.rulebook import BadInput

SAMPLES = Path(__file__).resolve().parents[3] / "shared/examples/vsav"
EXPECTED = sorted(SAMPLES.glob("*.expected.json"))

needs_samples = pytest.mark.skipif(
    not EXPECTED, reason="the sample saves are not beside the checkout"
)


def player(number: int) -> str | None:
    return f"player{number}" if number else None


def as_expected(game: Save, counter: Counter) -> dict[str, Any]:
    """A counter in the form of the samples' expectations."""
    place = counter.place
    data: dict[str, Any] = {
        "gpid": counter.gpid,
        "slot": counter.slot,
        "map": counter.map,
        "x": counter.x,
        "y": counter.y,
        "name": counter.name,
        "image": counter.image,
        "nation": counter.nation or None,
        "kind": counter.kind or None,
        "hexfire": counter.catalogue or None,
        "board": game.boards[place.board].board if place else None,
        "hex": place.label if place else None,
        "stack": counter.stack or None,
        "from_bottom": counter.from_bottom if counter.stack else None,
        "vca": counter.vca,
        "tca": counter.tca,
        "ca": counter.ca,
        "rotation": list(counter.rotation) if counter.rotation else None,
        "turret": counter.turret,
        "turret_flipped": counter.turret_flipped,
        "ce": counter.ce,
        "broken": counter.broken or None,
        "malfunctioned": counter.malfunctioned or None,
        "moved": counter.moved or None,
        "concealed_by": player(counter.concealed_by),
        "hidden_by": player(counter.hidden_by),
        "concealment_counter_of": player(counter.concealment_of),
        "location_marker": counter.location_marker or None,
    }
    return data


@needs_samples
@pytest.mark.parametrize("path", EXPECTED, ids=lambda path: path.name.split(".")[0])
def test_samples_give_their_boards_and_counters(path: Path) -> None:
    expected = json.loads(path.read_text())
    game = read_save((SAMPLES / expected["file"]).read_bytes())
    assert (game.vasl, game.vassal) == (expected["vasl"], expected["vassal"])
    assert (game.commands, game.logged, game.chat) == tuple(
        expected[key] for key in ("commands", "log_commands", "chat_lines")
    )
    assert (len(game.counters), game.stacks) == (expected["pieces"], expected["stacks"])
    assert game.skipped == 0
    assert {key: getattr(game.info, key) for key in expected["info"]} == expected["info"]
    for laid, wanted in zip(game.boards, expected["boards"], strict=True):
        shown = {key: getattr(laid, key) for key in wanted if key not in ("overlays", "ssr")}
        assert shown == {key: wanted[key] for key in shown}
    counters = {counter.id: counter for counter in game.counters}
    for wanted in expected["counters"]:
        shown = as_expected(game, counters[wanted["id"]])
        assert {key: value for key, value in shown.items() if wanted.get(key) != value} == {}
        labels = [
            one["chars"] if isinstance(one, dict) else one for one in wanted.get("labels", [])
        ]
        texts = counters[wanted["id"]].labels
        assert [
            len(one) if isinstance(given, int) else one
            for one, given in zip(texts, labels, strict=True)
        ] == labels


@needs_samples
def test_points_of_the_map_and_their_hexes() -> None:
    for case in json.loads((SAMPLES / "coordinates.json").read_text())["sets"]:
        boards = read_boards(case["bd"])
        layout = Layout(boards, lambda _: None)
        for corner, size, wanted in zip(layout.corners, layout.sizes, case["boards"], strict=True):
            assert (*corner, list(size)) == (wanted["left"], wanted["top"], wanted["size"])
        for point in case["points"]:
            place = layout.place(point["x"], point["y"])
            if point["board"] is None:
                assert place is None
                continue
            assert place is not None
            assert boards[place.board].board == point["board"]
            # On a turned board the vectors name the hex where ours also knows the hexside.
            assert point["hex"] in (place.label, place.hex)


def test_lists_come_apart_as_they_were_joined() -> None:
    members = ["a;b", "'q'", "\\x", "", "end"]
    assert split(joined(members, ";"), ";") == members
    deep = [*(f"trait;{n}\tx" for n in range(80)), "piece"]
    assert unnest(nested(deep)) == deep


@pytest.mark.parametrize("form", ["VCSK", "VCSZ", "VOBS", "plain"])
def test_every_known_scrambling_is_read(form: str) -> None:
    game = read_save(save(board(), piece("7", "Pin", "MS/Pin"), form=form))
    assert [counter.name for counter in game.counters] == ["Pin"]
    assert game.boards[0].board == "01"


BRK = layer("ge/ge467Sb", "+ broken", "BRK")


def squad(id: str, *traits: tuple[str, str], at: tuple[int, int]) -> str:
    ladder = layer("ge/ge468S,ge/ge467S", "4-6-8 Esq,4-6-7 1sq")
    return piece(id, "4-6-8", "ge/blank", [*traits, (ladder, "2")], at)


def only(game: Save, id: str) -> Counter:
    return next(counter for counter in game.counters if counter.id == id)


def test_a_broken_squad_is_the_squad_of_its_step() -> None:
    game = read_save(save(board(), squad("1", (BRK, "1"), at=at_hex(4, 5))))
    unit = only(game, "1")
    assert (unit.catalogue, unit.broken) == ("ge-ge467S", True)
    assert unit.place is not None and unit.place.label == "E5"


def test_a_layer_that_is_off_changes_nothing() -> None:
    unit = only(read_save(save(board(), squad("1", (BRK, "-1"), at=at_hex(4, 5)))), "1")
    assert (unit.name, unit.broken) == ("4-6-7 1sq", False)


def test_a_malfunctioned_machine_gun_is_not_broken() -> None:
    gun = piece("1", "LMG", "ge/geLMG", [(layer("ge/geLMGb", "malf +", "BRK"), "1")])
    weapon = only(read_save(save(board(), gun)), "1")
    assert (weapon.catalogue, weapon.malfunctioned, weapon.broken) == ("ge-geLMG", True, False)


def test_facings_turret_and_crew() -> None:
    traits = [
        (layer(",", "+ BU,+ CE"), "2"),
        (layer(",,", "+ tca3,+ tca4,+ tca5"), "2"),
        (layer(",,", "+ vca3,+ vca4,+ vca5"), "3"),
        ("rotate;6", "2"),
    ]
    tank = only(read_save(save(board(), piece("1", "PzKw IVH", "ge/veh/pzivh", traits))), "1")
    assert (tank.vca, tank.tca, tank.ce, tank.rotation) == (5, 4, True, (2, 6))
    assert tank.catalogue == "ge-pzivh"


def test_the_picture_of_a_wreck_is_a_wreck() -> None:
    wreck = only(read_save(save(board(), piece("1", "T-34 M43 Wreck", "ru/veh/T34M43b"))), "1")
    assert (wreck.kind, wreck.catalogue) == ("wreck", "ru-T34M43")


def test_owners_are_numbered_and_their_passwords_gone() -> None:
    secret = "hunter2-geheim"
    game = read_save(
        save(
            board(),
            squad("1", ("conceal;;ge/q;ge;", secret), at=at_hex(4, 5)),
            piece("2", "?", "ge/geqmark58", [(f"concealment;{secret};ge", "")]),
            piece("3", "SU-152", "ru/veh/SU152", [("hide;;HIP", "other-word")]),
        )
    )
    assert only(game, "1").concealed_by == only(game, "2").concealment_of == 1
    assert only(game, "3").hidden_by == 2
    assert game.players == 2
    assert secret not in repr(game) and "other-word" not in repr(game)


def test_a_flipped_board_turns_the_hexes() -> None:
    """A point 56 pixels right of the corner of a flipped board lies in its second last column."""
    game = read_save(save(board("r04"), piece("1", "Pin", "MS/Pin", at=(2143, 464))))
    counter = only(game, "1")
    assert game.boards[0].flipped and game.boards[0].board == "04"
    assert counter.place is not None and counter.place.hex == "B9"


def test_a_cropped_board_begins_where_it_was_cut() -> None:
    laid = board("01", "900", "0", "900", "645")
    game = read_save(save(laid, piece("1", "Pin", "MS/Pin", at=at_hex(0, 1))))
    assert game.boards[0].crop == (900, 0, 900, 645)
    counter = only(game, "1")
    assert counter.place is not None and counter.place.hex == "Q1"


def test_overlays_rules_and_zoom_of_a_board() -> None:
    words = "bd\t1\t0\t41\tVER\t6.2\tOVR\tB4\tC3\tC4\tSSR\tNoRoads\tWinter\tZOOM\t0.5\tFH\ttrue\t"
    (laid,) = read_boards(words)
    assert laid.overlays == (("B4", "C3", "C4"),)
    assert laid.ssr == ("NoRoads", "Winter")
    assert (laid.zoom, laid.full_hex, laid.col) == (0.5, True, 1)


def test_boards_beside_each_other_join_at_their_edges() -> None:
    text = board("01") + board("02", col=1)
    game = read_save(save(text, piece("1", "Pin", "MS/Pin", at=(400 + 1800 + 56, 464))))
    counter = only(game, "1")
    assert counter.place is not None and (counter.place.board, counter.place.hex) == (1, "B1")


def test_a_half_board_counts_its_columns_from_where_a_would_be() -> None:
    """The right half of a board: its picture begins with column Q, so A lies 900 pixels left."""
    half = Grid(width=900, height=645, a1_x=-900.0)
    at = (400 + 56, 400 + 64)  # the second column of the picture, the seam under its first hex
    game = read_save(save(board("1b"), piece("1", "Pin", "MS/Pin", at=at)), lambda _: half)
    counter = only(game, "1")
    assert counter.place is not None and counter.place.hex == "R1"
    assert game.guessed_grids == ()


def test_a_deluxe_board_has_larger_hexes() -> None:
    """Hexes three times as large: the point that would be C2 of a common board is still in A1."""
    deluxe = Grid(width=1350, height=1161, dx=168.75, dy=193.5, a1_x=0.0, a1_y=96.75)
    for at, hex in (((440, 480), "A1"), ((400 + 169, 400 + 190), "B1")):
        game = read_save(save(board("a"), piece("1", "Pin", "MS/Pin", at=at)), lambda _: deluxe)
        counter = only(game, "1")
        assert counter.place is not None and counter.place.hex == hex


def test_the_margin_is_off_board() -> None:
    assert (
        only(read_save(save(board(), piece("1", "Pin", "MS/Pin", at=(399, 500)))), "1").place
        is None
    )


def test_a_piece_lies_where_its_stack_lies() -> None:
    here = at_hex(2, 2)
    game = read_save(
        save(
            board(), stack("s", here, "1", "2"), squad("1", at=(0, 0)), piece("2", "Pin", "MS/Pin")
        )
    )
    assert [(c.id, c.x, c.y, c.from_bottom) for c in game.counters] == [
        ("1", *here, 0),
        ("2", *here, 1),
    ]


# -- logs ------------------------------------------------------------------------------------------


def log(*steps: str) -> list[str]:
    return ["LOG\t" + step for step in steps]


def test_a_log_is_read_to_its_end() -> None:
    start, goal = at_hex(2, 2), at_hex(3, 2)
    commands = [
        board(),
        stack("s", start, "1", "2"),
        squad("1", (BRK, "-1"), at=start),
        piece("2", "Pin", "MS/Pin"),
        piece("3", "DM", "MS/DM", at=goal),
        stack("t", goal, "3"),
        *log(
            f"M/1/Main Map/{goal[0]}/{goal[1]}/3/Main Map/{start[0]}/{start[1]}/null/x",
            joined(["D", "1", nested(["1", "2", "Main Map;0;0;1"]), nested(["-1", "2", ""])], "/"),
            "-/2",
            "CHAT*** (IFT DR) 3,1 ***   <someone>",
        ),
    ]
    game = read_save(save(*commands))
    assert [(c.id, c.from_bottom) for c in game.counters] == [("3", 0), ("1", 1)]
    assert only(game, "1").broken
    assert (game.logged, game.chat) == (4, 1)


# -- hostile files ---------------------------------------------------------------------------------


def refusal(data: bytes) -> str:
    with pytest.raises(BadInput) as refused:
        read_save(data)
    return refused.value.message.key


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "vasl.not_a_save"),
        (b"PK\x03\x04 nothing", "vasl.not_a_save"),
        (container({"readme": b"x"}), "vasl.not_a_save"),
        (container({"savedGame": b""}), "vasl.no_game"),
        (container({"savedGame": b"!VCSKzz00"}), "vasl.scrambled"),
        (container({"savedGame": b"!VCSK5a0g"}), "vasl.scrambled"),
        (container({"savedGame": b"!VCSZ5a0000"}), "vasl.scrambled"),
        (
            container({"savedGame": b"x", "moduledata": b"<name>Other Game</name>"}),
            "vasl.other_module",
        ),
        (save("bd\tx\ty\t01\tVER\t1\t"), "vasl.bad_boards"),
    ],
)
def test_what_is_no_game_is_refused_with_its_reason(data: bytes, key: str) -> None:
    assert refusal(data) == key


def test_a_bomb_is_not_unpacked() -> None:
    assert refusal(container({"savedGame": b"0" * (80 << 20)})) == "vasl.too_big"


def test_too_many_commands_are_refused() -> None:
    assert refusal(save(raw=ESC.join(["-/1"] * 200_100))) == "vasl.too_many_commands"


def test_broken_commands_are_passed_over_and_counted() -> None:
    game = read_save(
        save(
            board(),
            "+/1",
            "+/9/stack/Main Map;x;y;1",
            "M/404/Main Map/1/1/null",
            "D/404/x",
            "+/s/stack/" + "Main Map;1;1;" + ";".join(str(n) for n in range(3000)),
            piece(
                "2", "Pin", "MS/Pin", [("no-such-trait;1", ""), ("rotate;0", "x"), ("emb2", "9")]
            ),
        )
    )
    assert [counter.name for counter in game.counters] == ["Pin"]
    assert game.skipped == 5


def test_traits_nested_without_end_are_cut() -> None:
    deep = nested(["mark;a"] * 500)
    game = read_save(save(board(), joined(["+", "1", deep, ""], "/")))
    assert len(game.counters) == 1


def test_stacks_that_hold_each_other_end() -> None:
    here = at_hex(1, 1)
    game = read_save(
        save(board(), stack("a", here, "b"), stack("b", here, "a"), squad("1", at=here))
    )
    assert [counter.id for counter in game.counters] == ["1"]
