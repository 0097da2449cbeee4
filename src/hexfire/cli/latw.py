"""`hexfire shot` with a light anti-tank weapon or recoilless rifle: the chain, and its price."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rich.table import Table
from rich.text import Text

from hexfire.asl.antitank.answer import AtAnswer, Risk, Way, at_answer
from hexfire.asl.antitank.fire import AtOutcome, AtShot, at_fire
from hexfire.asl.antitank.panzerfaust import CHECK_LIMIT, Checked
from hexfire.asl.gunnery.answer import NOTHING, harm_to_men, label_of
from hexfire.asl.gunnery.throw import throw
from hexfire.asl.gunnery.to_hit import ToHit
from hexfire.asl.shots.hit import Hit
from hexfire.cli.screen import Screen
from hexfire.cli.shot import Page, percent, report, say_label
from hexfire.dice import Dice, NeedAnswer, odds, play, secure, seeded
from hexfire.rulebook import BadInput


def show(
    out: Screen,
    at: AtShot,
    faces: tuple[int, ...],
    roll: bool,
    seed: int | None,
    why_not: bool,
) -> None:
    """Print the answer, or what the dice said."""
    found = at_answer(at)
    rolled = _roll(at, faces, roll, seed)
    if out.json:
        out.data(_data(out, found, rolled))
    elif rolled is not None:
        _Latw(out, found, why_not).rolled(*rolled)
    else:
        _Latw(out, found, why_not).show()


Rolled = tuple[tuple[int, ...], AtOutcome | None, NeedAnswer | None]


def _roll(at: AtShot, faces: tuple[int, ...], roll: bool, seed: int | None) -> Rolled | None:
    if not faces and not roll:
        return None
    source = (seeded(seed) if seed is not None else secure()) if roll else None
    dice = Dice(faces, source)
    try:
        outcome: AtOutcome = play(dice, at_fire, at)
    except NeedAnswer as need:
        return faces, None, need
    if dice.left_over:
        raise BadInput("gunnery.cli.too_many_dice", dice=tuple(map(str, dice.left_over)))
    return dice.faces, outcome, None


class _Latw:
    """The page: the shot as any other, with the check before it and the price behind it."""

    def __init__(self, out: Screen, found: AtAnswer, why_not: bool) -> None:
        self.out, self.found = out, found
        self.page = Page(out, found.shot, why_not)

    def say(self, key: str, **params: Any) -> str:
        return self.out.say(f"fieldguns.latw.{key}", **params)

    def show(self) -> None:
        self.page.title()
        self._whole()
        self._check()
        self.page.number()
        self.page.why()
        self.page.chances()
        self._risks()
        self._ways()

    def _whole(self) -> None:
        """The answer first: the chance of the kill, and the chance that it costs something."""
        found = self.found
        if found.check is None and not found.risk:
            return
        line = self.say("whole", hit=percent(found.hit), killed=percent(found.killed))
        self.out.print()
        self.out.print(Text(line, style="bold"))
        if found.risk:
            self.out.print(self.say("risk", risk=percent(found.risk), exact=str(found.risk)))
        if found.twice is not None:
            killed, risk = percent(found.twice.killed), percent(found.twice.risk)
            self.out.print(self.say("twice", killed=killed, risk=risk))

    def _check(self) -> None:
        found = self.found
        if found.check is None or found.check_drm is None:
            return
        self.out.print()
        number = CHECK_LIMIT - found.check_drm.total
        key = "check" if number >= 1 else "no_check"
        self.out.print(Text(self.say(key, number=min(number, 5)), style="bold"))
        grid = Table.grid(padding=(0, 2))
        for item in found.check_drm:
            grid.add_row(f"{item.value:+d}", self.out.words.name(item), item.rule)
        for result in Checked:
            chance = found.check.get(result, Fraction(0))
            if chance:
                grid.add_row(percent(chance), self.say(f"checked.{result.name.lower()}"), "")
        self.out.print(grid)

    def _risks(self) -> None:
        rows = [(risk, "risk_title") for risk in self.found.risks if risk.harmed]
        rows += [(risk, "bystander_title") for risk in self.found.bystanders]
        grid = Table.grid(padding=(0, 2))
        for risk, key in rows:
            grid.add_row(Text(self.say(key, name=self._unit(risk.name)), style="bold"), "")
            for label, chance in sorted(risk.harm.items(), key=lambda pair: -pair[1]):
                if label != NOTHING:
                    grid.add_row(f"  {say_label(self.out, label)}", percent(chance))
            if key == "bystander_title":
                grid.add_row(f"  {self.say('ti')}", "")
        for place, chance in self.found.flames.items():
            grid.add_row(self.say("flame", place=self._place(place)), percent(chance))
        if rows or self.found.flames:
            self.out.print()
            self.out.print(grid)

    def _unit(self, name: str) -> str:
        key = f"fieldguns.hand.{name}"
        return self.out.say(key) if self.out.words.has(key) else name

    def _place(self, place: str) -> str:
        key = f"fieldguns.latw.place.{place}"
        return self.out.say(key) if self.out.words.has(key) else place

    def _ways(self) -> None:
        ways = self.found.ways
        if len(ways) < 2:
            return
        self.out.print()
        self.out.print(Text(self.say("ways"), style="bold"))
        grid = Table(box=None, pad_edge=False)
        for key in ("way", "way_hit", "way_killed", "way_risk"):
            grid.add_column(self.say(key))
        for way in ways:
            chosen = way.how is self.found.at.how
            name = self.out.say(f"fieldguns.how.{way.how.value}")
            mark = f"▸ {name}" if chosen else f"  {name}"
            if way.refused is not None:
                grid.add_row(mark, "—", "—", self.out.words.refusal(way.refused))
                continue
            numbers = (percent(p) for p in (way.hit, way.killed, way.risk))
            grid.add_row(mark, *numbers, style="bold" if chosen else "")
        self.out.print(grid)

    def rolled(
        self, faces: tuple[int, ...], outcome: AtOutcome | None, need: NeedAnswer | None
    ) -> None:
        """What fell and what it did, on both sides."""
        self.page.title()
        self.out.print()
        self.out.print(self.say("dice", dice=tuple(map(str, faces))), markup=False)
        if need is not None:
            self.out.print(Text(self.out.words.request(need), style="bold yellow"))
            return
        assert outcome is not None
        for line in self._story(outcome):
            self.out.print(Text(line, style="bold"))
        self.out.print()
        self.page.why()

    def _story(self, outcome: AtOutcome) -> list[str]:
        lines = []
        if outcome.check is not None:
            lines.append(self.say(f"checked.{outcome.check.name.lower()}"))
        if outcome.shot is not None:
            lines += self._shot_story(outcome)
        for before, after in zip(self.found.at.men, outcome.men, strict=True):
            harm = harm_to_men(after, before)
            if harm != NOTHING:
                lines.append(f"{self._unit(before.name)}: {say_label(self.out, harm)}")
        lines += [self.say("flame", place=self._place(place)) for place in outcome.flames]
        if outcome.smoke:
            lines.append(self.say("smoke"))
        return lines

    def _shot_story(self, outcome: AtOutcome) -> list[str]:
        assert outcome.shot is not None
        if not outcome.shot.hits:
            return [self.say("missed")]
        lines = []
        hits = sample_hits(self.found.shot.th)
        for struck, effect in zip(outcome.shot.hits, outcome.shot.effects, strict=True):
            label = label_of(effect, hits[struck.name])
            ch = " CH" if struck.is_ch else ""
            lines.append(f"{struck.name}{ch}: {say_label(self.out, label)}")
        return lines


def sample_hits(th: ToHit) -> dict[str, Hit]:
    """Some hit on each target: what it was before is told from it."""
    found: dict[str, Hit] = {}
    for thrown in odds(throw, th):
        for hit in thrown.hits:
            found.setdefault(hit.target.name, hit)
    return found


# -- for programs --------------------------------------------------------------------------------


def _data(out: Screen, found: AtAnswer, rolled: Rolled | None) -> dict[str, Any]:
    data = report(out, found.shot)
    data["latw"] = {
        "how": found.at.how,
        "check": _check_data(found),
        "p_fires": str(found.fires),
        "p_hit": str(found.hit),
        "p_hurt": str(found.hurt),
        "p_killed": str(found.killed),
        "p_firer_harmed": str(found.risk),
        "risks": [_risk_data(risk) for risk in found.risks],
        "bystanders": [_risk_data(risk) for risk in found.bystanders],
        "flames": {place: str(p) for place, p in found.flames.items()},
        "ways": [_way_data(out, way) for way in found.ways],
        "twice": None
        if found.twice is None
        else {"p_killed": str(found.twice.killed), "p_firer_harmed": str(found.twice.risk)},
    }
    if rolled is not None:
        faces, outcome, need = rolled
        data["rolled"] = {
            "dice": faces,
            "outcome": outcome,
            "need": out.words.request(need) if need else None,
        }
    return data


def _check_data(found: AtAnswer) -> dict[str, Any] | None:
    if found.check is None or found.check_drm is None:
        return None
    return {
        "max_original_dr": CHECK_LIMIT - found.check_drm.total,
        "drm": dict(found.check_drm.as_dict()),
        "odds": {result.value: str(p) for result, p in found.check.items()},
    }


def _risk_data(risk: Risk) -> dict[str, Any]:
    return {"name": risk.name, "harm": {label: str(p) for label, p in risk.harm.items()}}


def _way_data(out: Screen, way: Way) -> dict[str, Any]:
    if way.refused is not None:
        return {"how": way.how, "refused": way.refused.rule}
    return {
        "how": way.how,
        "p_hit": str(way.hit),
        "p_killed": str(way.killed),
        "p_firer_harmed": str(way.risk),
        "refused": None,
    }
