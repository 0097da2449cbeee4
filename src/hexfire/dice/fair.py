"""Fair dice: nobody can foresee or choose a face, and everybody can check all of them afterwards.

Before play the table's keeper draws a secret and publishes its SHA-256 (the commitment). Each
player adds words of his own. Face after face then follows from secret, words and a running number
alone. When the game is over the secret is revealed, and anyone can derive every face again.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import secrets
from collections.abc import Iterable

import msgspec

from hexfire.dice.request import AnyRequest, Choice, Draw


class Commitment(msgspec.Struct, frozen=True):
    """What is published before the first roll: the secret's hash and the players' own words."""

    sha256: str
    words: tuple[str, ...] = ()


def new_secret() -> str:
    """A secret of 256 bits, as hexadecimal text."""
    return secrets.token_hex(32)


def commit(secret: str, words: Iterable[str] = ()) -> Commitment:
    return Commitment(hashlib.sha256(secret.encode()).hexdigest(), tuple(words))


def opens(secret: str, commitment: Commitment) -> bool:
    """Whether this is the secret that was committed to."""
    return hmac.compare_digest(commit(secret).sha256.encode(), commitment.sha256.encode())


class FairStream:
    """The committed faces of one action: `action` is its number or name, which no other shares.

    A face depends on secret, words, action and its position on the tape, on nothing else; so an
    action that waited for a decision, or was played again after an undo, repeats no face.
    """

    def __init__(self, secret: str, words: Iterable[str], action: int | str) -> None:
        self._secret, self._words, self._action = secret, tuple(words), action
        self._key: bytes | None = None

    def faces(self, request: AnyRequest, at: int) -> tuple[int, ...]:
        """The answer to a request at position `at` of the action's tape."""
        if isinstance(request, Choice):
            raise TypeError("a choice is never left to the dice")
        if isinstance(request, Draw):
            number = self._below(sum(count for _, count in request.pile), at)
            for kind, (_, count) in enumerate(request.pile):
                if number < count:
                    return (kind,)
                number -= count
        low = request.lowest
        sizes = enumerate(request.sizes(), start=at)
        return tuple(low + self._below(size - low + 1, place) for place, size in sizes)

    def _mixed(self) -> bytes:
        """Secret and words in one; most actions roll nothing and never ask for it."""
        if self._key is None:
            # Lengths are part of the text, so that ("ab", "c") and ("a", "bc") differ.
            mixed = "".join(f"{len(word)}:{word}" for word in self._words)
            self._key = _keyed(self._secret.encode(), mixed.encode())
        return self._key

    def _below(self, limit: int, at: int) -> int:
        """A number from 0 to limit-1, every one equally likely (no modulo bias)."""
        fair = (1 << 64) - (1 << 64) % limit
        for attempt in itertools.count():
            text = f"{self._action}/{at}/{attempt}".encode()
            number = int.from_bytes(_keyed(self._mixed(), text)[:8], "big")
            if number < fair:
                break
        return number % limit


def _keyed(key: bytes, text: bytes) -> bytes:
    """HMAC-SHA256. Not `hmac.digest`: for two microseconds of work it gives up Python's lock, and
    a server that plays while another thread writes then waits for it."""
    return hmac.new(key, text, "sha256").digest()
