"""What the log says is words: never a key of the catalogue, never an id that only programs know."""

from __future__ import annotations

import re

import pytest

from hexfire.folio import Folio, builtin, builtin_names
from hexfire.folio.combat import RESULTS
from hexfire.folio.names import texts
from hexfire.lang import LANGUAGES, Words, words
from hexfire.play.contract import random_table

KEY = re.compile(r"@|[{}]|\b(?:folio|web|core|case|row|terrain|hexside|level|sudden)\.[a-z_0-9]+")


@pytest.mark.parametrize("name", builtin_names())
def test_no_key_and_no_marker_id_is_ever_said_in_the_log(name: str) -> None:
    game = Folio()
    table, _ = random_table(game, dict(builtin(name)), 11)
    scenario = game.scenario(table.state)
    known = {*RESULTS, *(unit.id for unit in scenario.units)}
    markers = {marker.id for marker in scenario.markers} - known
    kinds = set()
    for language in LANGUAGES:
        speech = Words(language, {**words(language).texts, **texts(scenario, language)})
        for told in table.story(None):
            said = speech.say(told.event.message)
            kinds.add(told.event.message.key)
            assert not KEY.search(said), said
            assert not markers & set(re.split(r"[^\w/]+", said)), said
        outcome = table.outcome()
        assert outcome is not None and not KEY.search(speech.say(outcome.message))
    assert {"folio.event.rolled", "folio.event.supported", "folio.event.moved"} <= kinds
