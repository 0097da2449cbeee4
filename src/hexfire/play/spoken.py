"""Orders typed in Japanese: the same sentence, word by word, in the words that journals keep."""

from __future__ import annotations

import re
from collections.abc import Mapping

_SIGNS = str.maketrans({"　": " ", "、": ",", "：": ":"})
_APART = re.compile(r"(,|\s+)")


class Spoken:
    """The vocabulary of a game's orders in both languages: a verb, and the words behind it.

    >>> folio = Spoken({"attack": "攻撃"}, {"with": "使用"}, also={"突撃": "attack"})
    >>> folio.english("突撃 0914　使用 4/47、12")
    'attack 0914 with 4/47,12'
    >>> folio.japanese("attack 0914 with 4/47, 12")
    '攻撃 0914 使用 4/47, 12'
    """

    def __init__(
        self,
        verbs: Mapping[str, str],
        beside: Mapping[str, str],
        *,
        with_verb: Mapping[tuple[str, str], str] | None = None,
        also: Mapping[str, str] | None = None,
    ) -> None:
        """English to Japanese; `with_verb`: words that mean something else behind that verb.

        `also`: further Japanese words that are understood, with what they mean.
        """
        self._verbs, self._beside, self._with_verb = verbs, beside, with_verb or {}
        self._english = {said: word for word, said in (*beside.items(), *verbs.items())}
        self._english |= {said: word for (_, word), said in self._with_verb.items()}
        self._english |= also or {}
        self._letters = any(said.isascii() for said in self._english)

    def english(self, text: str) -> str:
        """The same as it is read; what is English already stays as it is."""
        if text.isascii() and not self._letters:
            return text
        plain = text.translate(_SIGNS)
        head, colon, _ = plain.partition(":")
        said = text[len(head) + 1 :]  # what a person says behind the colon stays in his signs
        words = (self._english.get(word, word) for word in _APART.split(head))
        return "".join(words) + colon + said

    def japanese(self, text: str) -> str:
        """The same in the rulebook's words, as `english` reads it again."""
        head, colon, said = text.partition(":")
        verb, *rest = _APART.split(head)
        words = [self._verbs.get(verb, verb)]
        for word in rest:
            word = self._with_verb.get((verb, word), self._beside.get(word, word))
            words.append(word)
        return "".join(words) + colon + said
