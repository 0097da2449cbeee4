"""The phases by name: compiled rules ask for them all the time, and find them here at once."""

from __future__ import annotations

from typing import Final

from hexfire.folio.state import Phase

SETUP: Final = Phase.SETUP
MOVEMENT: Final = Phase.MOVEMENT
COMBAT: Final = Phase.COMBAT
MOBILE_MOVEMENT: Final = Phase.MOBILE_MOVEMENT
MOBILE_COMBAT: Final = Phase.MOBILE_COMBAT
OVER: Final = Phase.OVER

NAMES: Final = tuple([phase.name.lower() for phase in Phase])
"""As they are told, by number."""
