"""Scenarios that no bot was tuned on: valid, playable, the same for a seed; mirror images."""

from __future__ import annotations

import json
from pathlib import Path

import calling
import pytest

from hexfire.folio import Folio, builtin, builtin_names, load
from hexfire.folio.reader import check
from hexfire.folio.scenario import Scenario, step_cost
from hexfire.lab.games import Job, play
from hexfire.lab.ladder import climb
from hexfire.lab.maps import made_up, mirrored, named
from hexfire.rulebook import BadInput


@pytest.mark.parametrize("seed", range(6))
def test_a_made_up_scenario_is_valid_and_can_be_played(seed: int) -> None:
    texts = made_up(seed)
    assert check(texts["toml"], texts["map"]) == ()
    scenario = load(texts)
    assert {unit.side for unit in scenario.units} == {0, 1} and scenario.victory.objectives
    record = play(Job(f"random:{seed}", ("greedy", "greedy"), 3))
    assert record.winner is not None and len(record.turns) == len(scenario.turns)


def test_the_same_seed_gives_the_same_scenario_and_another_another() -> None:
    assert made_up(4) == made_up(4)
    assert made_up(4)["map"] != made_up(5)["map"]


def test_neither_side_of_a_made_up_scenario_always_wins() -> None:
    wins = [play(Job("random:2", ("greedy", "greedy"), seed)).winner for seed in range(100, 124)]
    assert 4 <= sum(winner == 0 for winner in wins) <= 20


def costs(scenario: Scenario) -> list[tuple[int, ...]]:
    """What it costs each kind of unit to go from hex to hex, whatever the hexes are called."""
    grid = scenario.ground.grid
    return sorted(
        (kind, scenario.ground.terrain[i], scenario.ground.terrain[j], -1 if cost is None else cost)
        for kind in (0, 1)
        for i, near in enumerate(grid.neighbours)
        for j in near
        for cost in [step_cost(scenario, i, j, kind)]
    )


@pytest.mark.parametrize("name", [*builtin_names(), "random:1"])
def test_in_the_mirror_every_way_and_distance_is_the_same(name: str) -> None:
    source = named(name)
    texts = builtin(source) if isinstance(source, str) else source
    here, image = load(texts), load(mirrored(texts))
    assert costs(here) == costs(image)
    # The two of a pair are as far from each other, and what is left in one is right in the other.
    first, last = (
        [s.labels[o.hex] for o in s.victory.objectives if o.hex >= 0] for s in (here, image)
    )
    columns = here.ground.grid.columns + 2 * int(here.labels[0][:2]) - 1
    assert [int(label[:2]) for label in last] == [columns - int(label[:2]) for label in first]
    game, mirror = Folio(), Folio()
    states = (game.setup(texts, {}), mirror.setup(mirrored(texts), {}))
    for a in range(len(here.units)):
        for b in range(a):
            far = [
                s.distances[state.places[a]][state.places[b]]
                for s, state in zip((here, image), states, strict=True)
                if min(state.places[a], state.places[b]) >= 0
            ]
            assert len(set(far)) <= 1


@pytest.mark.parametrize("name", builtin_names())
def test_the_image_of_the_image_is_the_map_itself(name: str) -> None:
    once, twice = load(builtin(name)), load(mirrored(mirrored(builtin(name))))
    for part in ("terrain", "sides", "roads", "trails", "fortresses"):
        assert getattr(once.ground, part) == getattr(twice.ground, part)
    assert [unit.setup for unit in once.units] == [unit.setup for unit in twice.units]
    assert [unit.entry for unit in once.units] == [unit.entry for unit in twice.units]
    assert once.victory.exit_hexes == twice.victory.exit_hexes


def test_bots_meet_on_maps_that_nobody_drew() -> None:
    pairings = climb(["random:1", "mirror:tutorial"], ["greedy", "random"], 4, workers=1).pairings
    assert [pairing.scenario for pairing in pairings] == ["random:1", "mirror:tutorial"]
    assert all(pairing.games == 4 and pairing.score.rate > 0.5 for pairing in pairings)


@pytest.mark.parametrize("name", ["random:", "random:x", "random:-1", "random:1234567890"])
def test_what_is_no_seed(name: str) -> None:
    with pytest.raises(BadInput) as refused:
        named(name)
    assert refused.value.message.key == "lab.map_seed"
    with pytest.raises(BadInput):
        named(f"mirror:{name}")


def test_the_command_writes_both_files(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "strange.toml"
    code, out, _ = calling.call(capfd, "lab", "map", "mirror:random:3", str(file), "--json")
    assert code == 0 and json.loads(out)["id"] == "random-3-mirrored"
    code, out, _ = calling.call(capfd, "folio", "check", str(file), "--json")
    assert code == 0 and json.loads(out) == {"ok": True, "problems": []}
