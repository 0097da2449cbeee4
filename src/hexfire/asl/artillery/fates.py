"""What became of a target, in words of the catalogues (`artillery.fate.…`)."""

from __future__ import annotations

from hexfire.asl.artillery.ffe import Inside
from hexfire.asl.shots.targets import After, GunTarget, Personnel, VehicleAfter, VehicleTarget
from hexfire.asl.tables.ift import Harm


def fate_keys(before: Inside, after: After) -> tuple[str, ...]:
    """What happened to a target, as words of the catalogues."""
    if isinstance(after, VehicleAfter):
        crew = () if after.crew.name == "SAFE" else (f"crew_{after.crew.name.lower()}",)
        return (after.final.name.lower(), *crew)
    if isinstance(after, GunTarget):
        gun = before.target
        men = gun.crew if isinstance(gun, GunTarget) else None
        keys = men_keys(men, after.crew) if men and after.crew else ()
        return (f"gun_{after.state.value}", *(f"crew_{key}" for key in keys if key != "none"))
    if isinstance(after, Personnel):
        return men_keys(before.target, after)
    # A «?» has no figures: what would have hurt men finds nobody there.
    return ("none",) if after.harm is Harm.NONE else ("dummy_removed",)


def riders_keys(before: Inside, after: After) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """D6.9: what happened to those in or on a vehicle, by their ids."""
    if not isinstance(before.target, VehicleTarget) or not isinstance(after, VehicleAfter):
        return ()
    both = zip(before.aboard, before.target.aboard, after.aboard, strict=False)
    return tuple((id, men_keys(was, now)) for id, was, now in both)


def men_keys(was: object, now: Personnel) -> tuple[str, ...]:
    if now.eliminated:
        return ("eliminated",)
    keys = (
        ("reduced", isinstance(was, Personnel) and was.rank != now.rank),
        ("broken", now.broken),
        ("pinned", now.pinned),
        ("wounded", now.wounded),
    )
    return tuple(key for key, is_so in keys if is_so) or ("none",)
