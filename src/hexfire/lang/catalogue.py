"""The catalogues: gettext files under `ja/` and `en/`, one per room of the house.

A msgid is a key such as `folio.stacking`; the text of both languages is a msgstr, with blanks
such as `{unit}`. Rules that have no sentence of their own are said by the ledger's summary.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import lru_cache
from gettext import GNUTranslations
from importlib import resources
from io import BytesIO
from typing import Literal

from hexfire.dice import AnyRequest, BadFace, Choice, Die, Draw, NeedAnswer, Pick, TwoDice
from hexfire.hexes import BadLabel
from hexfire.lang import foreign
from hexfire.rulebook import Message, Modifier, Param, Refusal, ledger

Language = Literal["ja", "en"]
LANGUAGES: tuple[Language, ...] = ("ja", "en")

_BLANK = re.compile(r"\{(\w+)\}")
_OFF_BOARD = re.compile(r"(\w{1,9})([+-]\d{1,4}),([+-]\d{1,4})")
_COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


class Words:
    """Everything Hexfire says, in one language."""

    def __init__(self, language: Language, texts: Mapping[str, str]) -> None:
        self.language = language
        self.texts = texts

    def say(self, message: str | Message, /, **params: Param) -> str:
        """The sentence of a key or message. A key that nobody translated is a bug, so it raises."""
        if isinstance(message, str):
            message = Message.of(message, **params)
        blanks = {name: self._blank(name, value) for name, value in message.params}

        def filled(text: str) -> str:
            return _BLANK.sub(lambda m: blanks.get(m[1], m[0]), text)

        if any(name == "why" and str(value).startswith("@") for name, value in message.params):
            blanks["why"] = filled(blanks["why"])  # a reason of ours has blanks of its own
        return filled(self.texts[message.key])

    def _blank(self, name: str, value: Param) -> str:
        """A blank's value; reasons (`why`) and kinds (`want`, `got`) may be another's English."""
        if isinstance(value, str) and name == "why":
            return self._reason(value)
        if isinstance(value, str) and name in ("want", "got") and (key := foreign.kind(value)):
            return self.texts[key]
        if isinstance(value, str) and name in ("side", "nation", "enemy"):
            return self._fill(self.army(value))
        return self._fill(value)

    def army(self, name: str) -> str:
        """A nation's army (`german`, `German SS`); a name that is no nation stays as it is."""
        key = f"core.army.{re.sub(r'[^a-z]+', '_', name.casefold()).strip('_')}"
        return self.texts.get(key, name)

    def _reason(self, why: str) -> str:
        understood = foreign.understood(why)
        if understood is None:
            return self._fill(why)
        sentence = self.say(understood[0], **understood[1])
        if place := foreign.place(why):
            sentence = self.say(place[0], said=sentence, **place[1])
        return sentence

    def _fill(self, value: Param) -> str:
        if isinstance(value, tuple):
            return self.texts["core.list_comma"].join(self._fill(item) for item in value)
        if isinstance(value, str) and value.startswith("@"):
            return self.texts.get(value[1:], value[1:])
        if isinstance(value, str) and (off := _OFF_BOARD.fullmatch(value)):
            return self._off_board(off[1], int(off[2]), int(off[3]))
        return str(value)

    def _off_board(self, nearest: str, q: int, r: int) -> str:
        """A hex off the board (`A1+2,-1`): how far and whither from the nearest hex on it."""
        east, south = 1.5 * q, math.sqrt(3) * (r + q / 2)
        eighth = round(math.atan2(east, -south) / (math.pi / 4)) % 8
        compass = f"@core.compass.{_COMPASS[eighth]}"
        extent = max(abs(q), abs(r), abs(q + r))
        return self.say("core.off_board", nearest=nearest, extent=extent, compass=compass)

    def has(self, key: str) -> bool:
        return key in self.texts

    def title(self, rule_id: str) -> str:
        """The name of a rule, or the id itself where the ledger has no such rule."""
        rule = ledger().like(rule_id)
        if rule is None:
            return rule_id
        return rule.title_ja if self.language == "ja" else rule.title_en

    def summary(self, rule_id: str) -> str:
        """The rule in one sentence; empty where the ledger has no such rule."""
        rule = ledger().like(rule_id)
        if rule is None:
            return ""
        return rule.summary_ja if self.language == "ja" else rule.summary_en

    def name(self, modifier: Modifier) -> str:
        """What a modifier is called: `case.<rule>.<case>`, `case.<case>`, or the rule's title."""
        for key in (f"case.{modifier.rule}.{modifier.case}", f"case.{modifier.case}"):
            if key in self.texts:
                return self.texts[key]
        return self.title(modifier.rule)

    def refusal(self, refusal: Refusal) -> str:
        """A refusal as one sentence that begins with its rule."""
        sentence = self.say(refusal.message)
        return (
            self.say("core.pair", label=refusal.rule, value=sentence) if refusal.rule else sentence
        )

    def tell(self, what: Message | Modifier | Refusal | NeedAnswer) -> str:
        """Whatever a service has for people to read."""
        match what:
            case Message():
                return self.say(what)
            case Modifier():
                return self.name(what)
            case Refusal():
                return self.refusal(what)
            case NeedAnswer():
                return self.request(what)

    def request(self, need: NeedAnswer) -> str:
        """Which roll or decision is wanted, for which rule, and what is certain before it."""
        wanted = need.request
        asked = self.say(
            f"core.need.{type(wanted).__name__.lower()}",
            rule=wanted.rule,
            title=self.title(wanted.rule),
            **_details(wanted),
        )
        known = self.texts.get(f"core.known.{wanted.rule}")
        return asked if known is None else self.say("core.then", known=known, asked=asked)

    def bad_label(self, error: BadLabel) -> str:
        return self.say(
            "core.bad_label",
            text=error.text,
            form=error.form,
            first=error.first,
            last=error.last,
        )

    def bad_face(self, error: BadFace) -> str:
        return self.say(
            "core.bad_face",
            face=str(error.face),
            low=error.low,
            high=error.high,
            rule=error.request.rule,
        )


def _details(request: AnyRequest) -> dict[str, Param]:
    match request:
        case Die():
            return {"sides": request.sides}
        case TwoDice():
            return {}
        case Draw():
            return {"pile": tuple(f"{kind} ×{count}" for kind, count in request.pile)}
        case Choice():
            return {"seat": request.seat, "options": request.options}
        case Pick():
            return {"count": request.count, "last": request.count - 1}
        case _:
            return {"count": request.count}


@lru_cache
def words(language: str = "en") -> Words:
    """The catalogue of a language."""
    if language not in LANGUAGES:
        raise ValueError(f"{language!r} is not one of {', '.join(LANGUAGES)}")
    texts: dict[str, str] = {}
    folder = resources.files(__package__) / language
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        if entry.name.endswith(".po"):
            compiled = folder / (entry.name[:-3] + ".mo")
            if compiled.is_file():
                texts.update(_texts(GNUTranslations(BytesIO(compiled.read_bytes()))))
            else:
                texts.update(read_po(entry.read_text("utf-8")))
    return Words(language, texts)


def _texts(translations: GNUTranslations) -> dict[str, str]:
    catalogue: dict[str, str] = translations._catalog  # type: ignore[attr-defined]
    return {key: text for key, text in catalogue.items() if isinstance(key, str) and key}


_QUOTED = r'"[^"\\]*(?:\\.[^"\\]*)*"'
_ENTRY = re.compile(
    rf"^msgid ({_QUOTED}(?:\s+{_QUOTED})*)\s+msgstr ({_QUOTED}(?:\s+{_QUOTED})*)", re.M
)
_BETWEEN = re.compile(r'"\s+"')
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t"}


def read_po(source: str) -> dict[str, str]:
    """The texts of a catalogue by their keys. Ours have neither contexts nor plural forms.

    A checkout has no compiled catalogues; a reader of every form that others may have is too slow
    for a command that answers at once.
    """
    entries = ((_unquoted(key), _unquoted(text)) for key, text in _ENTRY.findall(source))
    return {key: text for key, text in entries if key and text}


def _unquoted(quoted: str) -> str:
    text = _BETWEEN.sub("", quoted)[1:-1]
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda escape: _ESCAPED.get(escape[1], escape[1]), text)


def pick_language(*wishes: str | None) -> Language:
    """The first wish that names one of our languages (`ja_JP.UTF-8` is Japanese), else English."""
    for wish in wishes:
        for language in LANGUAGES:
            if wish and wish.lower().replace("-", "_").split("_")[0].split(".")[0] == language:
                return language
    return "en"
