"""What the workshop's forms know of a scenario file is what such files hold."""

from __future__ import annotations

import msgspec
import pytest

from hexfire.assist.workshop import blank_texts
from hexfire.assist.workshop.form import ScenarioData
from hexfire.folio.library import builtin_names
from hexfire.rulebook.toml import read_toml


@pytest.mark.parametrize("name", ["", *builtin_names()])
def test_our_scenarios_fit_the_forms(name: str) -> None:
    data = read_toml(blank_texts(name)[0])
    known = msgspec.convert(data, ScenarioData)
    for part in ("scenario", "sides", "map", "terrain", "crt", "units", "turns", "victory"):
        assert known.get(part) == data.get(part), f"{part}: the forms know too little of it"
