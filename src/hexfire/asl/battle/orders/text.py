"""Actions as a person types them; the same form in journal, log, terminal and page.

Every verb has one form: its plain words in order, then words with a keyword, then flags, then a
text behind a colon. `fire P1 at T2 with APCR as Vehicle turning VCA intensive`.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

import msgspec

from hexfire.asl.battle.orders import actions as act
from hexfire.asl.battle.orders.actions import Action
from hexfire.asl.battle.orders.japanese import ORDERS, VERBS
from hexfire.rulebook import BadInput, Refusal


class Form(msgspec.Struct, frozen=True):
    """How an action is typed: fields in order with their keyword ("" for none), flags, the text."""

    kind: type[Any]
    words: tuple[tuple[str, str], ...] = ()
    flags: tuple[tuple[str, str], ...] = ()
    tail: str = ""

    @property
    def verb(self) -> str:
        return str(self.kind.__struct_config__.tag)

    @property
    def shape(self) -> str:
        """The form as help shows it."""
        required = self.kind.__struct_fields__[
            : len(self.kind.__struct_fields__) - len(self.kind.__struct_defaults__)
        ]
        parts = [self.verb]
        for name, keyword in self.words:
            text = f"{keyword} {name.upper()}".strip()
            parts.append(text if name in required else f"[{text}]")
        parts += [f"[{word}]" for _, word in self.flags]
        return " ".join(parts) + (f": {self.tail.upper()}" if self.tail else "")


BLANK = "~"
_PLAIN = ("level", "near")
"""Words that are left out where they say 0."""
_UNIT = (("unit", ""),)
_FORMS = (
    Form(
        act.Place,
        (
            ("unit", ""),
            ("at", "at"),
            ("level", "level"),
            ("facing", "facing"),
            ("turret", "turret"),
            ("entrenched", "in"),
            ("veil", "veil"),
        ),
    ),
    Form(act.BoreSight, (("weapon", ""), ("at", "at"))),
    Form(act.PreRegister, (("at", ""), ("battery", "for"))),
    Form(act.Allot, (("unit", ""), ("count", "pf"))),
    Form(act.End),
    Form(act.Concede),
    Form(
        act.Fire,
        (
            ("weapon", ""),
            ("at", "at"),
            ("ammo", "with"),
            ("kind", "as"),
            ("turning", "turning"),
            ("leader", "leader"),
            ("case", "case"),
            ("how", "how"),
            ("mp", "mp"),
            ("spraying", "spraying"),
        ),
        (
            ("intensive", "intensive"),
            ("immobilize", "immobilize"),
            ("ife", "ife"),
            ("ift", "ift"),
            ("spotted", "spotted"),
            ("underbelly", "underbelly"),
            ("tem", "tem"),
            ("once", "once"),
            ("levels", "levels"),
        ),
    ),
    Form(act.Designate, (("unit", ""), ("mortar", "for"))),
    Form(
        act.Duel,
        (("weapon", ""), ("ammo", "with"), ("kind", "as")),
        (("intensive", "intensive"),),
    ),
    Form(act.Give, (("unit", ""), ("to", "to"), ("count", "pf"))),
    Form(act.Stand, (), (("tem", "tem"),)),
    Form(
        act.Assault,
        (
            ("weapon", ""),
            ("at", "at"),
            ("team", "with"),
            ("leader", "leader"),
            ("drm", "drm"),
            ("ccv", "ccv"),
        ),
        (("thrown", "thrown"),),
    ),
    Form(act.Turn, (("weapon", ""), ("to", "to"))),
    Form(act.Opportunity, _UNIT),
    Form(act.Expose, _UNIT),
    Form(act.ButtonUp, _UNIT),
    Form(act.Start, _UNIT),
    Form(act.Stop, _UNIT),
    Form(act.Stack, (("units", ""),)),
    Form(
        act.Go,
        (
            ("unit", ""),
            ("to", "to"),
            ("level", "level"),
            ("along", "along"),
            ("vertex", "vertex"),
            ("facing", "facing"),
            ("bog", "bog"),
            ("cost", "cost"),
        ),
        (
            ("assault", "assault"),
            ("off_road", "off-road"),
            ("reverse", "reverse"),
            ("double", "double-time"),
            ("minimum", "minimum"),
        ),
    ),
    Form(act.Breach, (("unit", ""), ("to", "to"), ("bog", "bog"))),
    Form(act.Overrun, (("unit", ""), ("to", "to"), ("cost", "cost"))),
    Form(act.Pivot, (("unit", ""), ("to", "to"), ("cost", "cost"))),
    Form(act.Traverse, (("unit", ""), ("to", "to"))),
    Form(act.Delay, _UNIT),
    Form(act.Finish, _UNIT),
    Form(act.Pass, (("near", "near"),)),
    Form(act.LetGo),
    Form(
        act.Push,
        (("gun", ""), ("to", "to"), ("facing", "facing"), ("helpers", "with")),
        (("low_ammo", "low-ammo"),),
    ),
    Form(act.Hook, (("gun", ""), ("vehicle", "to")), (("afoot", "afoot"),)),
    Form(act.Unhook, (("gun", ""), ("facing", "facing"))),
    Form(act.Limber, (("gun", ""), ("facing", "facing"))),
    Form(act.Unlimber, (("gun", ""), ("facing", "facing"))),
    Form(act.Load, (("gun", ""), ("vehicle", "to")), (("rear", "rear"),)),
    Form(act.Unload, (("gun", ""), ("facing", "facing"))),
    Form(act.Board, (("unit", ""), ("vehicle", "to"), ("cost", "cost")), (("rider", "rider"),)),
    Form(act.Alight, (("unit", ""), ("cost", "cost"))),
    Form(act.Dismantle, (("gun", ""),)),
    Form(act.Assemble, (("gun", ""), ("facing", "facing"))),
    Form(act.Leave, _UNIT),
    Form(act.Bombard, (("area", "area"),)),
    Form(act.Oba, (("battery", ""), ("option", ""), ("at", "at"), ("by", "by"))),
    Form(act.Barrage, (("battery", ""), ("area", "area"), ("fp", "fp"))),
    Form(act.Aftermath, (("battery", ""), ("trace", ""), ("at", "at"))),
    Form(act.Strike, _UNIT),
    Form(act.Claim, _UNIT),
    Form(act.Forfeit, _UNIT),
    Form(act.Reveal, _UNIT),
    Form(act.Decline),
    Form(act.Shift, (("unit", ""), ("to", "to"), ("level", "level"), ("facing", "facing"))),
    Form(act.Set, (("unit", ""), ("what", "")), tail="value"),
    Form(act.Add, (("counter", ""), ("at", "at"), ("level", "level"))),
    Form(act.Remove, _UNIT, (("exited", "exited"),)),
    Form(act.Mark, (("kind", ""), ("at", "at"), ("across", "across"), ("drm", "drm"))),
    Form(act.Unmark, (("kind", ""), ("at", "at"))),
    Form(act.Drift, (("at", ""), ("to", "to"))),
    Form(act.ChangeWeather, (("to", ""),)),
    Form(act.Roll, (("dice", ""),), tail="label"),
    Form(act.Note, tail="text"),
    Form(act.Overrule, (("what", ""),), tail="reason"),
    Form(act.Agree),
    Form(act.Refuse),
)
FORMS = {form.verb: form for form in _FORMS}
"""Every verb with its form."""
_VERBS = tuple(f"@battle.verb.{verb}" for verb in FORMS)
_BY_KIND = {form.kind: form for form in _FORMS}


def write(action: Action) -> str:
    """The action as it is typed.

    >>> write(act.Fire("P", "T", intensive=True))
    'fire P at T intensive'
    """
    form = _BY_KIND[type(action)]
    parts = [form.verb]
    for name, keyword in form.words:
        value = getattr(action, name)
        if value is None or value == "" or (value == 0 and name in _PLAIN):
            continue
        shown = f"{value:g}" if isinstance(value, float) else str(value)
        # An action inside an action keeps its blanks: they are written as «~».
        shown = shown.replace(" ", BLANK)
        parts += [keyword, shown] if keyword else [shown]
    parts += [word for name, word in form.flags if getattr(action, name)]
    text = " ".join(parts)
    return f"{text}: {getattr(action, form.tail)}" if form.tail else text


def _near(word: str) -> tuple[str, ...]:
    """The verbs, of either language, that a mistyped one comes near to."""
    said = {**{verb: verb for verb in FORMS}, **{VERBS[verb]: verb for verb in FORMS}}
    near = get_close_matches(word[:20].lower(), said, n=3, cutoff=0.5)
    return tuple(f"@battle.verb.{verb}" for verb in dict.fromkeys(said[one] for one in near))


def read(text: str) -> Action:
    """The action a person typed, in either language; what cannot be understood is named."""
    typed = text.strip()
    stripped = ORDERS.english(typed)
    head, _, tail = stripped.partition(":")
    words = head.split() if head else []
    form = FORMS.get(words[0].lower()) if words else None
    if form is None:
        near = _near(words[0]) if words else ()
        key = "battle.typed.near" if near else "battle.typed.verb"
        raise BadInput(key, text=typed[:40], verbs=near or _VERBS)
    if not form.tail:
        words = stripped.split()
    elif not tail.strip():
        raise _bad(typed, form)
    fields: dict[str, Any] = _fields(form, words[1:], typed)
    if form.tail:
        fields[form.tail] = tail.strip()
    if fields.get("ammo", "").upper() == "IR":
        raise Refusal("C8.7", "battle.fire.ir")
    try:
        action: Action = msgspec.convert(fields, form.kind, strict=False)
    except msgspec.ValidationError:
        raise _bad(typed, form) from None
    return action


def _fields(form: Form, words: list[str], text: str) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    plain = [name for name, keyword in form.words if not keyword]
    keywords = {keyword: name for name, keyword in form.words if keyword}
    flags = {word: name for name, word in form.flags}
    rest = iter(words)
    for word in rest:
        low = word.lower()
        if plain:
            fields[plain.pop(0)] = word
        elif low in flags and flags[low] not in fields:
            fields[flags[low]] = True
        elif low in keywords and keywords[low] not in fields and (value := next(rest, "")):
            fields[keywords[low]] = value
        else:
            raise _bad(text, form)
    return fields


def _bad(text: str, form: Form) -> BadInput:
    return BadInput("battle.typed.form", text=text[:80], form=f"@battle.form.{form.verb}")


def inner(overruled: act.Overrule) -> Action:
    """The action that a proposal is about."""
    return read(overruled.what.replace(BLANK, " "))
