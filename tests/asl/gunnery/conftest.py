"""Builders for shots: a German CE tank in open ground, or what a test says instead."""

from __future__ import annotations

import pytest

from hexfire.asl.gunnery.to_hit import to_hit
from hexfire.asl.shots.shot import Barrel, Firer, Kind, Mount, Shot, Target, TargetKind, Weapon


def tank_gun(**figures):
    """A 75mm gun in a fast turret."""
    given = {
        "caliber": 75,
        "mount": Mount.T,
        "vehicular": True,
        "armored": True,
        "nation": "German",
        "rof": 1,
    }
    return Weapon(**(given | figures))


def at_gun(**figures):
    """A 50L AT Gun on its carriage."""
    given = {"caliber": 50, "barrel": Barrel.LONG, "kind": Kind.AT, "nation": "German", "rof": 3}
    return Weapon(**(given | figures))


def build(weapon=None, firer=None, target=None, others=(), **shot):
    """A shot at a stopped tank of normal size in open ground, ten hexes off, in the PFPh."""
    target = {"kind": TargetKind.AFV, "name": "target", "size": 0} | (target or {})
    return Shot(
        weapon=weapon or tank_gun(),
        firer=Firer(**(firer or {})),
        target=Target(**target),
        others=tuple(Target(**other) for other in others),
        **({"range": 10, "date": "1943-07"} | shot),
    )


@pytest.fixture(scope="session")
def tank():
    return tank_gun


@pytest.fixture(scope="session")
def gun():
    return at_gun


@pytest.fixture(scope="session")
def shot():
    return build


@pytest.fixture(scope="session")
def drm():
    """The applied To Hit DRM by case, against the target aimed at."""
    return lambda *args, **kw: dict(to_hit(build(*args, **kw)).aim.tally.as_dict())


@pytest.fixture(scope="session")
def why_not():
    """Cases considered and left out, with the key of the reason."""

    def ask(*args, **kw):
        rejected = to_hit(build(*args, **kw)).aim.tally.rejected
        return {m.case: m.why.key.removeprefix("gunnery.why.") for m in rejected}

    return ask
