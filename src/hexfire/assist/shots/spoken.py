"""The short form of an order: `"PzKpfw IVH" bu at "T-34 M41" range 8 side moving mp 2`.

Words before «at» are about the firer, words after it about the target; words about the shot itself
(range, phase, ammunition …) may stand anywhere. The result is an order as `order.read_order`
takes it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from math import isfinite
from typing import Any, NamedTuple

import msgspec

from hexfire.asl.antitank.party import WEAPONS, hear
from hexfire.asl.antitank.party import WORDS as PARTY_WORDS
from hexfire.asl.counters import Catalogue, catalogue
from hexfire.asl.sequence import FIRE_PHASES, Phase
from hexfire.asl.shots.shot import Ammo, FireCounter, Firer, Target, TargetKind, TargetType
from hexfire.assist.shots.japanese import english
from hexfire.rulebook import BadInput

Plain = dict[str, Any]

# One word that sets one fact.
_FIRER: dict[str, tuple[str, Any]] = {
    "bu": ("bu", True),
    "ce": ("bu", False),
    "moved": ("entered_new_hex", True),
    "non-stopped": ("non_stopped", True),
    "nonstopped": ("non_stopped", True),
    "motion": ("motion", True),
    "pinned": ("pinned", True),
    "stunned": ("stunned", True),
    "opportunity": ("opportunity_fire", True),
    "intensive": ("intensive_fire", True),
    "captured": ("captured", True),
    "non-qualified": ("non_qualified", True),
    "gyro": ("gyro_in_use", True),
    "bypassing": ("bypassing", True),
    "vbm": ("bypassing", True),
    "on-road": ("on_woods_road", True),
    "limbered": ("limbered", True),
    "passenger": ("passenger", True),
    "cx": ("cx", True),
    "inexperienced": ("inexperienced", True),
    "encircled": ("encircled", True),
    "vca": ("turned", "VCA"),
    "tca": ("turned", "TCA"),
    "desperation": ("desperation", True),
    "spotted": ("spotted", True),
    "own": ("captured", False),
    "wire": ("on_wire", True),
    "prep-fired": ("marker", "Prep Fire"),
    "first-fired": ("marker", "First Fire"),
    "final-fired": ("marker", "Final Fire"),
    "intensive-fired": ("marker", "Intensive Fire"),
    "no-fire": ("marker", "No Fire"),
}
_FIRER_NUMBERS = {
    "turned": "hexspines_turned",
    "level": "level",
    "mp": "mp_target_in_los",
    "leader": "leadership",
    "shots": "shots_this_phase",
    "morale": "morale",
}
_TARGET: dict[str, tuple[str, Any]] = {
    "front": ("facing", "front"),
    "side": ("facing", "side"),
    "rear": ("facing", "rear"),
    "hd": ("hd", True),
    "moving": ("moving", True),
    "moved": ("entered_new_hex", True),
    "motion": ("motion", True),
    "non-stopped": ("non_stopped", True),
    "nonstopped": ("non_stopped", True),
    "immobile": ("immobile", True),
    "concealed": ("concealed", True),
    "hidden": ("hidden", True),
    "ffnam": ("ffnam", True),
    "ffmo": ("ffmo", True),
    "dashing": ("dashing", True),
    "hazardous": ("hazardous", True),
    "emplaced": ("emplaced", True),
    "uncrewed": ("crewed", False),
    "ce": ("ce", True),
    "broken": ("broken", True),
    "pinned": ("unit_pinned", True),
    "pillbox": ("terrain", "pillbox"),
    "cave": ("terrain", "cave"),
    "outside-ca": ("in_gun_ca", False),
}
# A firer, too, may be so; but his shot does not ask for it, or asks in other words.
_NOT_OF_FIRER = {"moving", "immobile", "concealed", "hidden", "broken"}
_TARGET_NUMBERS = {"mp": "mp_in_los", "level": "level", "tem": "tem", "size": "size"}
_TARGET_NUMBERS |= {"morale": "morale"}
_SHOT_NUMBERS = {"range": "range", "hindrance": "hindrance", "acquired": "acquisition"}
_SHOT_NUMBERS |= {"mine-fp": "mine_fp"}
_SHOT: dict[str, tuple[str, Any]] = {
    "bore-sighted": ("bore_sighted", True),
    "boresighted": ("bore_sighted", True),
    "elite": ("elite", True),
    "ir": ("illuminating", True),
    "pacific": ("theatre", "P"),
    "sa": ("armament", "SA"),
    "bmg": ("armament", "BMG"),
    "cmg": ("armament", "CMG"),
    "rmg": ("armament", "RMG"),
    "aamg": ("armament", "AAMG"),
    "immobilize": ("deliberate_immobilization", True),
    "ife": ("ife", True),
    "small-arms": ("small_arms", True),
}
_SHOT |= {phase.value.casefold(): ("phase", phase.value) for phase in FIRE_PHASES}
_SHOT |= {ammo.value.casefold(): ("ammo", ammo.value) for ammo in Ammo}
_SHOT |= {kind.value.casefold(): ("target_type", kind.value) for kind in TargetType}


def _by_field(kind: type, flags: dict[str, tuple[str, Any]], numbers: dict[str, str]) -> None:
    """Every yes-or-no and every number of an order is also a word by its own name."""
    for field in msgspec.inspect.type_info(kind).fields:  # type: ignore[attr-defined]
        word, parts = field.name.replace("_", "-"), _parts_of(field.type)
        if any(word in known for known in (flags, numbers, _SHOT, _SHOT_NUMBERS)):
            continue
        if msgspec.inspect.BoolType in parts:
            flags[word] = (field.name, True)
        elif {msgspec.inspect.IntType, msgspec.inspect.FloatType} & parts:
            numbers[word] = field.name


def _parts_of(kind: Any) -> set[type]:
    if isinstance(kind, msgspec.inspect.UnionType):
        return {type(part) for part in kind.types}
    return {type(kind)}


_by_field(Firer, _FIRER, _FIRER_NUMBERS)
_by_field(Target, _TARGET, _TARGET_NUMBERS)
_KINDS = {kind.value for kind in TargetKind}
# «vehicle» and «infantry» name Target Types; as targets without a counter they are said so.
_KIND_WORDS = {"tank": "afv", "truck": "vehicle", "men": "infantry"} | {k: k for k in _KINDS}


def parse(words: Sequence[str], units: Catalogue | None = None) -> Plain:
    """An order in words, of either language, as the plain data of `read_order`.

    A counter's name of several words need not be quoted: «Russian ATR at T-34 M41».
    """
    words = _joined(english(words), catalogue() if units is None else units)
    if "at" not in words:
        raise BadInput("gunnery.spoken_at")
    at = words.index("at")
    if at == 0 or at + 1 == len(words):
        raise BadInput("gunnery.spoken_at")
    first_word = words[0].casefold()
    weapon = WEAPONS.get(first_word) or _NICKNAMES.get(first_word, words[0])
    order: Plain = {"weapon": weapon, "firer": {}, "target": _target_name(words[at + 1])}
    firer = _Part(order["firer"], _FIRER, _FIRER_NUMBERS)
    target = _Part(order["target"], _TARGET, _TARGET_NUMBERS)
    _Reader(order, firer, target).read(words[1:at])
    _Reader(order, target, firer).read(words[at + 2 :])
    placed = "hex" in order["firer"] and "hex" in order["target"]
    if "range" not in order and not placed:
        raise BadInput("gunnery.order_missing", field="range")
    if "acquisition" in order:
        order["acquisition"] = -abs(order["acquisition"])
    if order["firer"].get("intensive_fire"):
        order["firer"].setdefault("marker", _spent_in(order.get("phase", Phase.PFPH.value)))
    return order


def _joined(words: Sequence[str], units: Catalogue) -> list[str]:
    """The words, with the longest name of a counter at each place of a name made one word.

    What is said before a name («captured 76.2mm», «at moving T-34») comes to stand behind it.
    """
    joined: list[str] = []
    left = list(words)
    while left:
        length, before = 1, list[str]()
        if not joined or joined[-1].casefold() in ("at", "with"):
            states = _TARGET if joined else _FIRER
            while len(left) > 1 and left[0].casefold() in states and _may_name(left[1]):
                before.append(left.pop(0))
            for longer in range(2, min(LONGEST_NAME, len(left)) + 1):
                name = " ".join(left[:longer])
                if units.is_name(name) or name.casefold() in _NICKNAMES:
                    length = longer
        joined += [" ".join(left[:length]), *before]
        del left[:length]
    return joined


def _may_name(word: str) -> bool:
    return word.casefold() not in ("at", *_SHOT_NUMBERS)


def _spent_in(phase: str) -> str:
    """The counter of a Gun that has used up its rate of fire in this phase, and fires once more."""
    return (FireCounter.PREP if phase == Phase.PFPH.value else FireCounter.FIRST).value


LONGEST_NAME = 9
"""Words of a counter's name, its nation's name before it."""

# What everybody calls a vehicle whose counter has another name.
_NICKNAMES = {
    "sherman": "am-M4",
    "panther": "PzKpfw VG",
    "tiger": "PzKpfw VIE",
    "tiger ii": "PzKpfw VIB",
    "king tiger": "PzKpfw VIB",
}


def _target_name(word: str) -> Plain:
    kind = _KIND_WORDS.get(word.casefold())
    return {"kind": kind} if kind else {"unit": _NICKNAMES.get(word.casefold(), word)}


class _Part(NamedTuple):
    """The firer or the target, with the words that are about it."""

    facts: Plain
    flags: dict[str, tuple[str, Any]]
    numbers: dict[str, str]


class _Reader:
    """Reads words one after the other into one part of the order, or into the order itself.

    A word that only the other part knows goes there: «bu» is about the firer wherever it stands.
    """

    def __init__(self, order: Plain, part: _Part, other: _Part) -> None:
        self.order, self.part, self.other = order, part, other

    def read(self, words: Sequence[str]) -> None:
        left = list(words)
        while left:
            self._one(left.pop(0), left)

    def _one(self, spoken: str, left: list[str]) -> None:
        word = spoken.casefold().replace("_", "-")
        about_target = self.part.flags is _TARGET
        if word in ("in", "behind"):
            self.part.facts["terrain"] = self._next(spoken, left, str)
        elif word == "hex":
            self.part.facts["hex"] = self._next(spoken, left, str)
        elif word == "from" and about_target:
            self.part.facts["entered_from"] = self._next(spoken, left, str)
        elif word == "ca":
            self.order["firer"]["ca"] = self._next(spoken, left, str)
        elif word == "vertex":
            self.order.setdefault("canister", {})["vertex"] = self._next(spoken, left, str)
        elif word == "turret" and about_target:
            self.part.facts["turret_facing"] = self._next(spoken, left, str)
        elif word == "with" and about_target:
            other = _target_name(self._next(spoken, left, str))
            self.order.setdefault("others", []).append(other)
            self.part = self.part._replace(facts=other)
        elif not about_target and word in PARTY_WORDS:
            hear(self.order.setdefault("party", {}), word)
        elif not about_target and word in _NOT_OF_FIRER:
            raise BadInput("gunnery.spoken_target", word=spoken)
        elif not any(self._set(word, spoken, left, part) for part in self._parts()):
            self._unknown(spoken)

    def _parts(self) -> tuple[_Part, ...]:
        return self.part, _Part(self.order, _SHOT, _SHOT_NUMBERS), self.other

    def _set(self, word: str, spoken: str, left: list[str], part: _Part) -> bool:
        if word in part.numbers:
            part.facts[part.numbers[word]] = self._next(spoken, left, _number)
        elif word in part.flags:
            name, value = part.flags[word]
            part.facts[name] = value
        else:
            return False
        return True

    def _next(self, spoken: str, left: list[str], kind: Callable[[str], Any]) -> Any:
        if not left:
            raise BadInput("gunnery.spoken_value", word=spoken)
        value = left.pop(0)
        try:
            return kind(value)
        except ValueError:
            raise BadInput("gunnery.spoken_number", word=spoken, value=value) from None

    def _unknown(self, spoken: str) -> None:
        word = spoken.casefold().replace("_", "-")
        if word in PARTY_WORDS:
            raise BadInput("gunnery.spoken_firer", word=spoken)
        known = ["in", "behind", "turret", "hex", "from", "ca", "vertex", "with", *PARTY_WORDS]
        for part in self._parts():
            known += [*part.flags, *part.numbers]
        near = get_close_matches(spoken.casefold(), dict.fromkeys(known), n=3, cutoff=0.5)
        raise BadInput("gunnery.spoken_unknown", word=spoken, near=tuple(near) or ("range", "side"))


def _number(text: str) -> int | float:
    """A whole number or a half one; 2.5 and 2½ are the same."""
    value = float(text.replace("½", ".5"))
    if not isfinite(value):
        raise ValueError(text)
    return int(value) if value == int(value) else value
