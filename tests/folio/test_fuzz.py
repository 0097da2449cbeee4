"""Random play: no dead end, nobody stacked, nobody in the sea, markers kept, games that end."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from folio_scene import FIVE_COLUMNS, ONE_COLUMN, source, unit
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfire.dice import Dice, seeded
from hexfire.folio import Folio, Phase, State, builtin, builtin_names
from hexfire.folio.legal import side_to_act
from hexfire.folio.support import received
from hexfire.play.contract import check_legality, check_replay, random_table


def check_invariants(game: Folio, before: State, after: State) -> None:
    """What holds in every position."""
    scenario = game.scenario(after)
    standing = [hex for hex in after.places if hex >= 0]
    assert len(standing) == len(set(standing)), "two units in one hex"
    assert not any(scenario.sea >> hex & 1 for hex in standing), "a unit in the sea"
    for place_before, place in zip(before.places, after.places, strict=True):
        assert place_before not in (-2, -3) or place == place_before, "a lost unit came back"
    assert not before.reduced & ~after.reduced, "a reduced unit recovered"
    at = game.at(after)
    for unit_ in range(len(scenario.units)):
        assert min(at.strength(unit_)) >= 0
    if after.turn > 0 and after.phase is not Phase.OVER:
        pools = received(scenario, after.turn)
        combat = after.combat
        used = () if combat is None else (*combat.attack_markers, *combat.defence_markers)
        for side in (0, 1):
            assert not after.hands[side] & ~pools[side], "a marker from nowhere"
            assert not any(after.hands[side] >> marker & 1 for marker in used)
        if before.turn == after.turn:
            assert not after.hands[0] & ~before.hands[0], "a marker came back too early"
            assert not after.hands[1] & ~before.hands[1], "a marker came back too early"


def play_on(game: Folio, state: State, rng: random.Random, limit: int = 20_000) -> State:
    """Random legal play to the end."""
    rolls = seeded(rng.random().hex())
    for _ in range(limit):
        side = side_to_act(state)
        if side is None:
            return state
        seat = game.scenario(state).seats[side]
        menu = game.menu(state, seat)
        assert menu, f"dead end: {state}"
        after, _ = game.apply(state, seat, rng.choice(menu), Dice((), rolls))
        check_invariants(game, state, after)
        state = after
    raise AssertionError("the game does not end")


GAMES = {"tutorial": 200, "sidi-rezegh": 10, "walcheren": 12, "bukrin": 6}


@pytest.mark.parametrize("name", builtin_names())
def test_random_games_end_well(name: str) -> None:
    game = Folio()
    for seed in range(GAMES[name]):
        end = play_on(game, game.setup(builtin(name), {}), random.Random(seed))
        assert game.outcome(end) is not None
        assert end.turn <= len(game.scenario(end).turns)


@pytest.mark.slow
@pytest.mark.parametrize("name", builtin_names())
def test_many_random_games_end_well(name: str) -> None:
    game = Folio()
    for seed in range(1_000, 1_000 + 4 * GAMES[name]):
        play_on(game, game.setup(builtin(name), {}), random.Random(seed))


@pytest.mark.parametrize("name", builtin_names())
def test_journals_replay_bit_for_bit(name: str) -> None:
    game = Folio()
    table, journal = random_table(game, builtin(name), 11)
    check_replay(Folio(), table, journal)


# Made-up battles: terrain, units and options drawn by hypothesis.


@st.composite
def battles(draw: st.DrawFn) -> dict[str, str]:
    columns, rows = draw(st.integers(4, 7)), draw(st.integers(4, 7))
    symbols = st.sampled_from("......whs~")
    ground = [[draw(symbols) for _ in range(columns)] for _ in range(rows)]
    hexes = [f"{c + 1:02}{r + 1:02}" for c in range(columns) for r in range(rows)]
    chosen = draw(st.permutations(hexes))[: draw(st.integers(4, 12))]
    units = []
    for n, hex in enumerate(chosen):
        ground[int(hex[2:]) - 1][int(hex[:2]) - 1] = "."
        attack, defence, movement = (draw(st.integers(0, 6)) for _ in range(3))
        more: dict[str, Any] = {"mobile": draw(st.booleans())}
        flags = ["special_forces", "amphibious", "ignores_zoc_stop", "acts_after_advance"]
        more["flags"] = draw(st.lists(st.sampled_from(flags), unique=True, max_size=2))
        if draw(st.booleans()):
            more["back"] = None
        side = "blue" if n % 2 else "red"
        units.append(unit(f"u{n}", side, f"{attack}-{defence}-{movement}", hex, **more))
    sides = draw(st.lists(st.sampled_from(hexes), max_size=6, unique=True))
    kinds = ["river", "canal", "bank", "cliff", "minefield"]
    lines = []
    for hex in sides:
        if int(hex[2:]) < rows:
            lines += [f"[{draw(st.sampled_from(kinds))}]", f"{hex}: S"]
    forts = draw(st.lists(st.sampled_from(chosen), max_size=3, unique=True))
    lines += ["[fortress]"] if forts else []
    lines += [f"{hex}{draw(st.sampled_from(['', ' exempt', ' blue']))}" for hex in forts]
    options = {
        "free_exit_after_infiltration": draw(st.booleans()),
        "defender_may_skip_first": draw(st.booleans()),
        "hold_at_displacement": draw(st.booleans()),
        "displaced_go_away": draw(st.booleans()),
        "zoc_crosses_prohibited_hexsides": draw(st.booleans()),
        "barrage_unit_once": draw(st.booleans()),
        "ae_in_barrage": draw(st.sampled_from(["none", "friendly_fire"])),
    }
    return source(
        units,
        "\n".join("".join(row) for row in ground),
        more_ground="\n".join(lines),
        crt=draw(st.sampled_from([FIVE_COLUMNS, ONE_COLUMN])),
        markers={"blue": [1, 2, 3], "red": [1, 2]},
        turns=["3/2", "2/2"],
        options=options,
    )


@settings(max_examples=300, deadline=None)
@given(battles(), st.integers(0, 1 << 30))
def test_made_up_battles_end_well(texts: dict[str, str], seed: int) -> None:
    game = Folio()
    end = play_on(game, game.setup(texts, {}), random.Random(seed))
    assert end.phase is Phase.OVER
    raw = msgspec.json.encode(end, order="deterministic")
    assert msgspec.json.decode(raw, type=State) == end


@settings(max_examples=40, deadline=None)
@given(battles(), st.integers(0, 1 << 30))
def test_made_up_battles_keep_the_contract(texts: dict[str, str], seed: int) -> None:
    rng = random.Random(seed)

    def each(table: Any) -> None:
        if rng.random() < 0.1:
            check_legality(table.game, table, [])

    table, journal = random_table(Folio(), texts, seed, each=each)
    check_replay(Folio(), table, journal)


@settings(max_examples=40, deadline=None)
@given(battles())
def test_menus_count_and_index_what_they_list(texts: dict[str, str]) -> None:
    game = Folio()
    state, rng = game.setup(texts, {}), random.Random(5)
    for _ in range(25):
        side = side_to_act(state)
        if side is None:
            break
        seat = game.scenario(state).seats[side]
        menu = game.menu(state, seat)
        listed = list(menu)
        assert len(menu) == len(listed) == len(set(map(game.write, listed)))
        assert [menu[i] for i in range(len(menu))] == listed
        state, _ = game.apply(state, seat, rng.choice(listed), Dice((), seeded(3)))


@pytest.mark.parametrize("name", builtin_names())
def test_what_is_remembered_is_what_is_found_anew(name: str) -> None:
    """Counts and contacts kept from one position to the next, against a state just read."""
    game, stranger = Folio(), Folio()
    state, rng, rolls = game.setup(name, {}), random.Random(8), seeded(8)
    stranger.setup(name, {})
    for _ in range(250):
        side = side_to_act(state)
        if side is None:
            break
        seat = game.scenario(state).seats[side]
        menu = game.menu(state, seat)
        anew = msgspec.json.decode(msgspec.json.encode(state), type=State)
        assert len(menu) == len(stranger.menu(anew, seat))
        chosen = rng.randrange(len(menu))
        assert menu[chosen] == stranger.menu(anew, seat)[chosen]
        state, _ = game.apply(state, seat, menu[chosen], Dice((), rolls))


def test_between_them_our_scenarios_use_every_rule_of_combat() -> None:
    """Whatever can happen to a unit happens in one of them, even in random play."""
    game = Folio()
    happened: set[str] = set()
    for name in builtin_names():
        for seed in range(25):
            rng, rolls = random.Random(seed), seeded(seed)
            state = game.setup(builtin(name), {})
            while (side := side_to_act(state)) is not None:
                seat = game.scenario(state).seats[side]
                action = rng.choice(game.menu(state, seat))
                state, events = game.apply(state, seat, action, Dice((), rolls))
                happened |= {f"{event.rule} {event.data['what']}" for event in events}
    expected = (
        "F3.0c placed, F4.1c entered, F1.0 exited, F5.0a moved, F7.0e attack, F8.4a barrage, "
        "F8.3c supported, F8.3g declined, F8.4.1 countered, F7.6a eliminated, F7.6d reduced, "
        "F7.6h reduced, F7.6i eliminated, F7.7a retreated, F7.7f reduced, F7.7g cut_short, "
        "F7.7h eliminated, F7.7.1c reduced, F7.7.2a displaced, F7.8a held, F7.8a eliminated, "
        "F7.9c advanced, F8.4d reduced, F8.4.2 reduced, F4.0b over"
    )
    assert set(expected.split(", ")) - happened == set()
