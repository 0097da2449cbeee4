"""The laboratory: the same seeds give the same games anywhere; intervals, sweeps, curves."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest
from calling import call
from msgspec.json import encode
from msgspec.structs import replace

from hexfire.asl.gunnery.answer import answer
from hexfire.assist.shots.order import read_order
from hexfire.assist.shots.spoken import parse
from hexfire.folio import builtin, load
from hexfire.lab import gunnery, plots
from hexfire.lab.balance import as_csv, collect, summarise
from hexfire.lab.engines import run
from hexfire.lab.games import Job, Record, TurnEnd, play
from hexfire.lab.ladder import LESSON, Game, Pairing, Verdict, _jobs, climb
from hexfire.lab.report import html, score_told
from hexfire.lab.stats import Interval, elo, mean_of, wilson
from hexfire.lab.sweep import as_csv as sweep_csv
from hexfire.lab.sweep import sweep, with_number
from hexfire.lang import words
from hexfire.rulebook import BadInput, Refusal

JOBS = [Job("tutorial", ("greedy", "random"), seed) for seed in range(6)]


def test_a_job_gives_one_record() -> None:
    record = play(JOBS[0])
    assert record == play(JOBS[0])
    assert record.winner in (0, 1, None)
    assert [end.turn for end in record.turns] == list(range(1, len(record.turns) + 1))
    assert record.turns[-1].points == record.points


def test_local_cores_and_ray_play_the_same_games() -> None:
    alone = {record.seed: record for record in run(play, JOBS, "local", 1)}
    cores = {record.seed: record for record in run(play, JOBS, "local", 2)}
    assert alone == cores
    pytest.importorskip("ray", reason="needs the `ray` extra")
    assert {record.seed: record for record in run(play, JOBS, "ray", 2)} == alone


def test_an_unknown_engine() -> None:
    with pytest.raises(BadInput):
        run(play, JOBS, "abacus")


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    kept = tmp_path / "games.jsonl"
    collect(JOBS[:3], kept, workers=1)
    before = kept.read_bytes()
    kept.write_bytes(before + b'{"seed": 99, "half a li')  # killed while writing
    told: list[int] = []
    records = collect(JOBS, kept, workers=1, progress=lambda done, all_: told.append(done))
    assert kept.read_bytes().startswith(before)
    assert told == [3, 4, 5, 6]
    assert records == [play(job) for job in JOBS]
    other = [Job("tutorial", ("random", "random"), 0)]
    with pytest.raises(BadInput):
        collect(other, kept, workers=1)


TUTORIAL = load(builtin("tutorial"))


def record(winner: int | None, *margins: int) -> Record:
    """A game in which the first side takes Kestrel on the second game turn."""
    turns = tuple(
        TurnEnd(n + 1, (m, 0), (n, 2 * n), (0 if n else 1, 1)) for n, m in enumerate(margins)
    )
    return Record(7, winner, (margins[-1], 0), turns, (0, 1), 10)


def test_when_a_game_was_decided() -> None:
    assert record(0, -1, 2, 3).decided == 2
    assert record(0, 1, -2, 3).decided == 3
    assert record(0, 1, 2, 3).decided == 1
    assert record(1, 1, -1, -3).decided == 2


def test_a_summary_counts() -> None:
    games = [record(0, 1, 2), record(0, -1, 2), record(1, 1, -3), record(None, 0, 0)]
    summary = summarise(TUTORIAL, games)
    assert summary.games == 4 and summary.margin == 0.25
    assert (
        summary.wins[0].rate == 0.5 and summary.wins[1].rate == 0.25 and summary.draws.rate == 0.25
    )
    assert summary.score.rate == 0.625  # two and a half of four
    assert summary.margins == {-3: (0, 1, 0), 0: (0, 0, 1), 2: (2, 0, 0)}
    assert summary.decided == {1: (1, 0, 0), 2: (1, 1, 1)}
    assert summary.losses == ((0, 0), (1, 2))
    assert summary.held == (1.0, 0.0)
    assert summary.fallen == ((0.0, 1.0), (0.0, 0.0))


def test_a_draw_is_half_a_victory_with_even_dice_too() -> None:
    """Who was lucky won, who was not drew: with even dice it stands halfway between."""
    lucky, other = record(0, 1, 2), record(None, 0, 0)
    games = [replace(lucky, luck=(0.2, 1.0))] * 30 + [replace(other, luck=(-0.2, -1.0))] * 10
    summary = summarise(TUTORIAL, games)
    assert summary.score.rate == 0.875
    assert summary.even_score.rate == pytest.approx(0.75)


def test_a_game_that_ended_early_stays_as_it_ended() -> None:
    summary = summarise(TUTORIAL, [record(0, 1, 2, 3), record(0, 4, 5)])
    assert summary.losses == ((0, 0), (1, 2), (1.5, 3))


def test_the_table_of_games_names_sides_and_hexes() -> None:
    (row,) = csv.DictReader(io.StringIO(as_csv(TUTORIAL, [record(1, 1, -3)])))
    assert row == {
        "seed": "7", "winner": "red", "points_blue": "-3", "points_red": "0", "lost_blue": "1",
        "lost_red": "2", "turns": "2", "decided": "2", "actions": "10", "holder_0604": "blue",
        "holder_1205": "red",
    }  # fmt: skip


def test_wilson() -> None:
    assert wilson(0, 10).low == 0 and 0.25 < wilson(0, 10).high < 0.35
    narrow, wide = wilson(500, 1000), wilson(5, 10)
    assert narrow.high - narrow.low < wide.high - wide.low
    assert wilson(0, 0) == (0.5, 0.0, 1.0)


def test_the_mean_of_two_sides_is_surer_than_all_games_where_the_sides_differ() -> None:
    mean = mean_of(Interval(0.9, 0.8, 0.95), Interval(0.3, 0.2, 0.5))
    assert mean == pytest.approx((0.6, 0.6 - 0.0707, 0.6 + 0.1031), abs=1e-4)
    assert mean_of(wilson(0, 9), wilson(0, 9)).low == 0.0
    one_sided, all_games = mean_of(wilson(50, 50), wilson(0, 50)), wilson(50, 100)
    assert all_games.low < one_sided.low < 0.5 < one_sided.high < all_games.high


def test_elo_orders_players_and_knows_its_ignorance() -> None:
    results = [("a", "b", 1.0)] * 30 + [("a", "b", 0.0)] * 10 + [("b", "c", 1.0)] * 40
    ratings = elo(results, "b")
    assert ratings["a"].elo > ratings["b"].elo == 0 > ratings["c"].elo
    # 30 of 40 is 191 points by the logistic law; the phantom pulls it in a little.
    assert 150 < ratings["a"].elo < 200
    assert ratings["a"].low < ratings["a"].elo < ratings["a"].high
    # b won all of its forty games against c: that is not certainty either.
    assert ratings["c"].high - ratings["c"].low > 100


def test_the_ladder_counts_both_sides(tmp_path: Path) -> None:
    kept = tmp_path / "ladder.jsonl"
    ladder = climb(["tutorial"], ["random", "greedy"], 6, workers=1, kept=kept)
    (pairing,) = ladder.pairings
    assert (pairing.first, pairing.second, pairing.games) == ("random", "greedy", 6)
    assert pairing.score.rate < 0.4
    assert pairing.score.rate == (pairing.sides[0].rate + pairing.sides[1].rate) / 2
    assert ladder.ratings["greedy"].elo == 0 > ladder.ratings["random"].elo

    half = b"".join(kept.read_bytes().splitlines(keepends=True)[:3]) + b'{"job": {"scen'
    kept.write_bytes(half)  # killed while writing
    told: list[int] = []
    again = climb(
        ["tutorial"], ["random", "greedy"], 6, workers=1, kept=kept,
        progress=lambda done, all_: told.append(done),
    )  # fmt: skip
    assert again == ladder and told == [3, 4, 5, 6]
    kept.write_text("something else\n")
    with pytest.raises(BadInput):
        climb(["tutorial"], ["random", "greedy"], 6, workers=1, kept=kept)


def test_a_ladder_says_which_bar_is_missed_and_which_is_open() -> None:
    def verdict(first: str, won: float, games: int, second: str = "greedy") -> Verdict | None:
        score = wilson(won, games)
        return Pairing("tutorial", first, second, games, score, (score, score), score).verdict

    assert verdict("hard", 17, 20) is Verdict.REACHED  # 85 %
    assert verdict("hard", 7, 10) is Verdict.OPEN  # 40 to 89 %
    assert verdict("hard", 70, 100) is Verdict.MISSED  # 60 to 78 %
    assert verdict("hard", 13, 20, "normal") is Verdict.REACHED  # 65 %
    assert verdict("hard", 12, 20, "normal") is Verdict.OPEN
    assert verdict("normal", 1, 10) is None  # no bar
    assert verdict("hard", 0, 0) is None


def test_a_ladder_rates_by_scenario_and_spares_plain_pairings() -> None:
    jobs = list(_jobs(["tutorial", "walcheren"], ["hard", "greedy", "random"], 30, 5))
    plain = [job for job in jobs if set(job.bots) == {"hard", "random"}]
    others = [job for job in jobs if set(job.bots) != {"hard", "random"}]
    assert (len(plain), len(others)) == (2 * LESSON, 2 * 2 * 30)
    # Whenever it is stopped, all pairings have been played about as often, on both sides.
    assert [job.scenario for job in jobs[:6]] == ["tutorial"] * 3 + ["walcheren"] * 3
    assert [job.bots[0] for job in jobs[:9:6]] == ["hard", "greedy"]
    assert {job.seed for job in jobs} == set(range(5, 20))

    ladder = climb(["tutorial", "walcheren"], ["greedy", "random"], 4, workers=1)
    assert set(ladder.by_scenario) == {"tutorial", "walcheren"}
    for rating in (ladder.ratings, *ladder.by_scenario.values()):
        assert rating["greedy"].elo == 0 > rating["random"].elo


def test_a_ladder_tells_every_pairing_of_all_scenarios_together(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    kept = tmp_path / "ladder.jsonl"
    scores = {"tutorial": (0, 0, None), "walcheren": (0, 1, None)}  # who won: 0 is the first side
    record = play(JOBS[0])
    games = [
        Game(Job(scenario, ("greedy", "random"), seed), replace(record, winner=winner))
        for scenario, winners in scores.items()
        for seed, winner in enumerate(winners)
    ]
    kept.write_bytes(b"".join(encode(game) + b"\n" for game in games))
    ladder = climb(list(scores), ["greedy", "random"], 1, workers=1, kept=kept)
    assert [(one.scenario, one.games, one.score.rate) for one in ladder.pairings] == [
        ("tutorial", 3, 2.5 / 3),
        ("walcheren", 3, 1.5 / 3),
    ]
    (both,) = ladder.everywhere
    assert (both.scenario, both.games, both.score.rate) == (None, 6, 4 / 6)
    known = ("--levels", "greedy,random", "--games", "1", "--resume", str(kept), "--lang", "en")

    def rows(*named: str) -> list[list[str]]:
        _, out, _ = call(capfd, "lab", "ladder", *named, *known)
        return [line.split() for line in out.splitlines() if line.startswith("all ")]

    assert rows(*scores)[0][:5] == ["all", "greedy", "random", "6", "67%"]
    (ratings,) = rows("tutorial")
    assert "random" not in ratings


def test_a_number_of_the_scenario_is_changed_and_nothing_else() -> None:
    texts = builtin("tutorial")
    changed = with_number(texts["toml"], "turns.0.support.1", 7)
    before, after = load(texts), load({"toml": changed, "map": texts["map"]})
    assert after.turns[0].support != before.turns[0].support
    assert 7 in after.turns[0].support
    assert after.units == before.units and after.crt.results == before.crt.results
    assert after.victory == before.victory
    stronger = with_number(texts["toml"], "units.0.front.0", 9)
    unit = load({"toml": stronger, "map": texts["map"]}).units[0]
    assert unit.front == before.units[0].front._replace(attack=9)
    for path in ("turns.0.nix", "turns.99.support", "scenario.id", "nix"):
        with pytest.raises(BadInput):
            with_number(texts["toml"], path, 1)


def test_the_number_of_game_turns_is_changed() -> None:
    texts = builtin("tutorial")

    def turns(count: int) -> list[tuple[int, int]]:
        changed = {"toml": with_number(texts["toml"], "turns", count), "map": texts["map"]}
        return [turn.support for turn in load(changed).turns]

    assert turns(4) == [turn.support for turn in TUTORIAL.turns]
    assert turns(2) == turns(4)[:2]
    assert turns(6) == [*turns(4), turns(4)[-1], turns(4)[-1]]
    with pytest.raises(BadInput):
        turns(0)


def test_a_number_of_the_table_is_changed() -> None:
    texts = builtin("tutorial")
    changed = with_number(texts["toml"], "crt.results.1.1.0", 3)  # D2 becomes D3
    after = load({"toml": changed, "map": texts["map"]})
    assert (TUTORIAL.crt.results[1][1], after.crt.results[1][1]) == ("D2", "D3")
    assert after.crt.results[2] == TUTORIAL.crt.results[2]


def test_a_sweep_gives_a_balance_for_each_value() -> None:
    bots = ("greedy", "greedy")
    steps = sweep(builtin("tutorial"), "turns.0.support.0", [0, 4], bots, 4, workers=1)
    assert [step.value for step in steps] == [0, 4]
    assert all(step.balance.games == 4 for step in steps)
    rows = list(csv.DictReader(io.StringIO(sweep_csv(("blue", "red"), steps))))
    assert [row["value"] for row in rows] == ["0", "4"]
    assert float(rows[1]["red_rate"]) == steps[1].balance.wins[1].rate


def test_curves_are_the_shots_own_odds() -> None:
    shot = '"PzKpfw IVH" at "T-34 M41" side'
    curve = gunnery.curves([shot], [2, 8, 30], "1943-07")[shot]
    assert [point.range for point in curve] == [2, 8, 30]
    order = {**parse(["PzKpfw IVH", "at", "T-34 M41", "side", "range", "8"]), "date": "1943-07"}
    assert curve[1].killed == answer(read_order(order)[1]).main.killed
    assert curve[0].killed > curve[2].killed
    rows = list(csv.DictReader(io.StringIO(gunnery.as_csv({shot: curve}))))
    assert Fraction(rows[1]["killed"]) == curve[1].killed


def test_a_shot_that_the_rules_refuse_is_refused() -> None:
    with pytest.raises(Refusal):
        gunnery.curves(['"PzKpfw IVH" at "no such tank"'], [5], None)
    with pytest.raises(BadInput):
        gunnery.curves(['"unclosed'], [5], None)


def test_many_numbers_share_the_bars_of_a_histogram() -> None:
    drawn = plots.histogram("h", dict.fromkeys(range(-50, 50), (1, 0, 0)), ("a", "b", "c"), "x")
    bars = [
        float(rect.get("height", "0"))
        for rect in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}rect")
    ][1:-3]  # the paper before them, the key after them
    assert len(bars) == 20 and len(set(bars)) == 1


def test_plots_are_whole_svg_and_escape_names() -> None:
    for text in (
        plots.rates("a & b", {"<x>": wilson(3, 4), "y": wilson(0, 4)}),
        plots.histogram("h", {-40: (1, 0, 0), 39: (0, 2, 1)}, ("<a>", "b", "c"), "<x>"),
        plots.grid("g", {"<x>": [0.0, 1.0]}, "turn"),
        plots.lines("t", {"<s>": [(0, 0.1), (5, 0.9)]}, "x", "y", band={"<s>": [(0, 0, 1)] * 2}),
    ):
        root = ElementTree.fromstring(text)
        assert root.tag.endswith("svg")


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_report_is_in_one_language(language: str) -> None:
    summary = summarise(TUTORIAL, [play(job) for job in JOBS[:2]])
    page = html(TUTORIAL, ("greedy", "random"), summary, language, words(language).say)
    assert f'lang="{language}"' in page and page.count("<svg") == 6
    assert TUTORIAL.name[language] in page
    assert score_told(summary, TUTORIAL.sides[0].name[language], words(language).say) in page
    other = "en" if language == "ja" else "ja"
    assert TUTORIAL.sides[0].name[other] not in page


def test_pettingzoos_own_tests_pass() -> None:
    test = pytest.importorskip("pettingzoo.test", reason="needs the `learn` extra")
    from hexfire.lab.env import FolioEnv

    with pytest.warns(UserWarning, match="Observation"):
        test.api_test(FolioEnv(), num_cycles=200)
    test.seed_test(FolioEnv, num_cycles=50)
