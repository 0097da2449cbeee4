"""A whole Bombardment (C1.82–C1.823): every building, vehicle, unit and weapon of a hex in turn.

The rules of each single check are in `bombardment`; here is their order and what one does to
another. The exact odds are in `devastation_odds`.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from hexfire.asl.artillery import bombardment as rules
from hexfire.asl.artillery.bombardment import Damage, Equipment, Structure
from hexfire.asl.artillery.fates import fate_keys, men_keys
from hexfire.asl.artillery.ffe import Inside, lowered
from hexfire.asl.artillery.two_mc import Checking, check_men, losses
from hexfire.asl.effects.collateral import crew_check
from hexfire.asl.effects.vehicles import crew_survival
from hexfire.asl.shots.targets import (
    CrewFate,
    Effect,
    GunTarget,
    Personnel,
    VehicleAfter,
    VehicleTarget,
)
from hexfire.dice import Dice, play

Fate = tuple[str, ...]
"""Words of `artillery.fate.…`."""


class Built(msgspec.Struct, frozen=True, kw_only=True):
    """C1.822: a building, bridge or fortification. `bridge`: of wood or stone, one level."""

    what: Structure
    levels: int = 1
    fortified: bool = False
    factory: bool = False
    bridge: bool = False

    @property
    def is_building(self) -> bool:
        return self.what in (Structure.WOODEN, Structure.STONE) and not self.bridge

    @property
    def is_pillbox(self) -> bool:
        return self.what in (Structure.BROWN_PILLBOX, Structure.GREY_PILLBOX)


class Victim(msgspec.Struct, frozen=True, kw_only=True):
    """A unit in a bombarded hex, and where in it. A Gun and its crew are one."""

    id: str
    inside: Inside
    level: int = 0
    in_building: bool = False
    on_bridge: bool = False
    in_pillbox: bool = False
    concealed: bool = False
    mounted: bool = False
    weapons: tuple[str, ...] = ()
    aboard: str = ""

    @property
    def men(self) -> Personnel | None:
        """Who takes the 2MC, his Morale Level lowered if it is his own side's shells (C1.54)."""
        target = lowered(self.inside)
        if isinstance(target, GunTarget):
            return target.crew
        return target if isinstance(target, Personnel) else None


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A bombarded hex. `unpossessed` are SW and Guns that nobody possesses."""

    hex: str
    built: tuple[Built, ...] = ()
    victims: tuple[Victim, ...] = ()
    dummies: tuple[str, ...] = ()
    unpossessed: tuple[str, ...] = ()
    sangar: bool = False
    shellhole: bool = False
    flame: bool = False

    @property
    def empty(self) -> bool:
        return not (self.built or self.victims or self.dummies or self.unpossessed)


class Suffered(msgspec.Struct, frozen=True):
    """What happened to someone or something. `original` is its DR; `shown`: it must appear."""

    hex: str
    who: str
    fate: Fate
    rule: str
    original: int | None = None
    shown: bool = False


class Ruin(msgspec.Struct, frozen=True):
    """A hex after Bombardment. `ask`: what our books do not tell (`artillery.aftermath.…`)."""

    hex: str
    suffered: tuple[Suffered, ...]
    shellhole: bool = False
    flame: bool = False
    ask: tuple[str, ...] = ()


# -- play -----------------------------------------------------------------------------------------


def devastate(dice: Dice, place: Place) -> Ruin:
    """C1.82–C1.823: the hex in the order of the rules.

    First what is built (C1.822), then vehicles, then men, leaders first, then the weapons of those
    who failed, and those that nobody holds (C1.821). After every Original 12 the dr of C1.823.
    """
    return _Hex(dice, place).fall()


class _Hex:
    """One hex while the shells fall."""

    def __init__(self, dice: Dice, place: Place) -> None:
        self.dice, self.place = dice, place
        self.told: list[Suffered] = []
        self.asked: list[str] = []
        self.gone: set[str] = set()
        self.safe: set[str] = set()
        self.marks = place.shellhole, place.flame

    def fall(self) -> Ruin:
        for built in self.place.built:
            self._structure(built)
        for id in self.place.dummies:
            self._tell(id, ("dummy_removed",), "C1.82")
        for victim in self.place.victims:
            if isinstance(victim.inside.target, VehicleTarget) and victim.id not in self.gone:
                self._vehicle(victim)
        for group in locations(self.place.victims):
            self._men([v for v in group if v.id not in self.gone | self.safe])
        for name in self.place.unpossessed:
            self._weapon(name)
        if self.place.sangar and rules.sangar_goes(bool(self.gone)):
            self._tell("sangar", ("removed",), "C1.822")
        shellhole, flame = self.marks
        return Ruin(self.place.hex, tuple(self.told), shellhole, flame, tuple(self.asked))

    def _tell(
        self, name: str, fate: Fate, rule: str, original: int | None = None, shown: bool = False
    ) -> None:
        self.told.append(Suffered(self.place.hex, name, fate, rule, original, shown))
        if original is not None:
            shellhole, flame = self.marks
            self.marks = rules.marks(self.dice, original, shellhole=shellhole, flame=flame)

    def _structure(self, built: Built) -> None:
        """C1.822: levels fall from the top, and who is on them is gone."""
        lost, original = rules.structure(
            self.dice, built.what, built.levels, fortified=built.fortified, factory=built.factory
        )
        name = "bridge" if built.bridge else built.what.value
        fate = "none" if not lost else "rubble" if built.is_building else "removed"
        self._tell(f"@artillery.built.{name}", (fate,) * max(1, lost), "C1.822", original)
        if lost and built.is_building:
            self.asked.append("falling_rubble")
        for victim in self.place.victims:
            if falls_with(victim, built, lost) and victim.id not in self.gone:
                self.gone.add(victim.id)
                self._tell(victim.id, ("eliminated",), "C1.822")

    def _vehicle(self, victim: Victim) -> None:
        """C1.821: the vehicle first; its PRC survive its loss or not, and then check no more."""
        target = victim.inside.target
        assert isinstance(target, VehicleTarget)
        damage, original = rules.equipment(self.dice, rules.vehicle_class(target))
        after = wrecked(self.dice, target, damage)
        self._tell(victim.id, fate_keys(victim.inside, after), "C1.821", original)
        aboard = [v for v in self.place.victims if v.aboard == victim.id]
        if after.effect.destroyed:
            self.gone.add(victim.id)
            for passenger in aboard:
                self._passenger(passenger, target, after)
        elif target.ce and target.crew:
            fate = crew_mc(self.dice, victim)
            keys = ("none",) if fate is CrewFate.SAFE else (f"crew_{fate.value}",)
            self._tell(victim.id, keys, "C1.82", sum(self.dice.log[-1][1]))

    def _passenger(self, victim: Victim, vehicle: VehicleTarget, after: VehicleAfter) -> None:
        lives = not _burns(after) and crew_survival(self.dice, vehicle) is CrewFate.SURVIVED
        (self.safe if lives else self.gone).add(victim.id)
        self._tell(victim.id, ("survived" if lives else "eliminated",), "C1.821")

    def _men(self, group: list[Victim]) -> None:
        """C1.82: the 2MC of everyone in a Location; C1.821: then the weapons of who failed."""
        men = [v for v in group if v.men is not None and v.inside.immune is None]
        bare = [v for v in group if v not in men and isinstance(v.inside.target, GunTarget)]
        checked = play(self.dice, check_men, tuple(map(checking, men)))
        notes = dict(checked.notes)
        after = play(self.dice, losses, checked.now, checked.lost, ())
        for i, (victim, unit) in enumerate(zip(men, after, strict=True)):
            note = notes[i]
            if victim.mounted:
                self._tell(victim.id, ("horses_lost",), "C1.82")
                self.asked.append("bail_out")
            harmed = unit.eliminated or unit.broken or unit.pinned
            shown = victim.concealed and harmed
            self._tell(victim.id, men_said(victim, unit), "C1.82", note.original, shown)
            if unit.eliminated:
                self.gone.add(victim.id)
            if rules.equipment_checks(possessed=True, holder_failed=note.failed):
                for weapon in _weapons(victim):
                    self._weapon(weapon)
        for victim in bare:
            self._weapon(victim.inside.target.name or victim.id)

    def _weapon(self, name: str) -> None:
        damage, original = rules.equipment(self.dice, Equipment.GUN_OR_SW)
        self._tell(name, (WEAPON[damage],), "C1.821", original)


def _weapons(victim: Victim) -> tuple[str, ...]:
    """C1.821: what a unit holds: the Gun it mans, and its SW."""
    target = victim.inside.target
    return (*((target.name,) if isinstance(target, GunTarget) else ()), *victim.weapons)


WEAPON = {
    Damage.NONE: "none",
    Damage.DAMAGED: "gun_malfunctioned",
    Damage.ELIMINATED: "eliminated",
    Damage.BURNING: "eliminated",
}
_EFFECT = {
    Damage.NONE: Effect.NONE,
    Damage.DAMAGED: Effect.IMMOBILIZED,
    Damage.ELIMINATED: Effect.ELIMINATED,
    Damage.BURNING: Effect.BURNING,
}


def falls_with(victim: Victim, built: Built, lost: int) -> bool:
    """C1.822: whether a unit goes with what was built there (R-C1.822: a pillbox as one level)."""
    if built.bridge:
        return bool(lost) and victim.on_bridge
    if built.is_pillbox:
        return bool(lost) and victim.in_pillbox
    return built.is_building and victim.in_building and rules.buried(
        victim.level, built.levels, lost
    )  # fmt: skip


def locations(victims: tuple[Victim, ...]) -> Iterator[list[Victim]]:
    """A10.2, A10.21: who is in one Location, and so leans on the same leaders."""
    groups: dict[tuple[object, ...], list[Victim]] = {}
    for victim in victims:
        if not isinstance(victim.inside.target, VehicleTarget):
            key = (victim.level, victim.in_pillbox, victim.on_bridge)
            groups.setdefault(key, []).append(victim)
    yield from groups.values()


def wrecked(dice: Dice, target: VehicleTarget, damage: Damage) -> VehicleAfter:
    """C1.821, D5.6: a vehicle after its NMC; the crew of a wreck survives by its CS#."""
    after = VehicleAfter(effect=_EFFECT[damage])
    if damage is Damage.BURNING:
        return replace(after, crew=CrewFate.LOST)
    if damage is Damage.ELIMINATED:
        return replace(after, crew=crew_survival(dice, target) if target.crew else CrewFate.LOST)
    return after


def _burns(after: VehicleAfter) -> bool:
    return after.effect is Effect.BURNING


def crew_mc(dice: Dice, victim: Victim) -> CrewFate:
    """C1.82: the 2MC of a CE crew; C1.54 lowers its Morale Level as any other's."""
    target = lowered(victim.inside)
    assert isinstance(target, VehicleTarget)
    return crew_check(dice, target, 2 + rules.check_drm(victim.inside.cover).total)


def _crew(victim: Victim) -> Personnel:
    target = victim.inside.target
    men = target.crew if isinstance(target, GunTarget) else target
    assert isinstance(men, Personnel)
    return men


def men_said(victim: Victim, unit: Personnel) -> Fate:
    """What the 2MC did, the lowered Morale Level forgotten; of a Gun it is the crew's fate."""
    was = _crew(victim)
    keys = men_keys(was, replace(unit, morale=was.morale, broken_morale=was.broken_morale))
    gun = isinstance(victim.inside.target, GunTarget)
    return tuple(f"crew_{key}" if gun and key != "none" else key for key in keys)


def checking(victim: Victim) -> Checking:
    """C1.82: TEM reversed, marsh -2."""
    cover, men = victim.inside.cover, victim.men
    assert men is not None
    return Checking(men, rules.check_drm(cover, marsh=cover.terrain == "marsh").total)
