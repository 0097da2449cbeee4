"""The purchase as a game: the sequence, secrets, undo, the journal, the free allotments."""

from __future__ import annotations

import random
from functools import cache

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfire.asl.purchase import DesignYourOwn, agreement, japanese, roster, skeleton
from hexfire.asl.purchase import actions as act
from hexfire.asl.purchase.allotment import (
    bonus,
    check_leaders,
    distributions,
    exchanged,
    extra_leader,
    forced_reinforcements,
    ladder,
    leaders_due,
    next_rank,
    promoted,
)
from hexfire.asl.purchase.availability import enters
from hexfire.asl.purchase.roster import SealedRoster
from hexfire.asl.purchase.spelling import VERBS, read, write
from hexfire.asl.purchase.state import STEPS, points_left
from hexfire.dice import Dice, NeedChoice, seeded
from hexfire.games import all_games
from hexfire.lang import words
from hexfire.play import Table, verify
from hexfire.play.contract import (
    check_legality,
    check_replay,
    check_secrets,
    random_table,
)
from hexfire.rulebook import BadInput, Refusal

GAME = DesignYourOwn()
STANDARD = ("8-0", "8-1", "9-1", "9-2", "10-2")


def scenario(**terms):
    from buyers import LISTING

    return {
        "date": "9/44",
        "sides": [{"nation": "German", "points": 300}, {"nation": "Soviet", "points": 250}],
        "boards": ["4"],
        "weather": "clear",
        "listing": LISTING,
        **terms,
    }


# -- agreement and sequence -----------------------------------------------------------------------


@pytest.mark.rule("H1")
def test_the_order_of_the_chapter():
    assert STEPS == (
        "agreement",
        "infantry",
        "ordnance",
        "vehicles",
        "oba",
        "fortifications",
        "second",
        "announce",
        "bonus",
        "leaders",
        "exchange",
        "sw",
        "reinforcements",
        "done",
    )


@pytest.mark.rule("H1.1")
def test_nothing_is_bought_before_both_agree(unagreed):
    b = unagreed()
    assert b.refused("squads 4-6-8") == "H1.1"
    b.do("agree")
    assert b.refused("squads 4-6-8") == "H1.1"
    assert b.refused("agree") == "H1.1"
    b.do("agree", seat="soviet").do("squads 4-6-8")


@pytest.mark.rule("H1.1")
@pytest.mark.parametrize(
    ("terms", "key"),
    [
        ({"date": "some day"}, "bad_date"),
        ({"sides": [{"nation": "Martian", "points": 5}] * 2}, "unknown_nation"),
        ({"sides": [{"nation": "German", "points": 0}] * 2}, "bad_points"),
        ({"sides": [{"nation": "German", "points": 5}]}, "bad_agreement"),
        ({"colour": "red"}, "bad_agreement"),
        ({"listing": {"squad/German/4-6-8/bpv": "many"}}, "figure_value"),
        ({"listing": {"squad/German/4-6-8/price": "1"}}, "figure_field"),
    ],
)
def test_a_bad_agreement_is_refused(terms, key):
    with pytest.raises(BadInput, match=key):
        agreement(scenario(**terms))


def test_two_sides_of_one_nation_have_two_seats():
    terms = agreement(scenario(sides=[{"nation": "German", "points": 5}] * 2))
    assert [side.seat for side in terms.sides] == ["german-1", "german-2"]


@pytest.mark.rule("H1.1", "H1.13")
def test_a_closed_step_never_opens_again(buyers):
    texts = {
        "infantry": "squads 4-6-8",
        "ordnance": "gun PaK",
        "vehicles": "item wagon",
        "oba": "bombard 4",
        "fortifications": "fortify wire",
    }
    b = buyers()
    order = list(texts)
    for at, step in enumerate(order):
        b.go(step)
        for past in order[:at]:
            if past != "infantry":
                assert b.refused(texts[past]) == "H1.1"
        for later in order[at + 1 :]:
            assert b.refused(texts[later]) not in ("", "H1.1")
    assert b.left == 1000  # nothing has to be bought


@pytest.mark.rule("H1.13")
def test_points_that_are_not_there_cannot_be_spent(buyers):
    b = buyers(points=(30, 30)).do("squads 4-6-8 x2")
    assert b.refused("squads 4-3-6") == "H1.13"
    assert b.refused("equip mol") == "H1.13"
    assert b.left == 0


# -- figures --------------------------------------------------------------------------------------


def test_a_figure_holds_when_both_name_the_same_value(buyers):
    b = buyers()
    assert b.refused("squads 4-4-7") == "H1.211"
    b.do("figure squad/German/4-4-7/bpv = 8")
    assert b.refused("figure squad/German/4-4-7/bpv = 8") == ""
    b.do("figure squad/German/4-4-7/bpv = 9", seat="soviet")
    assert b.refused("squads 4-4-7") == "H1.211"
    b.do("figure squad/German/4-4-7/bpv = 9")
    b.do("squads 4-4-7")
    assert b.left == 1000 - 11
    assert b.refused("figure squad/German/4-4-7/bpv = lots") == "purchase.figure_value"
    assert b.refused("figure squad/Nobody/4-4-7/bpv = 9") == "purchase.figure_form"


def test_a_lost_elr_does_not_stop_the_game(buyers):
    b = buyers(nations=("G.M.D.", "Japanese"), date="6/42")
    b.go("announce").go("announce", seat="japanese").do("announce", seat="japanese")
    assert b.refused("announce", seat="gmd") == "H1.28T"
    offered = list(b.table.legal("gmd"))
    assert act.Figured("nation/G.M.D./elr", "2") in offered
    b.do("figure nation/G.M.D./elr = 2", seat="gmd")
    assert "japanese" in b.game.to_act(b.table.state)
    b.do("figure nation/G.M.D./elr = 2", seat="japanese").do("announce", seat="gmd")


# -- bonus, leaders, reinforcements ---------------------------------------------------------------


@pytest.mark.rule("H1.71")
def test_the_bonus_goes_to_the_lower_elr_if_both_bought_infantry():
    assert bonus(3, 4, 494, 70) == 5
    assert bonus(4, 3, 494, 70) == 0
    assert bonus(3, 3, 494, 70) == 0
    assert bonus(3, 4, 494, 0) == 0
    assert bonus(3, 4, 0, 70) == 0
    assert bonus(2, 4, 51, 70) == 2


@pytest.mark.rule("H1.71")
def test_elr_are_announced_when_both_have_finished(buyers):
    b = buyers().do("squads 4-6-7").go("announce")
    assert b.game.to_act(b.table.state) == ("soviet",)
    assert b.refused("announce") == "H1.71"
    b.do("squads 4-4-7", seat="soviet").go("announce", seat="soviet")
    b.do("announce")
    assert b.refused("announce") == "H1.71"
    b.do("announce", seat="soviet")
    assert b.table.state.sides[0].step == "bonus"
    assert b.table.state.sides[1].step == "leaders"


@pytest.mark.rule("H1.73")
def test_bonus_squads_have_what_all_others_have(buyers):
    def line(*bought):
        b = buyers().do("equip mol")
        for text in bought:
            b.do(text)
        b.do("squads 4-4-7", seat="soviet").go("announce").go("announce", seat="soviet")
        b.do("announce").do("announce", seat="soviet").do("bonus 4-6-7")
        return next(row for part in b.sheet().infantry for row in part.rows if "B" in row.ab)

    assert line("squads 4-6-7 x3 sapper").ab == "S M B"
    assert line("squads 4-6-7 x3 sapper", "squads 4-6-8").ab == "M B"


@pytest.mark.rule("H1.8")
def test_leaders_due():
    assert leaders_due(41, 4) == (10, True)
    assert leaders_due(40, 4) == (10, False)
    assert leaders_due(3, 4) == (0, True)
    assert extra_leader("German") == "7-0"
    assert extra_leader("Finnish") == "8-0"


@pytest.mark.rule("H1.8")
def test_the_lg_factor_must_be_known(buyers):
    b = buyers(nations=("Italian", "German"), listing={
        "squad/Italian/3-4-6/bpv": "4", "squad/Italian/3-4-6/class": "Line",
    })  # fmt: skip
    b.do("squads 3-4-6 x4").go("announce").go("announce", seat="german")
    b.do("announce").do("announce", seat="german").go("leaders")
    assert b.refused("leaders 8-0x1") == "H1.8"
    b.do("figure nation/Italian/lg = 4").do("figure nation/Italian/lg = 4", seat="german")
    b.do("leaders 8-0x1")
    assert b.sheet().leaders == {"8-0": "1"}


@pytest.mark.rule("H1.81")
def test_fewer_of_every_higher_rank(facts):
    check_leaders(STANDARD, {"8-0": 4, "8-1": 3, "9-1": 2, "9-2": 1}, 10)
    check_leaders(STANDARD, {"8-0": 10}, 10)
    for wrong in (
        {"8-0": 5, "8-1": 5},
        {"8-0": 4, "8-1": 2, "9-1": 2, "9-2": 1, "10-2": 1},
        {"8-1": 10},
        {"8-0": 9, "9-1": 1},
        {"8-0": 9},
        {"8-0": 9, "10-3": 1},
    ):
        with pytest.raises(Refusal, match=r"H1\.81"):
            check_leaders(STANDARD, wrong, 10)
    assert ladder(facts(), "German") == STANDARD
    for nation in ("Japanese", "Finnish"):
        with pytest.raises(Refusal, match=f"nation/{nation}/ladder"):
            ladder(facts(), nation)
    agreed = facts("9/44", {"nation/Japanese/ladder": "9-0 9-1 10-0"})
    assert ladder(agreed, "Japanese") == ("9-0", "9-1", "10-0")


@pytest.mark.rule("H1.81")
def test_one_base_leader_may_become_the_next_rank():
    assert next_rank(STANDARD, {"8-0": 3, "8-1": 1}) == "9-1"
    assert promoted(STANDARD, {"8-0": 2}) == {"8-0": 1, "8-1": 1}
    assert promoted(STANDARD, {"8-0": 1}) == {"8-1": 1}
    full = {"8-0": 5, "8-1": 4, "9-1": 3, "9-2": 2, "10-2": 1}
    assert next_rank(STANDARD, full) is None
    with pytest.raises(Refusal, match=r"H1\.81"):
        promoted(STANDARD, full)


@pytest.mark.rule("H1.81")
@given(due=st.integers(0, 40))
def test_all_distributions_are_legal_and_different(due):
    found = list(distributions(5, due))
    assert len(found) == len(set(found))
    assert found
    for numbers in found:
        check_leaders(STANDARD, dict(zip(STANDARD, numbers, strict=True)), due)
    if due == 10:
        assert found[0] == (4, 3, 2, 1, 0)
        assert found[-1] == (10, 0, 0, 0, 0)


@pytest.mark.rule("H1.82")
def test_leader_exchange(buyers):
    assert exchanged(Dice([2, 2]), "x", "German", {"8-0": 1})[1] == {"9-2": 1}
    assert exchanged(Dice([2, 4]), "x", "German", {"8-0": 2, "8-1": 1})[2] is None
    assert exchanged(Dice([6, 6]), "x", "Finnish", {"8-0": 1})[2] is None
    assert exchanged(Dice([6, 6]), "x", "Japanese", {"9-0": 2})[1] == {"9-0": 1, "8+1": 1}
    assert exchanged(Dice([3, 3]), "x", "Japanese", {"9-1": 1})[1] == {"10-0": 1}
    with pytest.raises(NeedChoice):
        exchanged(Dice([6, 6]), "x", "German", {"7-0": 1, "9-1": 1})
    _, after, who = exchanged(Dice([6, 6, 1]), "x", "German", {"7-0": 1, "9-1": 1})
    assert (after, who) == ({"7-0": 1, "6+1": 1}, ("9-1", "6+1"))
    b = _finished(buyers(), "exchange")
    b.do("exchange", 3, 4)
    assert b.refused("exchange") == "H1.82"


def _finished(b, step):
    b.do("squads 4-6-7 x9").do("squads 4-4-7", seat="soviet")
    b.go("announce").go("announce", seat="soviet").do("announce").do("announce", seat="soviet")
    b.go("leaders").do("leaders 8-0x2")
    return b.go(step)


@pytest.mark.rule("H1.83")
def test_sw_are_taken_once(buyers):
    b = _finished(buyers(), "sw").do("sw")
    assert b.sheet().sw == {"LMG": "2", "MMG": "1", "PSK": "1"}
    assert b.refused("sw") == "H1.83"


@pytest.mark.rule("H1.7")
def test_reinforcements_enter_by_turn():
    assert enters(Dice([2, 3]), 5)
    assert not enters(Dice([2, 4]), 5)


@pytest.mark.rule("H1.7")
def test_voluntary_reinforcements(buyers):
    b = _finished(buyers(), "reinforcements").do("reinforce line1 x2")
    assert b.refused("reinforce line1 x9") == "H1.7"
    assert b.refused("reinforce line7") == "purchase.unknown_line"
    b.do("close")
    assert b.sheet().infantry[1].rows[0].reinforcements == 2


# -- secrets --------------------------------------------------------------------------------------


@pytest.mark.rule("H1.1", "H1.1#6")
def test_a_secret_roster_is_seen_by_its_owner_alone(buyers):
    b, twin = buyers(), buyers()
    b.do("squads 4-6-8 x3").go("vehicles").do("roll", 1, 1).do("vehicle Tank")
    twin.do("squads 4-3-6").do("san 4").go("oba").do("roll", 4, 4)
    for seat in ("soviet", None):
        check_secrets(GAME, b.table.state, twin.table.state, seat)
        assert b.table.log(seat) == twin.table.log(seat)
    assert b.table.view("german") != twin.table.view("german")
    assert "4-6-8" not in msgspec.json.encode(b.table.view("soviet")).decode()
    with pytest.raises(Refusal, match=r"H1\.1"):
        skeleton(b.table.state)


@pytest.mark.rule("H1.1", "H1.1#6")
def test_an_open_purchase_is_seen_by_all(buyers):
    b = buyers(secret=False).do("squads 4-6-8 x3")
    assert b.table.view("soviet").sides["german"].left == 955
    b.go("announce").go("announce", seat="soviet").do("announce").do("announce", seat="soviet")
    b.go("done").go("done", seat="soviet")
    assert b.table.outcome() is not None


@pytest.mark.rule("H1.1", "H1.1#7")
def test_the_reveal_opens_both_rosters_and_ends_the_game(buyers):
    b = _finished(buyers(), "done").go("done", seat="soviet")
    assert b.table.outcome() is None
    b.do("reveal")
    assert b.table.view("soviet").sides["german"].squads == 9
    assert isinstance(b.table.view("german").sides["soviet"], SealedRoster)
    b.do("reveal", seat="soviet")
    assert b.table.outcome() is not None
    with pytest.raises(Refusal, match="over"):
        b.do("close")
    data = skeleton(b.table.state)
    assert data["sides"][0]["leaders"][-1] == {"name": "8-0", "number": 2, "reinforcements": 0}


# -- undo and journal -----------------------------------------------------------------------------


@pytest.mark.rule("H1.13")
def test_undo_only_until_a_die_has_fallen(buyers):
    b = buyers().do("squads 4-6-8 x3")
    b.table.undo("german")
    assert b.left == 1000
    b.go("ordnance").do("roll", 4, 4)
    with pytest.raises(Refusal, match="undo_closed"):
        b.table.undo("german")
    b.do("gun PaK")
    b.table.undo("german")
    with pytest.raises(Refusal, match="undo_closed"):
        b.table.undo("german")


@pytest.mark.rule("H1.71")
def test_what_was_announced_or_shown_cannot_be_taken_back(buyers):
    b = buyers().go("announce").go("announce", seat="soviet").do("announce")
    with pytest.raises(Refusal, match="undo_closed"):
        b.table.undo("german")
    b.do("announce", seat="soviet").go("done").do("reveal")
    with pytest.raises(Refusal, match="undo_closed"):
        b.table.undo("german")


def test_an_edited_journal_is_found_out(buyers):
    b = _finished(buyers(), "done").go("done", seat="soviet")
    b.do("reveal").do("reveal", seat="soviet")
    journal = bytes(b.journal)
    assert verify(all_games(), journal).ok
    lines = journal.splitlines(keepends=True)
    for at, line in enumerate(lines):
        for old, new in (
            (b'"number":9', b'"number":8'),
            (b"4-6-7", b"4-6-8"),
            (b":1000", b":1001"),
        ):
            if old in line:
                edited = b"".join((*lines[:at], line.replace(old, new), *lines[at + 1 :]))
                with pytest.raises(BadInput):
                    verify(all_games(), edited)
        if at < len(lines) - 1:  # a cut-off end is an unfinished game, not a forgery
            with pytest.raises(BadInput):
                verify(all_games(), b"".join((*lines[:at], *lines[at + 1 :])))


@cache
def _one_journal():
    return random_table(GAME, scenario(), 5)[1]


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_any_changed_byte_of_an_action_is_found_out(data):
    journal = _one_journal()
    at = data.draw(st.integers(0, len(journal) - 2))
    byte = data.draw(st.integers(32, 126))
    if journal[at] == byte or journal[at : at + 1] == b"\n":
        return
    edited = journal[:at] + bytes([byte]) + journal[at + 1 :]
    with pytest.raises(BadInput):
        verify(all_games(), edited)


# -- the kernel's contract ------------------------------------------------------------------------


STRANGERS = [
    (seat, read(text))
    for seat in ("german", "soviet")
    for text in (
        "agree",
        "squads 4-6-8 x3 sapper",
        "squads 4-4-7 x99",
        "equip mol",
        "san 9",
        "roll",
        "gun PaK x2",
        "motorize",
        "vehicle Tank",
        "arm v1 AAMG",
        "fit v1 Sz",
        "commander v1 v2 v3 in v1",
        "camouflage",
        "item wagon x3",
        "tow g1 Lorry",
        "battery plentiful",
        "decline",
        "optank PzKpfw IIIJ for A",
        "preregister A",
        "bombard 4",
        "air-roll",
        "air",
        "plane-roll",
        "plane",
        "fortify wire x2",
        "fortify minefield x200 on 4",
        "announce",
        "bonus 4-6-7",
        "leaders 8-0x2 8-1x1",
        "exchange",
        "sw",
        "reinforce line1",
        "bring 8-0",
        "close",
        "reveal",
        "figure nation/German/lg = 3",
    )
]


@pytest.mark.rule("H1.1", "H1.13")
@pytest.mark.parametrize("seed", range(6))
def test_random_purchases_keep_the_contract(seed):
    watch = random.Random(seed)

    def each(table):
        for at, terms in enumerate(table.state.agreement.sides):
            assert points_left(terms, table.state.sides[at]) >= 0
        if watch.random() < 0.04:
            check_legality(GAME, table, STRANGERS)

    secret = bool(seed % 2)
    table, journal = random_table(GAME, scenario(secret=secret), seed, each=each)
    check_replay(GAME, table, journal)
    assert verify(all_games(), journal).ok
    _steps_only_go_on(table)
    for at, terms in enumerate(table.state.agreement.sides):
        sheet = roster(table.state, at)
        assert sheet.left == terms.points - sum(line.spent for line in sheet.balance)
        # What the journal's events say was spent is what the Roster says.
        said = sum(
            event.data.get("points", 0)
            for step in table.path()
            if step.seat == terms.seat
            for event in step.events
        )
        fitted = sum(_rolled_points(vehicle) for vehicle in table.state.sides[at].vehicles)
        equipped = sum(line.spent for line in sheet.balance) - said - fitted
        assert equipped == _equipment(table, at)


def _rolled_points(vehicle):
    return sum(
        points
        for name, points in vehicle.options
        if (name in ("Sz", "G")) or (name != "W" and vehicle.arm_dr is not None)
    )


def _equipment(table, at):
    """Equipping the side raises the price of what was already bought."""
    seat = table.seats[at]
    raised = 0
    for step in table.path():
        if step.seat == seat and isinstance(step.action, act.Equip):
            terms = table.state.agreement.sides[at]
            before = points_left(terms, table.at(step.after).sides[at])
            raised += before - points_left(terms, table.at(step.n).sides[at])
    return raised


def _steps_only_go_on(table):
    for at in (0, 1):
        seen = [STEPS.index(table.at(step.n).sides[at].step) for step in table.path()]
        assert seen == sorted(seen)


@given(st.lists(st.sampled_from(STRANGERS), max_size=40), st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_no_interleaving_breaks_the_sequence(actions, seed):
    table = Table.new(GAME, scenario(), source=seeded(seed))
    for seat in table.seats:
        table.do(seat, act.Agree())
    for seat, action in actions:
        before = table.state
        try:
            table.do(seat, action)
        except Refusal:
            assert table.state == before
        for at, terms in enumerate(table.state.agreement.sides):
            assert points_left(terms, table.state.sides[at]) >= 0
    _steps_only_go_on(table)


@pytest.mark.parametrize("text", sorted({GAME.write(action) for _, action in STRANGERS}))
def test_typed_actions_are_read_again(text):
    assert write(read(text)) == text


@pytest.mark.parametrize(
    ("said", "english"),
    [
        ("分隊 4-6-8 x3 工兵 コマンド", "squads 4-6-8 x3 sapper commando"),
        ("砲兵中隊 豊富 野戦電話", "battery plentiful phone"),
        ("砲兵隊 豊富", "battery plentiful"),
        ("装備 冬季迷彩", "equip winter"),
        ("輸送 ワゴン x2", "item wagon x2"),
        ("構築物 鉄条網 x3", "fortify wire x3"),
        ("SAN 3", "san 3"),
        ("振る", "roll"),
        ("指揮官 8-0x2 8-1x1 交換", "leaders 8-0x2 8-1x1 exchange"),
        ("終了", "close"),
    ],
)
def test_actions_may_be_typed_in_japanese(said, english):
    assert read(said) == read(english)


@pytest.mark.parametrize("text", sorted({GAME.write(action) for _, action in STRANGERS}))
def test_what_is_shown_in_japanese_is_read_again(text):
    assert japanese.english(japanese.japanese(text)) == text


def test_an_unknown_verb_is_answered_with_the_japanese_words():
    assert set(japanese.VERBS) == set(VERBS)
    with pytest.raises(BadInput) as refused:
        read("踊る")
    said = words("ja").refusal(refused.value)
    assert "分隊" in said and "終了" in said and "squads" not in said


@pytest.mark.parametrize(
    "text", ["", "dance", "squads", "san many", "leaders 8-0", "figure x 5", "close the door"]
)
def test_what_cannot_be_understood_is_refused(text):
    with pytest.raises(BadInput):
        read(text)


@pytest.mark.rule("H1.7")
def test_half_of_a_second_purchase_as_dear_as_the_first_comes_later():
    assert forced_reinforcements(70, 70, 5) == 3
    assert forced_reinforcements(70, 71, 6) == 3
    assert forced_reinforcements(71, 70, 5) == 0
    assert forced_reinforcements(0, 12, 1) == 1
    assert forced_reinforcements(0, 0, 0) == 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_random_purchases_of_many_nations(seed):
    rng = random.Random(seed)
    pairs = (
        ("German", "Soviet"),
        ("German", "Partisan"),
        ("Finnish", "Soviet"),
        ("Japanese", "G.M.D."),
        ("U.S.", "German"),
    )
    sides = [
        {"nation": nation, "points": rng.choice((100, 600, 1300))} for nation in rng.choice(pairs)
    ]
    terms = scenario(sides=sides, date=rng.choice(("9/44", "6/42", "3/45", "12/43")))
    watch = random.Random(seed)

    def each(table):
        for at, side in enumerate(table.state.agreement.sides):
            assert points_left(side, table.state.sides[at]) >= 0
        if watch.random() < 0.01:
            actions = [(seat, action) for seat in table.seats for _, action in STRANGERS]
            check_legality(GAME, table, actions)

    table, journal = random_table(GAME, terms, seed, each=each)
    check_replay(GAME, table, journal)
    _steps_only_go_on(table)
