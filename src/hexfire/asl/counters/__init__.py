"""The catalogue of counters: exactly what each one prints, and how to find it."""

from hexfire.asl.counters.catalogue import Catalogue, catalogue
from hexfire.asl.counters.models import (
    Ammunition,
    AnyCounter,
    Depletion,
    Gun,
    Leader,
    LimberedFire,
    Machineguns,
    Squad,
    SupportWeapon,
    Vehicle,
    firepower_of,
    size_of,
    sort_of,
)

__all__ = [
    "Ammunition",
    "AnyCounter",
    "Catalogue",
    "Depletion",
    "Gun",
    "Leader",
    "LimberedFire",
    "Machineguns",
    "Squad",
    "SupportWeapon",
    "Vehicle",
    "catalogue",
    "firepower_of",
    "size_of",
    "sort_of",
]
