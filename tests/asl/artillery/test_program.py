"""A program that knows nothing but the JSON answers plays whole missions through the commands."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import calling
import msgspec
import pytest

from hexfire.asl.artillery.facts import TOPICS
from hexfire.assist.artillery.schemas import schemas
from hexfire.assist.artillery.standing import BatteryState, Next
from hexfire.assist.wording import Said

Call = Callable[..., str]


@pytest.fixture
def oba(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Call:
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> str:
        return calling.call(capsys, "oba", *words, code=0)[1]

    return call


def said(text: str) -> Next:
    return msgspec.json.decode(text, type=Next, dec_hook=lambda _, text: Said.key(text))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_program_plays_until_the_last_shell(oba: Call, seed: int) -> None:
    """It takes what `questions`, `roll` and `options` ask for, and never needs anything else."""
    rng = random.Random(seed)
    oba("new", "o.json", "--nation", "german", "--caliber", "100", "--observer", "9-1")
    facts: dict[str, bool | int] = {}
    events: list[str] = []
    for _ in range(45):
        now = said(oba("options", "o.json", *_facts(facts), "--json"))
        if not now.saved and not now.questions and now.roll is None:
            now = said(oba("step", "o.json", *_facts(facts), "--json"))
            assert now.saved
        if now.node in ("idle", "before_play"):
            oba("next", "o.json", "--fire")
            facts = {}
            continue
        if now.questions and not now.options:
            for asked in now.questions:
                facts[asked.fact] = 0 if asked.wants == "number" else rng.random() < 0.85
            continue
        words = ["step", "o.json", *_facts(facts)]
        if now.roll is not None:
            words += ["--dice", _dice(now, rng)]
        else:
            if now.questions:
                facts |= {q.fact: rng.random() < 0.85 for q in now.questions}
                continue
            chosen = rng.choice([o for o in now.options if o.name not in ("silent", "cancel")])
            words.insert(2, chosen.name)
            if chosen.takes == "hex":
                words.insert(3, "Q5" if now.state.hex != "Q5" else "Q6")
        told = said(oba(*words, "--json"))
        events += [event.key for event in told.events]
        if "artillery.event.resolve" in events:
            break
    assert "artillery.event.contact_established" in events
    assert events.count("artillery.event.chit") <= 11


def _facts(facts: dict[str, bool | int]) -> list[str]:
    words = []
    for name, value in facts.items():
        text = str(value) if not isinstance(value, bool) else "yes" if value else "no"
        words += ["-f", f"{name}={text}"]
    return words


def _dice(now: Next, rng: random.Random) -> str:
    assert now.roll is not None
    if now.roll.chits is not None:
        return "black" if now.roll.chits.black else "red"
    return ",".join(str(rng.randint(1, 6)) for _ in range(now.roll.dice))


def test_the_schemas_name_every_fact_and_field(oba: Call) -> None:
    found = json.loads(oba("schema"))
    assert set(found) == {"answer", "facts", "setup", "units", "record", "odds", "shells"}
    assert set(TOPICS) <= set(found["facts"]["properties"])
    assert found["facts"]["properties"]["hindrance"]["type"] == "integer"
    state = found["answer"]["$defs"]["BatteryState"]["properties"]
    assert set(state) == set(BatteryState.__struct_fields__)
    assert json.loads(oba("schema", "facts")) == schemas()["facts"]


def test_an_answer_of_every_kind_fits_its_schema(oba: Call) -> None:
    oba("new", "o.json", "--nation", "german", "--caliber", "100", "--observer", "9-1")
    oba("next", "o.json")
    asked = said(oba("options", "o.json", "--json"))
    assert [q.fact for q in asked.questions] == ["observer_able"]
    choice = said(oba("options", "o.json", "-f", "observer_able", "--json"))
    assert [o.name for o in choice.options] == ["radio", "silent"]
    rolled = said(oba("step", "o.json", "radio", "-f", "observer_able", "--json"))
    assert rolled.roll is not None
    assert (rolled.roll.dice, rolled.roll.chits) == (2, None)
    drawn = said(oba("step", "o.json", "--dice", "3,4", "--json"))
    assert drawn.roll is not None
    assert drawn.roll.chits is not None
    assert (drawn.roll.dice, drawn.roll.chits.black, drawn.roll.chits.red) == (0, 8, 3)
