"""A table to buy at, with dice that the test throws."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from buyers import Buyers

from hexfire.asl.purchase import Date, Facts, built_in


@pytest.fixture
def buyers() -> Callable[..., Buyers]:
    """A new table where both sides have agreed."""
    return lambda **terms: Buyers(**terms).agree()


@pytest.fixture
def unagreed() -> Callable[..., Buyers]:
    """A new table before the agreement."""
    return Buyers


@pytest.fixture
def facts() -> Callable[..., Facts]:
    """All figures on a date, with some more."""

    def make(date: str = "9/44", figures: dict[str, str] | None = None) -> Facts:
        return Facts(Date.read(date), {**built_in(), **(figures or {})})

    return make
