"""The package's face: every public name is there, explained, and its examples hold."""

import doctest
import importlib
import pkgutil

import pytest

import hexfire.hexes

MODULES = [f"hexfire.hexes.{info.name}" for info in pkgutil.iter_modules(hexfire.hexes.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_modules_name_nothing_public_that_the_package_does_not():
    offered = {name for module in MODULES for name in importlib.import_module(module).__all__}
    assert offered == set(hexfire.hexes.__all__)


@pytest.mark.parametrize("name", hexfire.hexes.__all__)
def test_every_public_class_and_function_is_explained(name):
    thing = getattr(hexfire.hexes, name)
    if isinstance(thing, type) or type(thing).__name__ == "function":
        assert thing.__doc__ and not thing.__doc__.startswith(f"{name}(")
