"""What the workshop's forms know of a scenario file is what such files hold."""

from __future__ import annotations

import msgspec
import pytest

from hexfire.assist.workshop import blank_texts
from hexfire.assist.workshop.form import ScenarioData, rule_options
from hexfire.folio.library import builtin_names
from hexfire.lang import LANGUAGES, words
from hexfire.rulebook.toml import read_toml


@pytest.mark.parametrize("name", ["", *builtin_names()])
def test_our_scenarios_fit_the_forms(name: str) -> None:
    data = read_toml(blank_texts(name)[0])
    known = msgspec.convert(data, ScenarioData)
    for part in sorted({*data, *known} - {"exclusive"}):  # its forms are made of `rule-fields.ts`
        assert known.get(part) == data.get(part), f"{part}: the forms know too little of it"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_option_is_said_in_words(lang: str) -> None:
    for option in rule_options():
        key = f"workshop.option.{option.name}"
        named = () if isinstance(option.by_default, bool) else option.values
        assert [
            one for one in (key, *(f"{key}.{value}" for value in named)) if not words(lang).has(one)
        ] == []
