"""A purchase in its box: the agreement and the desk. `test_leaks.py` has what the other sees."""

from __future__ import annotations

from typing import cast

import pytest

from hexfire.asl.purchase.state import State
from hexfire.assist.purchase.desk import DeskReport
from hexfire.assist.wording import Names
from hexfire.dice import Dice, secure
from hexfire.rulebook import BadInput, Refusal
from hexfire.server.boxes.dyo import DyoBox
from hexfire.server.http.answers import in_both

AGREED = "1943-07 German:800 Soviet:800"


class Purchase:
    """A purchase without a server: the box alone."""

    def __init__(self, agreement: str = AGREED) -> None:
        self.box = DyoBox()
        self.state: State = self.box.game.setup(self.box.scenario(agreement), {})
        for seat in self.box.game.seats(self.state):
            self.do(seat, "agree")

    def do(self, seat: str, *texts: str) -> None:
        for text in texts:
            action = self.box.game.read(text, self.state, seat)
            self.state, _ = self.box.game.apply(self.state, seat, action, Dice(source=secure()))

    def desk(self, seat: str = "german") -> DeskReport:
        return cast(DeskReport, self.box.ask(self.state, seat, {"desk": True}))

    def texts(self, seat: str = "german") -> list[str]:
        return [offer.text for offer in self.desk(seat).offers]


def test_an_agreement_in_one_line() -> None:
    box = DyoBox()
    line = "1944-09 South African:600 U.S.:450 open night pfk boards=4,12 victory=take the hill"
    assert box.seats(line) == ("south-african", "us")
    agreed = box.game.setup(box.scenario(line), {}).agreement
    assert (agreed.date, agreed.secret, agreed.night, agreed.pfk) == ("1944-09", False, True, True)
    assert agreed.boards == ("4", "12") and agreed.victory == "take the hill"
    plain = box.game.setup(box.scenario(AGREED), {}).agreement
    assert plain.secret and not plain.night and plain.boards == () and plain.victory == ""


@pytest.mark.parametrize("line", ["", "1944 German:1", "1944-09 German:x Soviet:9", AGREED + " no"])
def test_a_line_that_is_no_agreement_is_refused(line: str) -> None:
    with pytest.raises(BadInput):
        DyoBox().scenario(line)


def test_the_desk_prices_what_is_legal_and_says_why_the_rest_is_closed() -> None:
    desk = Purchase().desk()
    offers = {offer.text: offer for offer in desk.offers}
    assert offers["squads 4-6-8"].cost == 13
    sapper = offers["squads 4-6-8 sapper"]
    assert sapper.cost == 20 and sapper.codes == {"S": "sapper"}
    assert [(part.rule, part.value) for part in sapper.tally] == [("H1.211", 13), ("H1.23", 7)]
    assert in_both(sapper.says) == Names("4-6-8 Sappers", "4-6-8 （建設）工兵")
    closed = {one.text: one for one in desk.closed}
    engineers = closed["squads 4-6-7 engineer"]
    assert engineers.rule == "H1.22" and engineers.message.key == "purchase.only_elite"
    assert not set(offers) & set(closed)
    assert "squad/German/4-4-7/bpv" in desk.lacking


def test_a_price_for_many_and_its_refusal() -> None:
    game = Purchase()
    ask = game.box.ask
    assert ask(game.state, "german", {"price": "squads 4-6-8 x6"}).cost == 78
    with pytest.raises(Refusal) as refused:
        ask(game.state, "german", {"price": "squads 4-6-8 x99"})
    assert refused.value.rule in ("H1.11", "H1.13")


def test_the_odds_are_the_rule_over_every_roll() -> None:
    game = Purchase()
    game.do("german", "close")
    odds = game.box.ask(game.state, "german", {"odds": "roll"})
    assert [str(chance.exact) for chance in odds[:3]] == ["1/36", "1/18", "1/12"]
    assert (odds[5].message["dr"], str(odds[5].exact)) == (7, "1/6")


def test_a_missing_figure_is_asked_for_and_waits_for_both() -> None:
    game = Purchase()
    for seat in ("german", "soviet"):
        game.do(seat, *["close"] * 6)
    game.do("german", "announce")
    game.do("soviet", "announce")
    assert "nation/Soviet/lg" in game.desk("soviet").lacking
    game.do("soviet", "figure nation/Soviet/lg = 6")
    assert "nation/Soviet/lg" not in game.desk("soviet").lacking
    assert "figure nation/Soviet/lg = 6" in game.texts("german")
    game.do("german", "figure nation/Soviet/lg = 6")
    assert game.desk("soviet").lacking == ()


def test_closed_steps_offer_nothing_more() -> None:
    game = Purchase()
    game.do("german", "close")
    assert not [text for text in game.texts() if text.startswith("squads")]
    game.do("german", *["close"] * 5)
    assert game.texts() == []  # waits for the other side to finish


def test_a_stranger_gets_no_answer() -> None:
    game = Purchase()
    for seat in (None, "british"):
        with pytest.raises(Refusal):
            game.box.ask(game.state, seat, {"desk": True})
    with pytest.raises(BadInput):
        game.box.ask(game.state, "german", {"everything": True})
