"""Fire & Movement, the Folio series' common rules: a complete operational game."""

from hexfire.folio.game import Folio
from hexfire.folio.library import builtin, builtin_names
from hexfire.folio.problems import BadScenario, Problem
from hexfire.folio.reader import check, load
from hexfire.folio.scenario import Scenario
from hexfire.folio.state import Phase, State

__all__ = [
    "BadScenario",
    "Folio",
    "Phase",
    "Problem",
    "Scenario",
    "State",
    "builtin",
    "builtin_names",
    "check",
    "load",
]
