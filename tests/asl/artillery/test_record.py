"""The file between turns: undo, refusals of damaged files, nothing ever half-written."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from hexfire.asl.artillery.engine import prospect
from hexfire.asl.artillery.facts import TOPICS, Given, Typed, read_facts
from hexfire.asl.artillery.record import Record, load, run_on, save, standing
from hexfire.asl.artillery.state import Setup
from hexfire.asl.eyes import Asking, Facts, NeedFact, Question
from hexfire.dice import BadFace, Dice, NeedRoll, seeded
from hexfire.hexes import BadLabel
from hexfire.rulebook import BadInput, Refusal

from .conftest import SEEN, battery


def record() -> Record:
    setup = Setup(
        sides=("German", "Russian"),
        batteries=(
            battery(),
            battery(name="R", side="Russian", nation="russian", date="1943-08", observer="8-0"),
        ),
    )
    return Record.new(setup)


def played() -> Record:
    """A first SR of battery A."""
    now, _ = record().next_phase()
    eyes = Facts(SEEN)
    now, _, need = run_on(now, "A", eyes)
    assert need is None
    now, _ = now.take("A", eyes, Dice(), "radio")
    now, _, need = run_on(now, "A", eyes, Typed("3 4 black"))
    now, _ = now.take("A", eyes, Dice(), "place", "U3")
    now, _, need = run_on(now, "A", eyes, Typed("5 3 2"))
    assert need is None
    return now


def test_a_record_survives_the_disk(tmp_path: Path) -> None:
    file = tmp_path / "oba.json"
    save(file, played())
    assert load(file) == played()
    assert [p.name for p in tmp_path.iterdir()] == ["oba.json"], "nothing left beside it"


def test_both_sides_keep_their_own_state(tmp_path: Path) -> None:
    now = played()
    for _ in range(2):
        now, _ = now.next_phase()
    before = now.table.states[0]
    eyes = Facts(SEEN)
    now, _, _ = run_on(now, "R", eyes)
    now, _ = now.take("R", eyes, Dice(), "radio")
    now, _, _need = run_on(now, "R", eyes, seeded(3))
    assert now.table.states[0] == before
    assert now.table.states[1] != played().table.states[1]


def test_undo_takes_back_one_answer_at_a_time() -> None:
    now = played()
    assert now.table.states[0].marker is not None
    back = now.undo_answer()
    assert back.table.states[0].node == "scatter", "the error DR can be rolled again"
    back = back.undo_answer()
    assert back.table.states[0].node == "accuracy"
    back = back.undo_answer().undo_answer().undo_answer()
    assert back.table.states[0].node == "place_ar"
    while back.steps:
        back = back.undo()
    assert back == record()
    with pytest.raises(BadInput):
        back.undo()


def test_an_answer_once_mistaken_leads_elsewhere() -> None:
    now = played().undo_answer()
    now, _, need = run_on(now, "A", Facts(SEEN), Typed("1 1"))
    assert need is None
    assert now.setup.label(now.table.states[0].marker.hex) == "U2"  # type: ignore[union-attr]


def test_what_is_missing_is_named() -> None:
    now, _ = record().next_phase()
    _, _, need = run_on(now, "A", Facts())
    assert isinstance(need, NeedFact)
    assert (need.question.name, need.question.rule) == ("observer_able", "C1.2")
    eyes = Facts(SEEN)
    now, _, _ = run_on(now, "A", eyes)
    now, _ = now.take("A", eyes, Dice(), "radio")
    _, _, need2 = run_on(now, "A", eyes)
    assert isinstance(need2, NeedRoll)
    assert need2.request.rule == "C1.2"


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (("", ""), "core.bad_json"),
        (('"oba"', '"folio"'), "artillery.not_a_record"),
        (('"version": 1', '"version": 99'), "artillery.other_version"),
        (('"contact": true', '"contact": false'), "artillery.does_not_follow"),
        (('"caliber": 100', '"caliber": "big"'), "artillery.bad_record"),
        (('"option": "radio"', '"option": "tv"'), "artillery.does_not_follow"),
        (('"argument": "U3"', '"argument": "ZZ9"'), "artillery.does_not_follow"),
    ],
)
def test_damaged_and_foreign_files_are_refused(
    tmp_path: Path, change: tuple[str, str], key: str
) -> None:
    file = tmp_path / "oba.json"
    save(file, played())
    whole = file.read_text("utf-8")
    old, new = change
    assert old in whole
    file.write_text(whole.replace(old, new) if old else whole[: len(whole) // 2], "utf-8")
    with pytest.raises(BadInput) as refused:
        load(file)
    assert refused.value.message.key == key


def test_the_old_file_outlives_a_failed_write(tmp_path: Path) -> None:
    file = tmp_path / "oba.json"
    save(file, record())
    before = file.read_bytes()
    tmp_path.chmod(0o500)
    try:
        save(file, played())
    except BadInput:
        assert file.read_bytes() == before
    finally:
        tmp_path.chmod(0o700)


def test_facts_are_checked() -> None:
    given = read_facts({"battery": "A", "sees_base@W4": False, "hindrance": 2}, "A")
    assert isinstance(given, Given)
    for bad in ([], {"sees_bases": True}, {"sees_base": "yes"}, {"battery": "B"}):
        with pytest.raises(BadInput):
            read_facts(bad, "A")
    with pytest.raises(BadInput):
        read_facts({"observer": {"rank": "general"}}, "A")
    with pytest.raises(BadInput):
        given.yes(Question("artillery.ask.hindrance", "C1.62"))
    with pytest.raises(BadInput):
        given.number(Question("artillery.ask.sees_base", "C1.333", "W4"))


def test_an_observer_who_may_not_observe_is_refused_with_the_reason() -> None:
    given = read_facts({"observer": {"rider": True}}, "A")
    assert isinstance(given.not_able, Refusal)
    assert given.not_able.rule == "C1.2"
    assert given.yes(Question("artillery.ask.observer_able", "C1.2")) is False


def test_typed_dice_are_checked() -> None:
    assert Dice(source=Typed("3 4")).total("C1.2") == 7
    with pytest.raises(BadFace):
        Dice(source=Typed("7 1")).total("C1.2")
    with pytest.raises(BadInput):
        Dice(source=Typed("six 1")).total("C1.2")
    with pytest.raises(NeedRoll):
        Dice(source=Typed("3")).total("C1.2")
    assert Dice(source=Typed("赤")).draw({"black": 2, "red": 1}, "C1.21") == "red"
    assert Dice(source=Typed("R")).draw({"black": 2, "red": 1}, "C1.21") == "red"
    with pytest.raises(Refusal):
        Dice(source=Typed("red")).draw({"black": 2, "red": 0}, "C1.21")
    with pytest.raises(BadInput):
        Dice(source=Typed("3")).draw({"black": 2, "red": 1}, "C1.21")


def test_a_person_is_asked_each_fact_once() -> None:
    asked = []

    def answer(question: Question) -> bool:
        asked.append(question.name)
        return True

    eyes = Asking(answer)
    question = Question("artillery.ask.sees_base", "C1.333", "W4")
    assert eyes.yes(question)
    assert eyes.yes(question)
    assert asked == ["sees_base@W4"]


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"name": " "}, "artillery.nameless"),
        ({"side": "Japanese"}, "artillery.unknown_side"),
        ({"caliber": 20}, "artillery.bad_caliber"),
        ({"date": "July"}, "artillery.bad_date"),
        ({"contact_value": 1}, "artillery.bad_contact_value"),
        ({"breakdown": 13}, "artillery.bad_breakdown"),
        ({"accuracy": 3}, "artillery.bad_accuracy"),
        ({"missions": ()}, "artillery.no_missions"),
        ({"security_area": ("U3",)}, "artillery.no_phone"),
    ],
)
def test_bad_batteries_are_refused(changes: dict[str, object], key: str) -> None:
    with pytest.raises(Refusal) as refused:
        Record.new(Setup(sides=("German", "Russian"), batteries=(battery(**changes),)))
    assert refused.value.message.key == key


def test_bad_setups_are_refused() -> None:
    for setup, key in (
        (Setup(sides=("A", "A"), batteries=()), "artillery.two_sides"),
        (
            Setup(sides=("German", "Russian"), batteries=(battery(), battery())),
            "artillery.name_twice",
        ),
        (
            Setup(sides=("German", "Russian"), batteries=(battery(preregistered=("3U3",)),),
                  map=(("3", "3"),)),
            "artillery.bad_map",
        ),
    ):  # fmt: skip
        with pytest.raises(BadInput) as refused:
            Record.new(setup)
        assert refused.value.message.key == key
    with pytest.raises(BadInput):
        record().setup.battery("C")


def test_the_file_is_plain_json(tmp_path: Path) -> None:
    file = tmp_path / "oba.json"
    save(file, played())
    data = json.loads(file.read_text("utf-8"))
    assert data["hexfire"] == "oba"
    assert data["steps"][-2]["faces"] == [3, 2]


@pytest.mark.parametrize("seed", range(6))
def test_random_missions_replay_to_the_same_state(tmp_path: Path, seed: int) -> None:
    """Whatever was played: the file follows from its steps, and every step can be taken back."""
    rng = random.Random(seed)
    now, dice = record(), seeded(seed)
    facts = {**SEEN, **{topic: rng.random() < 0.8 for topic in TOPICS if topic != "hindrance"}}
    for _ in range(60):
        waiting = [
            b.name
            for b, s in zip(now.setup.batteries, now.table.states, strict=True)
            if s.node not in ("idle", "before_play")
        ]
        if not waiting:
            now, _ = now.next_phase()
            continue
        name = rng.choice(waiting)
        now, _, need = run_on(now, name, Facts(facts), dice)
        assert need is None
        if standing(now, name) == "idle":
            continue
        chosen = rng.choice(prospect(now.setup, now.table, name, Facts(facts)).options)
        marker = now.table.states[now.setup.index(name)].marker
        near = marker.hex.neighbour(seed) if marker else now.setup.grid.hex("M5")
        argument = now.setup.label(near) if chosen.takes == "hex" else ""
        try:
            now, _ = now.take(name, Facts(facts), Dice(), chosen.name, argument)
        except BadLabel:
            break  # the next hex that way is off the board
    file = tmp_path / "oba.json"
    save(file, now)
    assert load(file) == now
    shorter = now.undo(len(now.steps) // 2)
    assert shorter.undo(len(shorter.steps)) == record()


def test_a_file_cut_anywhere_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "oba.json"
    save(file, played())
    whole = file.read_bytes()
    for length in range(0, len(whole) - 2, 61):
        file.write_bytes(whole[:length])
        with pytest.raises(BadInput):
            load(file)


def test_a_file_that_was_meddled_with_is_refused_or_the_same(tmp_path: Path) -> None:
    """Any one value changed: it loads as the very same table, or is refused in a sentence."""
    file = tmp_path / "oba.json"
    noted = played()
    save(file, noted)
    plain = json.loads(file.read_text("utf-8"))
    rng = random.Random(6)
    paths = list(_leaves(plain))
    refused = 0
    for path in rng.sample(paths, min(120, len(paths))):
        changed = json.loads(json.dumps(plain))
        spot = changed
        for key in path[:-1]:
            spot = spot[key]
        old = spot[path[-1]]
        spot[path[-1]] = rng.choice([v for v in (7, "x", None, True, [], -1, "U5") if v != old])
        file.write_text(json.dumps(changed))
        try:
            again = load(file)
        except (Refusal, BadLabel):
            refused += 1
            continue
        # what does not steer the flow may differ: names, numbers that no roll has used yet
        assert again.table.clock == noted.table.clock
        assert len(again.steps) == len(noted.steps)
    assert refused > 60


def _leaves(value: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    if isinstance(value, dict):
        return [leaf for key, v in value.items() for leaf in _leaves(v, (*path, key))]
    if isinstance(value, list):
        return [leaf for i, v in enumerate(value) for leaf in _leaves(v, (*path, i))]
    return [path]


def test_a_hex_needs_no_board_where_there_is_only_one() -> None:
    one = Setup(
        sides=("German", "Russian"), batteries=(battery(preregistered=("U3",)),), map=(("3",),)
    )
    one.check()
    assert one.hex("U3") == one.hex("3U3")
    two = Setup(sides=("German", "Russian"), batteries=(), map=(("3", "4"),))
    with pytest.raises(BadLabel):
        two.hex("U3")
