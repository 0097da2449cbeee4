"""Orders in Japanese: every verb has one word, and every form says how it is typed."""

from __future__ import annotations

import pytest

from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.orders import japanese as battle_words
from hexfire.asl.battle.orders import text as battle
from hexfire.folio import japanese as folio_words
from hexfire.folio import text as folio
from hexfire.lang import words


@pytest.mark.parametrize(
    ("room", "said", "forms"),
    [
        ("folio", folio_words.VERBS, folio.FORMS),
        ("battle", battle_words.VERBS, {v: form.shape for v, form in battle.FORMS.items()}),
    ],
)
def test_every_verb_and_form_stands_in_both_catalogues(
    room: str, said: dict[str, str], forms: dict[str, str]
) -> None:
    """A new verb wants `VERBS` of the room's `japanese.py`, `ROOM.verb.*` and `ROOM.form.*`."""
    english, japanese = words("en").texts, words("ja").texts
    assert {verb: english.get(f"{room}.verb.{verb}") for verb in forms} == {v: v for v in forms}
    assert {verb: japanese.get(f"{room}.verb.{verb}") for verb in forms} == said
    assert {verb: english.get(f"{room}.form.{verb}") for verb in forms} == forms
    begins = {verb: japanese.get(f"{room}.form.{verb}", "").split()[0] for verb in forms}
    assert {verb: first.partition("：")[0] for verb, first in begins.items()} == said


@pytest.mark.parametrize("vocabulary", [folio_words.VERBS, battle_words.VERBS])
def test_no_two_verbs_share_a_japanese_word(vocabulary: dict[str, str]) -> None:
    assert len(set(vocabulary.values())) == len(vocabulary)


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("射撃 P1 目標 T2 弾薬 APCR 追加射撃", act.Fire("P1", "T2", ammo="APCR", intensive=True)),
        ("移動 S1 へ K5 警戒移動", act.Go("S1", "K5", assault=True)),
        ("人力移動 G へ K6 補助 S1", act.Push("G", "K6", helpers="S1")),
        ("肉薄攻撃 F 目標 T1", act.Assault("F", "T1")),
        ("覚え書き：煙幕：あと2個、風に注意", act.Note("煙幕：あと2個、風に注意")),
        ("配置　S1　ヘクス　K5", act.Place("S1", "K5")),
    ],
)
def test_a_battle_is_ordered_in_japanese(typed: str, action: act.Action) -> None:
    assert battle.read(typed) == action


@pytest.mark.parametrize(
    "order",
    [
        "fire P1 at T2 with APCR as Vehicle turning VCA intensive",
        "go S1 to K5 assault",
        "assault F at T1 thrown",
        "push G to K6 with S1",
        "roll 2: wind at dusk",
    ],
)
def test_what_is_shown_in_japanese_can_be_typed_again(order: str) -> None:
    said = battle_words.ORDERS.japanese(order)
    assert said != order
    assert battle_words.ORDERS.english(said) == order
