"""Every game of Hexfire, by the name that its journals carry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hexfire.asl.battle.game import Battle
from hexfire.asl.purchase.game import DesignYourOwn
from hexfire.folio import Folio
from hexfire.play import Game

__all__ = ["Battle", "DesignYourOwn", "Folio", "all_games"]


def all_games() -> Mapping[str, Game[Any, Any]]:
    """The games by the name that their journals carry."""
    games: tuple[Game[Any, Any], ...] = (Folio(), DesignYourOwn(), Battle())
    return {game.name: game for game in games}
