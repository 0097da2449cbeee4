"""Folio scenarios as they are offered and drawn: ours, and those of the players' own."""

from __future__ import annotations

from functools import lru_cache

from hexfire.assist.folio.board import FolioBoard, folio_board
from hexfire.assist.folio.board import card as card_of
from hexfire.assist.folio.own_scenario import OWN, CheckedScenario
from hexfire.assist.scenarios import ScenarioCard
from hexfire.folio.library import builtin, builtin_names
from hexfire.folio.problems import BadScenario
from hexfire.folio.reader import load
from hexfire.folio.scenario import Scenario

__all__ = ["board_of", "builtin", "builtin_names", "card", "check_written"]


@lru_cache
def card(name: str) -> ScenarioCard:
    """One of our scenarios as it is offered for choice."""
    return card_of(name, load(builtin(name)))


def board_of(scenario: Scenario) -> FolioBoard:
    """The map. Only what is word for word ours goes by its name: the lesson is made for it."""
    ours = scenario.id in builtin_names() and scenario.source == builtin(scenario.id)
    return folio_board(scenario, scenario.id if ours else OWN)


def check_written(checked: CheckedScenario) -> ScenarioCard:
    """The card of a scenario of the players' own; refused with its mistakes."""
    if checked.card is None:
        raise BadScenario(checked.problems)
    return checked.card
