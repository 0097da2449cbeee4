"""The flowchart is drawn from the flow: all of it, in both languages, readable."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from hexfire.asl.artillery.chart import cards, draw
from hexfire.asl.artillery.flow import flow
from hexfire.lang import words

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_node_and_way_is_on_the_chart(language: str) -> None:
    said = words(language)
    root = ElementTree.fromstring(draw(said.say))
    texts = {element.text for element in root.iter(f"{SVG}text")}
    for name, node in flow().items():
        assert said.say(f"artillery.node.{name}") in texts
        for outcome, edge in node.to.items():
            assert said.say(f"artillery.edge.{name}.{outcome}") in texts
            assert any(edge.rules[-1] in (text or "").split() for text in texts)


def test_cards_do_not_lie_on_one_another() -> None:
    laid = cards()
    for i, a in enumerate(laid):
        for b in laid[i + 1 :]:
            apart = a.right < b.x or b.right < a.x or a.y + a.height < b.y or b.y + b.height < a.y
            assert apart, (a.name, b.name)


def test_the_present_node_is_lit_and_the_way_is_inked() -> None:
    plain = draw(words("en").say)
    lit = draw(words("en").say, "access", {("new_mission", "plain"), ("contacted", "no_access")})
    assert plain.count("#ffd54d") == 0
    assert lit.count("#ffd54d") == 2, "the card, and the legend"
    # two inked lines, each with its arrowhead
    assert lit.count('stroke="#b3261e" stroke-width="3"') == 2
    assert plain.count('stroke-width="3"') == 0


def test_the_same_chart_every_time() -> None:
    assert draw(words("ja").say, "idle") == draw(words("ja").say, "idle")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_text_is_stretched(language: str) -> None:
    """Text is only ever set tighter: where a length is forced, it would have been longer."""
    root = ElementTree.fromstring(draw(words(language).say))
    for element in root.iter(f"{SVG}text"):
        if "textLength" in element.attrib and element.text:
            thin = sum(1.0 if ord(c) > 0x2E7F else 0.45 for c in element.text) * 12
            assert thin > 0.75 * float(element.attrib["textLength"])
            assert len(element.text) > 12


def test_a_walked_way_is_drawn_however_far_it_leads() -> None:
    far = ("wind_up", "ffe")
    assert draw(words("en").say, "resolve", {far}).count('stroke="#b3261e" stroke-width="3"') == 1
