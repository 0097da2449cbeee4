"""The review: the same for the same seed, luck that is nothing on average, blunders by name."""

from __future__ import annotations

import gzip
import json
import math
import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import calling
import pytest
from folio_scene import FIVE_COLUMNS, Scene, source, unit

from hexfire.assist.reviews import journal_table, review_of, scenario_of
from hexfire.bots.features import turns_left
from hexfire.bots.value import NEAR, Estimate, difference, estimate
from hexfire.dice import Dice, seeded
from hexfire.folio import Folio, State
from hexfire.folio.actions import Action, Roll
from hexfire.play import Table
from hexfire.play.lines import Resigned
from hexfire.review.line import Kind, line_of
from hexfire.review.luck import expectation, luck, spread
from hexfire.review.report import Review, signed
from hexfire.review.reviewing import reviewing
from hexfire.review.stages import carry_on
from hexfire.review.work import Desk, Done, Games, Glance, Job, Proposals
from hexfire.review.work import Scene as Place
from hexfire.rulebook import BadInput

GOLDEN = Path(__file__).parent.parent / "golden"
SHORT = gzip.decompress((GOLDEN / "folio-tutorial-sudden-0.jsonl.gz").read_bytes())
WHOLE = gzip.decompress((GOLDEN / "folio-tutorial-level-1.jsonl.gz").read_bytes())
GAMES = 6
BLUNDER = ("end", "move r 0807", "end", "move b 0102", "end", "move r 0505", "end")
"""Red stays far away; blue leaves the hill that wins the game, and red walks onto it."""
FIGHT = ("end", "move r 0606", "end", "move b 0707", "end", "attack 0606 with b", "roll")
"""Red comes near; blue leaves the hill for an attack, and the game is not over yet."""


class Journal:
    """A game of ours, written down as it is played."""

    def __init__(self, scenario: Any) -> None:
        self.lines: list[bytes] = []
        self.table: Table[State, Action] = Table.new(
            Folio(), scenario, source=seeded(1), keep=self.lines.append
        )

    def do(self, *lines: str) -> Journal:
        for line in lines:
            (seat,) = self.table.to_act()
            self.table.do(seat, self.table.game.read(line, self.table.state, seat))
        return self

    @property
    def text(self) -> bytes:
        return b"".join(self.lines)

    def review(self, games: int = GAMES) -> Review:
        return review_of(journal_table(self.text), games=games)


WEATHER = """
[exclusive.conditions.mud]
rule = "12.1"
name = "Mud"
terrain = {clear = {foot = 6, mobile = 6}}
[exclusive.weather]
rule = "12.0"
die = "d6"
turns = [2]
results = {"1-4" = "fair", "5-6" = "mud"}
"""


def duel(more: str = "", holder: str = "blue") -> dict[str, str]:
    """One against one for a hex that blue holds: who leaves it in the last turn loses the game."""
    victory = f"""
[victory]
hexes = [{{hex = "0505", points = 4, holder = "{holder}", name = "hill"}}]
levels = [{{side = "blue", margin = 1}}, {{side = "red", margin = 1}}]
{more}"""
    units = [
        unit("b", "blue", "4-4-6", "0505" if holder == "blue" else "0101"),
        unit("r", "red", "2-2-6", "0909"),
    ]
    return source(units, crt=FIVE_COLUMNS, victory=victory, turns=("0/0", "0/0"))


@pytest.fixture(scope="module")
def short() -> Review:
    return review_of(journal_table(SHORT), games=GAMES)


# -- the same for the same seed --------------------------------------------------------------------


def test_the_same_seed_gives_the_same_review_on_any_number_of_cores() -> None:
    fight = Journal(duel()).do(*FIGHT)
    review = fight.review()
    assert len(review.rolls) == 1 and review.sides[0].costly  # all kinds of jobs were done
    assert review_of(journal_table(fight.text), games=GAMES, workers=2) == review
    assert review_of(journal_table(fight.text), games=GAMES, seed=1) != review


def test_every_action_has_its_point_and_every_roll_its_odds(short: Review) -> None:
    table = journal_table(SHORT)
    assert [point.n for point in short.curve] == [0, *(step.n for step in table.path())]
    assert all(0 <= point.chance <= 1 and point.judged for point in short.curve)
    assert [point.turn for point in short.curve] == [
        table.at(point.n).turn for point in short.curve
    ]
    rolled = [step for step in table.path() if step.faces]
    assert [(roll.n, roll.faces, roll.seat) for roll in short.rolls] == [
        (step.n, step.faces, step.seat) for step in rolled
    ]
    for roll in short.rolls:
        assert sum(roll.odds.values()) == 1 and roll.odds[roll.result] > 0


def test_start_luck_and_decisions_make_the_end(short: Review) -> None:
    first, second = short.sides
    assert first.luck == pytest.approx(-second.luck, abs=1e-3)
    whole = short.start + first.luck + first.play - second.play + short.by_word
    assert whole + short.reappraised == pytest.approx(short.end, abs=2e-3)
    assert short.even == pytest.approx(short.end - first.luck, abs=1e-3)
    assert short.curve[-1].chance == short.end and short.curve[-1].error == 0


# -- luck ------------------------------------------------------------------------------------------


def open_roll() -> Scene:
    """A combat whose die is still to fall: two faces of six drive red off, two drive blue back."""
    units = [
        unit("b", "blue", "4-4-6", "0504"),
        unit("c", "blue", "3-3-6", "0604"),
        unit("r", "red", "4-4-6", "0505"),
        unit("s", "red", "2-2-6", "0808"),
    ]
    wins = """
[victory]
points_per_loss = {blue = 1, red = 1}
levels = [{side = "blue", margin = 1}]
"""
    scene = Scene(units, crt=FIVE_COLUMNS, victory=wins, turns=("0/0", "0/0"))
    return scene.do("end", "attack 0505 with b, c")


def test_over_all_faces_of_the_die_luck_is_nothing() -> None:
    scene = open_roll()
    faces = range(1, 7)
    after = {
        face: scene.game.apply(scene.state, scene.seat, Roll(), Dice((face,)))[0] for face in faces
    }
    ways = spread(scene.at)
    worth = {
        state: Estimate(chance)
        for state, chance in zip(dict.fromkeys(after.values()), (0.9, 0.3, 0.6, 0.1), strict=True)
    }
    assert dict(ways) == {
        state: Fraction(sum(other == state for other in after.values()), 6)
        for state in after.values()
    }
    lucks = [luck(ways, worth, after[face]).chance for face in faces]
    assert math.fsum(lucks) == pytest.approx(0, abs=1e-12)
    assert max(lucks) > 0.05 and min(lucks) < -0.05 and len(ways) == 4
    mean = math.fsum(worth[after[face]].chance for face in faces) / 6
    assert expectation(ways, worth).chance == pytest.approx(mean)


def test_the_error_of_luck_counts_what_did_not_come_about() -> None:
    scene = open_roll()
    ways = spread(scene.at)
    worth = {state: Estimate(0.5, 0.1) for state in ways}
    for state, p in ways.items():
        share = float(p)
        others = sum(float(q) ** 2 for other, q in ways.items() if other != state)
        expected = 0.1 * math.sqrt((1 - share) ** 2 + others)
        assert luck(ways, worth, state) == Estimate(0.0, pytest.approx(expected))


def test_games_that_all_end_alike_leave_a_doubt() -> None:
    assert estimate((1.0,) * 6).chance == 1.0
    assert estimate((1.0,) * 6).error == pytest.approx(math.sqrt(7 / 64 / 8))
    assert estimate((1.0,) * 60).error < 0.03
    assert difference((1.0,) * 6, (0.0,) * 6).chance == 1.0
    assert difference((1.0, 0.0), (1.0, 0.0)).error > 0.3


# -- decisions -------------------------------------------------------------------------------------


def test_a_planted_blunder_is_the_costliest_decision() -> None:
    review = Journal(duel()).do(*BLUNDER).review()
    assert (review.finished, review.winner, review.end) == (True, "red", 0.0)
    blue, red = review.sides
    worst = blue.costly[0]
    assert (worst.kind, worst.turn, worst.actions) == ("movement", 2, ("move b 0102", "end"))
    assert worst.cost > 0.8 and worst.error < 0.3
    assert not any(action.startswith("move b 0102") for action in worst.better.actions)
    assert worst.n in [point.n for point in review.turning]
    assert blue.play < -0.8 and blue.luck == red.luck == 0
    assert [decision.cost for decision in blue.costly] == sorted(
        (decision.cost for decision in blue.costly), reverse=True
    )


def test_what_was_done_is_measured_against_fresh_games_with_the_same_dice() -> None:
    """The games that chose the better way are not those that tell by how much it is better."""
    seeds: dict[str, set[int]] = {"chosen": set(), "told": set()}
    table = journal_table(Journal(duel()).do(*FIGHT).text)
    desk = Desk(Place.of(table.header))

    def do(jobs: Sequence[Job]) -> Iterator[Done]:
        for job in jobs:
            if isinstance(job, Games) and job.seed >= 5_000_000_000:
                use = "told" if job.count == 2 * GAMES else "chosen"
                seeds[use].add(job.seed)
            yield desk.do(job)

    carry_on(reviewing(table, games=GAMES), do, desk.length)
    assert seeds["chosen"] and seeds["told"] and not seeds["chosen"] & seeds["told"]


def test_other_ways_are_legal_and_lead_elsewhere() -> None:
    table = journal_table(SHORT)
    line, desk = line_of(table), Desk(Place.of(table.header))
    kinds = set()
    for stretch in line.stretches:
        if stretch.kind in (Kind.ROLL, Kind.FORCED) or stretch.kind in kinds:
            continue
        kinds.add(stretch.kind)
        ways = desk.do(Proposals(line.states[stretch.first], stretch.side, 1, 8, 5))
        assert 1 <= len(ways) <= 8 and len({way.after for way in ways}) == len(ways)
        for way in ways:
            state = line.states[stretch.first]
            for action in way.actions:
                (seat,) = table.game.to_act(state)
                state, _ = table.game.apply(state, seat, action, Dice())
            assert state == way.after
    assert {Kind.MOVEMENT, Kind.COMBAT, Kind.SUPPORT} <= kinds


def test_a_roll_for_the_weather_is_luck_like_any_other() -> None:
    """Red holds an empty hill: in fair weather blue walks onto it in the last turn, not in mud."""
    played = Journal(duel(WEATHER, "red")).do("end", "end", "roll", "end")
    review = played.review()
    (roll,) = review.rolls
    assert roll.odds == {roll.result: Fraction(4 if int(roll.result) <= 4 else 2, 6)}
    fair = [point.chance for point in review.curve if point.n == roll.n]
    assert roll.luck == pytest.approx(fair[0] - roll.expected, abs=1e-3)
    assert abs(roll.luck) > 0.1
    assert "rolled" not in [message.key for turn in review.turning for message in turn.told]


def test_seeing_a_turn_further_is_neither_luck_nor_a_decision() -> None:
    """Whoever is to move is thought to win, where the end is far: every player turn is judged
    otherwise than the one before it, but nobody's die or decision changed anything. Who ended a
    turn when he might have attacked is looked at closely all the same."""
    table = journal_table(WHOLE)
    line, desk = line_of(table), Desk(Place.of(table.header))
    scenario = scenario_of(table)

    def chance(state: State) -> float:
        if not state.turn:
            return 0.5
        near = sum(turns_left(scenario, state)) <= NEAR
        return 0.0 if near else 0.75 if state.player == 0 else 0.25

    before = {after: chance(state) for state, after in pairwise(line.states)}
    asked = set()

    def do(jobs: Sequence[Job]) -> Iterator[Done]:
        for job in jobs:
            if isinstance(job, Games):
                yield (chance(job.state),) * job.count
            elif isinstance(job, Glance):
                yield (before[job.state],)
            else:
                asked.add(job.state)
                yield ()

    review = carry_on(reviewing(table, games=GAMES), do, desk.length)
    jumps = [chance(b) - chance(a) for a, b in pairwise(line.states) if chance(a) != chance(b)]
    assert len(jumps) > 3 and max(map(abs, jumps)) > 0.4
    assert review.reappraised == pytest.approx(sum(jumps))
    assert [side.play for side in review.sides] == [0, 0]
    far = [roll for roll in review.rolls if roll.expected > 0]
    assert [roll.luck for roll in far] == [0, 0, 0]
    assert review.turning == ()
    ends = {
        line.states[one.first]
        for one in line.stretches
        if one.side == 0 and one.kind is Kind.COMBAT and line.states[one.last].player == 1
    }
    assert len(ends) == 3 and ends <= asked
    (note,) = [note for note in review.notes if note.key == "review.note.reappraised"]
    assert note["change"] == f"−{-sum(jumps) * 100:.0f}"


# -- all kinds of journals -------------------------------------------------------------------------


def test_an_unfinished_game_ends_with_an_estimate() -> None:
    review = Journal(duel()).do("end", "move r 0807").review()
    assert not review.finished and review.outcome is None and review.winner is None
    assert review.end == review.curve[-1].chance and review.curve[-1].error > 0
    assert "review.note.unfinished" in [note.key for note in review.notes]


def test_what_was_taken_back_is_told_and_not_judged() -> None:
    played = Journal(duel()).do("move b 0102")
    played.table.undo("blue")
    review = played.do("end", "move r 0807", "end").review()
    assert review.taken_back == 1
    assert "move b 0102" not in [a for side in review.sides for d in side.costly for a in d.actions]
    assert [point.n for point in review.curve] == [0, 2, 3, 4]
    (note,) = [note for note in review.notes if note.key == "review.note.taken_back"]
    assert note["count"] == 1


def test_giving_up_a_game_is_no_decision_on_the_map() -> None:
    played = Journal(duel()).do("end")
    played.table.end(Resigned("blue"))
    review = played.review()
    assert (review.finished, review.winner, review.end) == (True, "red", 0.0)
    assert review.by_word == pytest.approx(-review.curve[-1].chance) and review.by_word < -0.5


def test_a_cut_journal_is_reviewed_up_to_its_last_whole_line() -> None:
    text = Journal(duel()).do("end", "move r 0807", "end").text
    review = review_of(journal_table(text[:-20]), games=GAMES)
    assert review.cut and [point.n for point in review.curve] == [0, 1, 2]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (lambda: Journal(duel()).text, "review.empty"),
        (lambda: (GOLDEN / "dyo-german-1944.jsonl").read_bytes(), "review.not_folio"),
        (lambda: SHORT.replace(b'"faces":[', b'"faces":[6,', 1), "core.journal.chain"),
        (lambda: b"no journal", "core.journal.header"),
    ],
)
def test_what_cannot_be_reviewed_is_refused_with_a_sentence(
    text: Callable[[], bytes], key: str
) -> None:
    with pytest.raises(BadInput) as refused:
        review_of(journal_table(text()), games=GAMES)
    assert refused.value.message.key == key


def test_a_review_can_be_stopped_between_any_two_jobs() -> None:
    told: list[float] = []

    def stop(share: float) -> None:
        told.append(share)
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        review_of(journal_table(SHORT), games=GAMES, progress=stop)
    assert len(told) == 3 and told == sorted(told) and told[-1] < 0.6


def test_progress_goes_from_nothing_to_all() -> None:
    told: list[float] = []
    played = Journal(duel()).do("end", "move r 0807", "end")
    review_of(journal_table(played.text), games=GAMES, progress=told.append)
    assert told == sorted(told) and told[-1] == pytest.approx(1.0)


def test_nothing_has_no_sign_of_a_loss() -> None:
    assert [signed(chance) for chance in (0.121, -0.008, -0.004, 0.0)] == ["+12", "−1", "+0", "+0"]


# -- the command -----------------------------------------------------------------------------------


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_bytes(Journal(duel()).do(*BLUNDER).text)
    return path


def call(capfd: pytest.CaptureFixture[str], *words: str) -> str:
    more = ("--games", "6", "--workers", "1", "--lang", "en")
    code, out, err = calling.call(capfd, "folio", "review", *words, *more)
    assert code == 0, err
    return out


def test_the_command_says_who_won_first_and_then_what_it_cost(
    capfd: pytest.CaptureFixture[str], saved: Path
) -> None:
    lines = call(capfd, str(saved)).splitlines()
    assert "red" in lines[0]
    assert "even dice" in lines[1]
    costliest = next(n for n, line in enumerate(lines) if line.startswith("1. "))
    assert "turn 2, movement" in lines[costliest]
    assert "b moves from 0505 to 0102." in lines[costliest + 1]
    turning = lines.index("Turning points, and what they changed for blue")
    assert re.match(r"\d+, turn 2: blue, −\d+ ± \d+\. b moves from 0505", lines[turning + 1])


def test_the_command_says_whether_luck_changed_the_end(
    capfd: pytest.CaptureFixture[str], saved: Path
) -> None:
    no_die_fell = call(capfd, str(saved)).splitlines()[1]
    assert no_die_fell.startswith("Luck gave blue +0 (of 100) and did not change the end")
    saved.write_bytes(gzip.decompress((GOLDEN / "folio-tutorial-draw.jsonl.gz").read_bytes()))
    some_did = call(capfd, str(saved))
    assert re.search(r"stood at \d+ % ± \d+ for Blue in the end,\s+instead of 50 %\.", some_did)


def test_the_command_as_json_is_the_published_struct(
    capfd: pytest.CaptureFixture[str], saved: Path
) -> None:
    data = json.loads(call(capfd, str(saved), "--json"))
    assert data["winner"] == "red" and data["first"] == "blue"
    assert data["sides"][0]["costly"][0]["actions"] == ["move b 0102", "end"]
