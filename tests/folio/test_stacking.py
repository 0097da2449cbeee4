"""Exclusive rules about stacking: how much a hex takes, and how several units stand, fight and run
together (Q-STK)."""

from __future__ import annotations

from typing import Any

import pytest
from folio_scene import FIVE_COLUMNS, PLAIN, Scene, source, unit

from hexfire.bots.greedy import GreedyBot
from hexfire.bots.planner import NORMAL, Planner
from hexfire.bots.player import play_game
from hexfire.dice import seeded
from hexfire.folio import Folio, Phase, ask, check
from hexfire.folio.combat import assess
from hexfire.folio.legal.combats import _nth_subset, _subsets
from hexfire.folio.picture import picture
from hexfire.folio.state import Combat
from hexfire.play.contract import check_legality, check_replay, random_table

LEVELS = '[victory]\nlevels = [{side = "blue", margin = 1}]\n'
TWO = '[exclusive.stacking]\nrule = "5.4"\nlimit = 2\n'


def scene(units: list[dict[str, Any]], rules: str = TWO, **more: Any) -> Scene:
    return Scene(units, more.pop("ground", PLAIN), victory=LEVELS + rules, **more)


def wrong(units: list[dict[str, Any]], rules: str) -> list[str]:
    problems = check(**source(units, victory=LEVELS + rules))
    return [problem.message.key.removeprefix("folio.scenario.") for problem in problems]


def pair(one: str = "0404", two: str = "0404", **more: Any) -> list[dict[str, Any]]:
    return [unit("A", "blue", "4-4-4", one, **more), unit("B", "blue", "3-2-4", two, **more)]


FOE = unit("R", "red", "4-4-4", "0909")


# -- how much a hex takes --------------------------------------------------------------------------


def test_a_move_may_end_with_a_friend_while_there_is_room() -> None:
    play = scene([*pair("0404", "0405"), unit("C", "blue", "2-2-4", "0303"), FOE])
    assert "move A 0404" not in play.legal()  # its own hex would have room for one more
    play.refuses("move A 0404", "F5.0a")
    play.do("move A 0405")
    assert (play.hex("A"), play.hex("B")) == ("0405", "0405")
    play.refuses("move C 0405", "5.4")
    assert "move C 0405" not in play.legal() and "move C 0404" in play.legal()
    play.refuses("move B 0405", "F5.0a")  # not its own hex again (Q-MOV-10)
    assert "move B 0405" not in play.legal()
    play.do("move B 0406")
    assert (play.hex("A"), play.hex("B")) == ("0405", "0406")
    play.do("move C 0405")


def test_enemies_never_stand_together() -> None:
    play = scene([*pair("0404", "0405"), unit("R", "red", "1-1-1", "0406")])
    play.refuses("move A 0406", "F5.1c")


@pytest.mark.parametrize(
    ("rules", "fits"),
    [
        ("limit = 3", True),
        ("limit = 2", False),  # three points
        ('limit = 3\ncounts = {"B" = 2, "arm:armor" = 2}', False),
        ('limit = 3\ncounts = {"size:X" = 0}', True),
        ("limit = 1\nterrain = {clear = 3}", True),
        ("limit = 3\nterrain = {clear = 1}", False),
        ("limit = {blue = 3, red = 1}", True),
        ("limit = {blue = 1, red = 3}", False),
        ('limit = 3\ntogether = "formation"', False),
    ],
)
def test_limits_by_points_terrain_side_and_formation(rules: str, fits: bool) -> None:
    units = [
        unit("A", "blue", "4-4-4", "0404", arm="armor", formation="7"),
        unit("B", "blue", "4-4-4", "0405", size="X", formation="9"),
        FOE,
    ]
    counts = "" if "counts" in rules else 'counts = {"B" = 2}\n'
    play = scene(units, f'[exclusive.stacking]\nrule = "5.4"\n{rules}\n{counts}')
    assert ("move A 0405" in play.legal()) is fits


def test_a_unit_alone_stands_anywhere_and_no_hex_takes_more_than_four() -> None:
    heavy = scene(
        [unit("A", "blue", "4-4-4", "0404"), FOE],
        '[exclusive.stacking]\nlimit = 1\ncounts = {"A" = 9}\n',
    )
    assert "move A 0405" in heavy.legal()
    crowd = [unit(f"B{n}", "blue", "1-1-1", "0404") for n in range(4)]
    play = scene(
        [*crowd, unit("C", "blue", "1-1-4", "0405"), FOE],
        '[exclusive.stacking]\nrule = "5.4"\nlimit = 99\n',
    )
    play.refuses("move C 0404", "5.4")


def test_one_with_a_zoc_is_enough() -> None:
    units = [
        unit("Q", "red", "1-1-4", "0405", flags=["no_zoc"]),
        unit("Z", "red", "1-1-4", "0505"),
        unit("A", "blue", "4-4-6", "0101"),
    ]
    play = scene(units, first="red", turns=["0/0"])
    beside_q = play.at.scenario.hex_index["0305"]
    assert not play.at.board.zoc[1] >> beside_q & 1
    play.do("move Z 0405")
    assert play.at.board.zoc[1] >> beside_q & 1


def test_reinforcements_enter_where_there_is_room() -> None:
    units = [
        unit("A", "blue", "4-4-4", "0101"),
        unit("B", "blue", "4-4-4", turn=1, entry=["0101"]),
        unit("C", "blue", "4-4-4", turn=1, entry=["0101"]),
        FOE,
    ]
    play = scene(units)
    play.do("enter B 0101")
    play.refuses("enter C 0101", "F4.1c")


@pytest.mark.parametrize(("limit", "room"), [(1, False), (2, True)])
def test_lost_units_come_back_where_there_is_room(limit: int, room: bool) -> None:
    rules = f"[exclusive.stacking]\nlimit = {limit}\n" + (
        "[exclusive.replacements]\npoints = {blue = 9}\nrebuild = 1\nhexes = {blue = ['0101']}\n"
    )
    units = [*pair("0101", "0405"), unit("R", "red", "4-4-4", "0406")]
    play = scene(units, rules, turns=["0/0"] * 3)
    play.to_combat().fight("attack 0406 with B", "Ae")
    while play.state.turn == 1:
        play.do("end")
    assert ("rebuild B 0101" in play.legal()) is room


# -- setting up ------------------------------------------------------------------------------------


def test_set_up_leaves_everybody_room() -> None:
    units = [
        unit("A", "blue", "4-4-4", ["0101", "0102"]),
        unit("B", "blue", "4-4-4", ["0101", "0102"]),
        unit("C", "blue", "4-4-4", ["0101"]),
        FOE,
    ]
    play = scene(units)
    assert play.phase is Phase.SETUP
    play.do("place A 0101")
    play.refuses("place B 0101", "5.4")
    assert play.legal() == ["place B 0102"]


def test_set_up_is_looked_ahead() -> None:
    """A takes the place that B must have: the limit of the town is two points, B counts two."""
    rules = '[exclusive.stacking]\nrule = "5.4"\nlimit = 2\ncounts = {"B" = 2}\n'
    units = [
        unit("A", "blue", "4-4-4", ["0101", "0102"]),
        unit("B", "blue", "4-4-4", ["0101", "0103"]),
        unit("D", "blue", "4-4-4", "0103"),
        FOE,
    ]
    play = scene(units, rules)
    play.refuses("place A 0101", "F3.0c")
    play.do("place A 0102", "place B 0101")


def test_the_file_is_told_where_there_is_no_room() -> None:
    three = [*pair(), unit("C", "blue", "1-1-1", "0404"), FOE]
    assert wrong(three, TWO) == ["no_room_with"]
    assert wrong([*pair(), FOE], "") == ["stacked"]
    assert wrong([*pair(), FOE], TWO) == []
    # Players may leave it out: then everybody must stand alone.
    assert wrong([*pair(), FOE], TWO + 'optional = "on"\n') == ["stacked"]
    many = [unit(f"B{n}", "blue", "1-1-1", ["0101", "0102"]) for n in range(5)]
    assert wrong([*many, FOE], TWO) == ["no_room"]


@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        ("limit = 0", "too_small"),
        ("limit = 100", "too_large"),
        ("limit = 2\nterrain = {moon = 2}", "choice"),
        ('limit = 2\ncounts = {"Z" = 2}', "no_such_unit"),
        ('limit = 2\ncounts = {"A" = -1}', "too_small"),
        ('limit = 2\ntogether = "friends"', "choice"),
        ("limit = 2\nsteps = 3", "unknown_key"),
    ],
)
def test_mistakes_are_found(rules: str, problem: str) -> None:
    assert problem in wrong([*pair("0404", "0405"), FOE], f"[exclusive.stacking]\n{rules}\n")


# -- combat ----------------------------------------------------------------------------------------

STACK = [
    unit("A", "blue", "9-4-4", "0405"),
    unit("B", "blue", "8-4-4", "0405"),
    unit("R", "red", "4-4-4", "0404"),
    unit("S", "red", "2-3-4", "0404"),
]


def test_all_in_the_hex_defend_together_and_each_attacker_for_itself() -> None:
    play = scene(STACK, crt=FIVE_COLUMNS).to_combat()
    attacks = [line for line in play.legal() if line.startswith("attack")]
    assert attacks == ["attack 0404 with A", "attack 0404 with B", "attack 0404 with A, B"]
    fight = Combat(2, play.at.scenario.hex_index["0404"], (0, 1))
    counted = assess(play.at, fight)
    assert [item.value for item in counted.defence] == [4, 3]
    assert counted.differential == 9 + 8 - 4 - 3
    play.do("attack 0404 with B")
    assert play.game.view(play.state, "red")["combat"]["defenders"] == ["R", "S"]
    play.do("roll", roll=1)
    play.refuses("attack 0404 with A", "F7.2b")


def test_a_fortress_doubles_all_of_them() -> None:
    play = scene(STACK, more_ground="[fortress]\n0404").to_combat()
    counted = assess(play.at, Combat(2, play.at.scenario.hex_index["0404"], (0, 1)))
    assert counted.defence.total == 2 * (4 + 3)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_hex_with_one_that_was_attacked_is_not_attacked_again(order: tuple[int, int]) -> None:
    reds = unit("R", "red", "4-4-4", "0404"), unit("S", "red", "2-3-4", "0402")
    units = [
        unit("A", "blue", "4-4-4", "0405"),
        unit("B", "blue", "4-4-4", "0401", flags=["no_zoc"]),
        *(reds[i] for i in order),
    ]
    play = scene(units).to_combat()
    assert "attack 0402 with B" in play.legal()
    play.fight("attack 0404 with A", "D2")
    play.do("retreat R 0403", "retreat R 0402", "stay")
    play.refuses("attack 0402 with B", "F7.2b")
    assert not [line for line in play.legal() if line.startswith("attack")]


def test_de_eliminates_them_all_and_the_victors_advance_together() -> None:
    play = scene(STACK).to_combat().fight("attack 0404 with A, B", "De")
    assert play.gone("R") and play.gone("S")
    play.do("advance A 0404", "advance B 0404")
    assert play.hex("A") == play.hex("B") == "0404"
    assert play.state.combat is None


def test_an_advance_finds_no_room_beyond_the_limit() -> None:
    units = [*STACK[:2], unit("C", "blue", "1-1-4", "0304"), *STACK[2:]]
    play = scene(units).to_combat().fight("attack 0404 with A, B, C", "De")
    play.do("advance A 0404", "advance B 0404")
    assert play.hex("C") == "0304" and play.state.combat is None
    again = scene(units).to_combat().fight("attack 0404 with A, B, C", "De")
    again.do("advance A 0404", "advance C 0404")
    assert again.state.combat is None


def test_the_defender_chooses_who_takes_the_loss_of_an_exchange() -> None:
    play = scene(STACK).to_combat().fight("attack 0404 with A, B", "Ex")
    assert play.seat == "red" and play.legal() == ["lose R", "lose S"]
    play.do("lose S")
    assert play.reduced("S") and not play.reduced("R")
    assert play.seat == "blue" and play.legal() == ["lose A", "lose B"]
    play.do("lose B")
    assert play.state.combat is None  # somebody is still in the hex: no advance


def test_all_defenders_retreat_each_by_its_own_way() -> None:
    play = scene(STACK).to_combat().fight("attack 0404 with A, B", "D2")
    assert {"hold R", "hold S"} <= set(play.legal())
    play.do("retreat S 0403", "retreat S 0402")
    assert "hold R" not in play.legal()
    play.do("retreat R 0403", "retreat R 0402")  # with S, for there is room
    assert play.hex("R") == play.hex("S") == "0402"
    assert "advance A 0403" in play.legal()  # along the way of the last


def test_one_holds_for_all() -> None:
    play = scene(STACK).to_combat().fight("attack 0404 with A, B", "D3").do("hold S")
    assert play.reduced("S") and not play.reduced("R")
    assert play.hex("R") == play.hex("S") == "0404" and play.state.combat is None


def test_no_advance_while_one_is_left() -> None:
    weak = [*STACK[:3], unit("S", "red", "2-3-4", "0404", back=None)]
    play = scene(weak).to_combat().fight("attack 0404 with A, B", "D2").do("hold S")
    assert play.gone("S") and play.hex("R") == "0404" and play.state.combat is None


def test_the_victors_advance_when_the_last_one_held_and_fell() -> None:
    weak = [*STACK[:2], unit("R", "red", "4-4-4", "0404", back=None)]
    play = scene(weak).to_combat().fight("attack 0404 with A, B", "D2").do("hold R")
    assert play.gone("R") and "advance A 0404" in play.legal()


def test_a_full_hex_is_closed_to_a_retreat_and_nobody_is_displaced() -> None:
    wall = [
        unit(f"W{hex}{n}", "red", "1-1-1", hex) for hex in ("0403", "0304", "0504") for n in (1, 2)
    ]
    units = [STACK[0], STACK[1], unit("R", "red", "4-4-4", "0404"), *wall]
    play = scene(units).to_combat().fight("attack 0404 with A, B", "D2")
    assert play.legal() == ["hold R", "retreat R"]
    play.refuses("retreat R 0403", "5.4")
    play.do("retreat R")
    assert play.gone("R")


def test_a_hex_with_room_is_as_good_as_an_empty_one() -> None:
    units = [STACK[0], STACK[1], STACK[2], unit("W", "red", "1-1-1", "0403")]
    play = scene(units).to_combat().fight("attack 0404 with A, B", "D2")
    assert "retreat R 0403" in play.legal()
    play.do("retreat R 0403")
    assert (play.hex("R"), play.hex("W")) == ("0403", "0403")


def test_a_barrage_falls_on_all_in_the_hex() -> None:
    units = [unit("A", "blue", "9-4-4", "0101"), *STACK[2:]]
    play = scene(units, markers={"blue": [1, 2]}, turns=["2/0"]).to_combat()
    barrages = [line for line in play.legal() if line.startswith("barrage")]
    assert barrages == ["barrage 0404 with b1", "barrage 0404 with b1, b2", "barrage 0404 with b2"]
    counted = assess(play.at, Combat(1, play.at.scenario.hex_index["0404"], (), (0,)))
    assert counted.differential == 1 - 4 - 3
    play.fight("barrage 0404 with b1", "Ex")
    assert play.seat == "red" and play.legal() == ["lose R", "lose S"]
    play.do("lose R")
    assert play.reduced("R") and not play.reduced("S") and play.state.combat is None
    play.refuses("barrage 0404 with b2", "F8.6d")


def test_a_barrage_drives_all_of_them_off() -> None:
    units = [unit("A", "blue", "9-4-4", "0406"), *STACK[2:]]
    play = scene(units, markers={"blue": [1]}, turns=["1/0"]).to_combat()
    play.fight("barrage 0404 with b1", "D2")
    play.do("retreat R 0403", "retreat R 0402", "retreat S 0403", "retreat S 0402")
    assert play.hex("R") == play.hex("S") == "0402"
    assert not play.reduced("R") and not play.reduced("S")


def test_nobody_of_a_stack_is_barraged_again_where_it_fled_to() -> None:
    """F8.6d, Q-BAR-8: each of them has been barraged in this game turn, wherever it is now."""
    units = [unit("A", "blue", "9-4-4", "0406"), *STACK[2:]]
    play = scene(units, markers={"blue": [1, 2]}, turns=["2/0"]).to_combat()
    play.fight("barrage 0404 with b1", "D2")
    play.do("retreat R 0403", "retreat R 0402", "retreat S 0403", "retreat S 0503")
    play.refuses("barrage 0402 with b2", "F8.6d")
    play.refuses("barrage 0503 with b2", "F8.6d")
    assert not [line for line in play.legal() if line.startswith("barrage")]


def test_who_must_approach_an_enemy_is_reduced_by_himself() -> None:
    """F7.7.1c: the foot unit gets away through the swamp, the mobile one only towards an enemy."""
    ground = "\n".join(["." * 9, "." * 9, "...s.....", "..s......", *["." * 9] * 5])
    units = [
        unit("A", "blue", "9-4-4", "0405"),
        unit("E", "blue", "9-4-4", "0902"),
        unit("M", "red", "4-4-8", "0404", mobile=True),
        unit("S", "red", "2-3-8", "0404"),
    ]
    play = scene(units, ground=ground, markers={"blue": [1]}, turns=["1/0"]).to_combat()
    play.fight("barrage 0404 with b1", "D2")
    assert "retreat M 0403" not in play.legal() and "retreat S 0504" not in play.legal()
    play.do("retreat S 0403")
    play.do(next(line for line in play.legal() if line.startswith("retreat S")))
    play.do("retreat M 0504")
    play.do(next(line for line in play.legal() if line.startswith("retreat M")))
    assert play.reduced("M") and not play.reduced("S")
    assert play.hex("M") and play.state.combat is None


# -- the whole of it -------------------------------------------------------------------------------


def test_subsets_are_counted_and_found_by_number_in_order() -> None:
    listed = [bits for bits in range(1, 1 << 9) if bits.bit_count() <= 3]
    assert _subsets(9, 3) == len(listed)
    assert [_nth_subset(9, 3, n) for n in range(len(listed))] == listed
    assert _subsets(24, 6) == 190_050


def test_many_attackers_are_counted_not_listed() -> None:
    around = ("0403", "0405", "0304", "0305", "0504", "0505")
    units = [unit(f"{hex}{n}", "blue", "1-1-1", hex) for hex in around for n in range(4)]
    play = scene(
        [*units, unit("R", "red", "4-4-4", "0404")],
        "[exclusive.stacking]\nlimit = 4\n",
        exceptions={"attacker_limit": 24},
    ).to_combat()
    menu = play.menu()
    assert len(menu) == 1 << 24
    assert play.game.write(menu[len(menu) - 1]).count(",") == 23


def test_the_text_map_shows_how_many() -> None:
    play = scene(STACK)
    shown = "".join(piece.text for line in picture(play.at) for piece in line)
    assert "+1A" in shown and "+1R" in shown


def test_the_questions_answer() -> None:
    play = scene(STACK).to_combat()
    counted, chances = ask.attack(play.at, "0404", ("A", "B"))
    assert counted.defence.total == 7 and sum(chances.values()) == 1


def battle(rules: str = TWO) -> dict[str, str]:
    units = []
    for n in range(6):
        blue, red = f"0{n // 2 + 3}04", f"0{n // 2 + 3}06"
        more = {"mobile": n % 3 == 0, "size": "X" if n == 1 else "III"}
        units.append(unit(f"B{n}", "blue", f"{n + 3}-4-5", blue, **more))
        units.append(unit(f"R{n}", "red", f"{n + 3}-4-5", red, **more))
    choice = ["0103", "0104", "0105"]
    units += [unit(f"C{n}", "blue", "3-3-5", choice) for n in range(4)]
    units += [unit(f"L{n}", "red", "3-3-5", turn=2, entry=["0909", "0908"]) for n in range(3)]
    return source(
        units,
        victory='[victory]\nlevels = [{side = "blue", margin = 1}]\n'
        'points_per_loss = {blue = 1, red = 1}\nhexes = [{hex = "0405", points = 3}]\n' + rules,
        crt=FIVE_COLUMNS,
        markers={"blue": [1, 2], "red": [1, 2]},
        turns=["2/1"] * 4,
    )


WEIGHED = '[exclusive.stacking]\nlimit = 3\ncounts = {"size:X" = 2}\nterrain = {woods = 1}\n'


@pytest.mark.parametrize("rules", [TWO, WEIGHED])
@pytest.mark.parametrize("seed", range(6))
def test_random_play_ends_and_replays(seed: int, rules: str) -> None:
    table, journal = random_table(Folio(), battle(rules), seed, each=None)
    assert table.outcome() is not None
    check_replay(Folio(), table, journal)


def test_what_is_listed_is_legal() -> None:
    seen = 0

    def each(table: Any) -> None:
        nonlocal seen
        seen += 1
        if seen % 23 == 0:
            check_legality(table.game, table, [])

    random_table(Folio(), battle(), 7, each=each)
    assert seen > 50


@pytest.mark.parametrize("planner", [False, True])
def test_bots_play_it_to_the_end(planner: bool) -> None:
    game = Folio()
    bots = {"blue": Planner(1, effort=NORMAL) if planner else GreedyBot(), "red": GreedyBot()}
    end, _ = play_game(game, game.setup(battle(), {}), bots, seeded("2"))
    assert end.phase is Phase.OVER


def test_a_crowd_that_hardly_finds_room_is_given_up_in_time() -> None:
    """Forty units of three points for hexes that take four: whatever is tried, there is no room."""
    hexes = [f"{column:02}{row:02}" for column in range(1, 10) for row in range(1, 5)]
    crowd = [unit(f"B{n}", "blue", "1-1-1", hexes) for n in range(40)]
    rules = '[exclusive.stacking]\nlimit = 4\ncounts = {"side:blue" = 3}\n'
    assert wrong([*crowd, FOE], rules) == ["no_room"]
    play = scene([*crowd[:30], FOE], rules)
    assert play.phase is Phase.SETUP
    while play.phase is Phase.SETUP:
        play.do(play.legal()[-1])
