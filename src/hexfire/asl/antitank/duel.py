"""C2.2401 with a light weapon: a Gun Duel in which one side fires what C12 or C13 is about.

The duel is the gunnery's; here is the hand that fires a LATW, RCL or light mortar in it, with its
PF Check, backblast and whatever else happens on its firer's side.
"""

from __future__ import annotations

from msgspec.structs import replace

from hexfire.asl.antitank.fire import AtOutcome, AtShot, aim, at_fire, at_fire_with, look_for_pf
from hexfire.asl.antitank.panzerfaust import Checked, highest_dr
from hexfire.asl.gunnery.duel import Hand
from hexfire.asl.gunnery.fire import Attack, Outcome
from hexfire.asl.shots.shot import Shot, TargetKind
from hexfire.asl.shots.targets import Personnel
from hexfire.dice import DR, Dice, Then, in_turn


class LightOutcome(Outcome, frozen=True, kw_only=True, cache_hash=True):
    """How a light weapon's shot in a duel ended; `around` is what happened on its firer's side.

    `fired_as` is the shot as it was fired, after what its firer had suffered before.
    """

    around: AtOutcome
    fired_as: AtShot


class LightHand(Hand, frozen=True, cache_hash=True):
    """Who fires a light weapon. `checked`: his PF Check, where it came before any DR."""

    light: AtShot
    checked: Checked | None = None

    def laid(self, shot: Shot) -> Attack:
        return aim(self._of(shot))

    def _of(self, shot: Shot) -> AtShot:
        """The light weapon's own shot, pinned if its firer is."""
        pinned = shot.firer.pinned
        men = (self.light.men[0].changed(pinned=pinned), *self.light.men[1:])
        pf = self.light.pf and replace(self.light.pf, pinned=pinned)
        return replace(self.light, shot=shot, met=None, men=men, pf=pf)

    def fire(self, shot: Shot, watch: int | None) -> Then:
        light = self._of(shot)
        aim(light)  # the Refusal of who cannot fire any more comes now
        if self.checked is None:
            return _told(Then(at_fire, (light,)), light, watch)
        return _told(Then(at_fire_with, (light, self.checked, None)), light, watch)

    def fire_with(self, shot: Shot, dr: DR, watch: int | None) -> Then:
        light = self._of(shot)
        return _told(Then(at_fire_with, (light, self.checked, dr)), light, watch)

    def check(self, dice: Dice, shot: Shot) -> Hand:
        """C13.31: the PF Check."""
        return replace(self, checked=look_for_pf(dice, self._of(shot)))

    @property
    def finds_with(self) -> int | None:
        """C13.31: the highest PF Check dr that finds one; None: nothing is to be found."""
        light = self.light
        if light.pf is None:
            return None
        at_afv = light.shot.target.kind is TargetKind.AFV
        return highest_dr(light.pf, light.shot.date, at_afv)

    @property
    def has_failed(self) -> bool:
        return self.checked not in (None, Checked.FIRES)

    def under(self, enemy: Outcome) -> Hand:
        """What the first shot did to the men here. A squad that it reduced checks as a HS."""
        light = self.light
        fates = (enemy.effect_on(unit.name) for unit in light.men)
        men = tuple(
            fate if isinstance(fate, Personnel) else unit
            for unit, fate in zip(light.men, fates, strict=True)
        )
        pf = light.pf and replace(light.pf, rank=men[0].rank)
        return replace(self, light=replace(light, men=men, pf=pf))


def _told(fired: Then, light: AtShot, watch: int | None) -> Then:
    return Then(in_turn, (fired, Then(_outcome, (light, watch))))


def _outcome(dice: Dice, around: AtOutcome, light: AtShot, watch: int | None) -> Outcome:
    """The shot's outcome; for odds, who asks for the two who fight, that alone."""
    harmed = tuple(after for was, after in zip(light.men, around.men, strict=False) if after != was)
    outcome = replace(around.shot or Outcome(), own=harmed)
    if watch is not None:
        return outcome
    fields = {name: getattr(outcome, name) for name in Outcome.__struct_fields__}
    return LightOutcome(**fields, around=around, fired_as=light)
