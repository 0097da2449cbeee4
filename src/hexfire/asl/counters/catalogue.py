"""The catalogue: the built-in counters, users' own files merged over them, and how to find one."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import msgspec

from hexfire.asl.counters.models import (
    AnyCounter,
    Gun,
    Leader,
    Squad,
    SupportWeapon,
    Vehicle,
    sort_of,
)
from hexfire.asl.counters.validation import check
from hexfire.asl.nations import nation_called
from hexfire.play import read_text
from hexfire.rulebook import BadInput
from hexfire.rulebook.toml import read_toml

_SECTIONS: dict[str, type[AnyCounter]] = {
    "vehicle": Vehicle,
    "gun": Gun,
    "sw": SupportWeapon,
    "mmc": Squad,
    "smc": Leader,
}
_WORDS = re.compile(r"[0-9]+|[^\W\d_]+")
_LEADER = re.compile(r"^(\d{1,2})([-+])(\d)$")
_HERO = re.compile(r"^\d-\d-(\d{1,2})$")
_NOT_READ = "not linked in the build file"


class Catalogue:
    """Counters by id. Later files win over earlier ones, entry by entry."""

    def __init__(self, counters: Iterable[AnyCounter]) -> None:
        self._by_id: dict[str, AnyCounter] = {counter.id: counter for counter in counters}
        self._halves: dict[str, tuple[int, int] | None] = {}
        self._names: frozenset[str] | None = None

    @classmethod
    def load(cls, extra_files: Iterable[Path | str] = ()) -> Catalogue:
        """The built-in counters and those of the users' files (`docs/catalogue.md`)."""
        counters = dict(_built_in())
        for file in extra_files:
            counters |= _read(read_text(Path(file)), str(file))
        return cls(counters.values())

    def __iter__(self) -> Iterator[AnyCounter]:
        return iter(self._by_id.values())

    def __len__(self) -> int:
        return len(self._by_id)

    def __getitem__(self, counter_id: str) -> AnyCounter:
        return self._by_id[counter_id]

    def known(self, name: str) -> AnyCounter | None:
        """The counter of this id, or the only one of exactly this name; `None` if there is none."""
        if name in self._by_id:
            return self._by_id[name]
        folded = _fold(name)
        named = [one for one in self if folded and _fold(one.name) == folded]
        return named[0] if len(named) == 1 else None

    def is_name(self, text: str) -> bool:
        """Whether counters are called exactly so, with or without their nation before it."""
        if self._names is None:
            names = {_fold(one.name) for one in self}
            self._names = frozenset(names | {_fold(one.nation + one.name) for one in self})
        return _fold(text) in self._names

    def find(self, name: str, nation: str | None = None, year: int | None = None) -> AnyCounter:
        """The one counter of this id or name; a clear refusal when there is none, or several."""
        if name in self._by_id:
            return self._by_id[name]
        wanted = _fold(name)
        if not wanted:
            raise BadInput("effects.unit.none", text=name, near=("—",))
        there = [c for c in self._by_id.values() if _fits(c, nation, year)]
        for same in (
            [c for c in there if wanted in (_fold(c.name), _fold(c.id), _fold(c.nation + c.name))],
            [c for c in there if wanted and _fold(c.name).startswith(wanted)],
            self.search(name, nation, year),
        ):
            if len(same) == 1:
                return same[0]
            if same:
                raise BadInput(
                    "effects.unit.several",
                    text=name,
                    found=tuple(f"{c.name} ({c.nation}, {c.id})" for c in same[:8]),
                    count=len(same),
                )
        raise BadInput("effects.unit.none", text=name, near=self.near(name) or ("—",))

    def search(
        self, text: str, nation: str | None = None, year: int | None = None
    ) -> tuple[AnyCounter, ...]:
        """Every counter whose name, nation, type or id holds all words of `text`."""
        words = text.casefold().split()
        return tuple(
            counter
            for counter in self._by_id.values()
            if _fits(counter, nation, year) and all(_holds(counter, word) for word in words)
        )

    def near(self, name: str) -> tuple[str, ...]:
        """Up to five names that share most with a misspelt one."""
        from difflib import get_close_matches

        names = {_fold(c.name): c.name for c in self._by_id.values()}
        return tuple(names[n] for n in get_close_matches(_fold(name), names, n=5, cutoff=0.6))

    def half_squad_morale(self, squad: Squad) -> tuple[int, int] | None:
        """The Morale Levels, unbroken and broken, of the half-squads that a squad is reduced to.

        Those of its nation, class and Morale Level (of its nation and Morale Level, if its class
        has none). `None` where there are none, or where they do not print the same (R-A7.302).
        """
        if squad.id not in self._halves:
            self._halves[squad.id] = self._half_squad_morale(squad)
        return self._halves[squad.id]

    def _half_squad_morale(self, squad: Squad) -> tuple[int, int] | None:
        like = [
            c
            for c in self._by_id.values()
            if isinstance(c, Squad)
            and c.kind == "hs"
            and (c.nation, c.morale) == (squad.nation, squad.morale)
        ]
        same = [half for half in like if half.unit_class == squad.unit_class] or like
        morales = {(half.morale, half.broken_morale) for half in same}
        morale, broken = morales.pop() if len(morales) == 1 else (0, None)
        return None if broken is None else (morale, broken)


def _fold(text: str) -> str:
    return "".join(_WORDS.findall(text.casefold()))


def _haystack(counter: AnyCounter) -> str:
    return f"{counter.name} {counter.nation} {counter.id} {sort_of(counter)}".casefold()


def _holds(counter: AnyCounter, word: str) -> bool:
    folded = _fold(word)
    return word in _haystack(counter) or bool(folded and folded in _fold(counter.name))


def _fits(counter: AnyCounter, nation: str | None, year: int | None) -> bool:
    if nation is not None:
        meant = nation_called(nation)
        wanted = nation.strip(". ") if meant is None else meant.counter or meant.name
        if not counter.nation.casefold().startswith(wanted.casefold()):
            return False
    if year is None:
        return True
    return (counter.since or year) <= year <= (counter.until or year)


@lru_cache(maxsize=1)
def _built_in() -> Mapping[str, AnyCounter]:
    text = (resources.files("hexfire.asl.counters") / "units.toml").read_text("utf-8")
    return _read(text, "units.toml")


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    """The built-in catalogue."""
    return Catalogue.load()


def _read(text: str, source: str) -> dict[str, AnyCounter]:
    """All entries of a file, each checked; the first bad one is refused by name."""
    try:
        data = read_toml(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput("effects.catalogue.not_toml", file=source, why=str(error)) from None
    unknown = set(data) - set(_SECTIONS) - {"conventions"}
    if unknown:
        raise BadInput(
            "effects.catalogue.section",
            file=source,
            section=sorted(unknown)[0],
            known=tuple(_SECTIONS),
        )
    counters: dict[str, AnyCounter] = {}
    for section, model in _SECTIONS.items():
        entries = data.get(section, [])
        if not isinstance(entries, list):
            raise BadInput(
                "effects.catalogue.section", file=source, section=section, known=tuple(_SECTIONS)
            )
        for entry in entries:
            for plain in _plain(section, entry):
                counter = _convert(plain, model, source)
                if counter.id in counters:
                    raise BadInput("effects.catalogue.twice", file=source, id=counter.id)
                check(counter, source)
                counters[counter.id] = counter
    return counters


def _convert(entry: Mapping[str, Any], model: type[AnyCounter], source: str) -> AnyCounter:
    try:
        return msgspec.convert(entry, model, strict=True)
    except msgspec.ValidationError as error:
        name = str(entry.get("id") or entry.get("name") or entry.get("strength") or "?")
        raise BadInput(
            "effects.catalogue.bad_entry", file=source, entry=name, why=str(error)
        ) from None


def _plain(section: str, entry: Any) -> Iterator[dict[str, Any]]:
    """An entry as its model reads it: ids for counters that have none, one leader per entry."""
    if not isinstance(entry, dict):
        yield {"name": str(entry)}
        return
    plain = dict(entry)
    for key in ("ammo", "ammo_37"):
        if isinstance(plain.get(key), dict):
            plain[key] = tuple(plain[key].items())
    if plain.get("broken_morale") == _NOT_READ:
        plain["broken_morale"] = None
    if section == "smc":
        yield from map(_with_id, _leaders(plain))
    else:
        yield _with_id(plain)


def _leaders(plain: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """One entry per leader: the armor leaders of a nation stand in one; figures by strength."""
    strengths = plain.pop("strengths", None)
    if isinstance(strengths, list):
        for strength in strengths:
            one = {"kind": "armor leader", "strength": strength, "image": ""}
            yield _by_strength(plain | one)
    else:
        yield _by_strength(plain)


def _by_strength(plain: dict[str, Any]) -> dict[str, Any]:
    """«9-1» is morale 9 and leadership −1, «6+1» morale 6 and +1; a hero's «1-4-9» is morale 9."""
    text = str(plain.get("strength", ""))
    figures = _LEADER.match(text)
    if figures:
        drm = int(figures[3]) * (1 if figures[2] == "+" else -1)
        return {"morale": int(figures[1]), "drm": drm} | plain
    hero = _HERO.match(text)
    return {"morale": int(hero[1])} | plain if hero else plain


def _with_id(plain: dict[str, Any]) -> dict[str, Any]:
    """Counters that print no name are told apart by their picture's file, or nation and figures."""
    if not plain.get("id"):
        image = str(plain.get("image", ""))
        name = plain.get("name") or plain.get("strength", "")
        plain["id"] = (
            image.replace("/", "-").removesuffix(".png")
            if image
            else f"{plain.get('nation')} {plain.get('kind', '')} {name}".strip()
        )
    return plain
