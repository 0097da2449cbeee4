"""Routes of no room in particular: readiness, words, rules, and the games on the shelf."""

from __future__ import annotations

from functools import cache

from fastapi import FastAPI, Request

from hexfire import __version__
from hexfire.assist.around import RuleBook
from hexfire.assist.published import BOARDS
from hexfire.assist.scenarios import ScenarioCard
from hexfire.lang import LANGUAGES, words
from hexfire.rulebook import Refusal, ledger
from hexfire.rulebook.ledger import Rule
from hexfire.server.http.answers import answers
from hexfire.server.http.asker import server_of
from hexfire.server.http.bodies import Answer
from hexfire.server.http.refusals import explain, language_of
from hexfire.server.storage.trouble import StorageAway


@cache
def _of_the_page(language: str) -> dict[str, str]:
    """All texts but those of `/docs`, which the server makes itself."""
    return {key: text for key, text in words(language).texts.items() if not key.startswith("api.")}


def add_to(app: FastAPI) -> None:
    """The routes."""

    @app.get("/healthz")
    async def healthz(request: Request) -> Answer:
        """Ready (200) when the database answers and takes what is written; else 503 and why."""
        try:
            await server_of(request).store.ready()
        except StorageAway as trouble:
            why = explain(trouble, language_of(request))
            return Answer({"ready": False, "version": __version__, **why}, 503)
        damage = server_of(request).store.damaged or None
        return Answer({"ready": True, "version": __version__, "damage": damage})

    @app.get("/api/words/{language}", responses=answers(dict[str, str]))
    async def all_words(language: str, request: Request) -> Answer:
        """Every text of the page in one language."""
        if language not in LANGUAGES:
            raise Refusal("", "core.unknown_language", text=language[:20])
        etag = f'"{__version__}-{language}-{len(words(language).texts)}"'
        if request.headers.get("if-none-match") == etag:
            return Answer(b"", 304, {"etag": etag})
        return Answer(_of_the_page(language), headers={"etag": etag, "cache-control": "no-cache"})

    @app.get("/api/rules", responses=answers(RuleBook))
    async def rules(q: str = "", part: str = "") -> Answer:
        """The ledger: all of it, a part, or what holds the words."""
        book = ledger()
        holding = book.search(q[:200]) if q.strip() else tuple(book.values())
        chosen = [rule for rule in holding if not part or rule.part == part]
        return Answer(RuleBook(tuple(book.parts.values()), tuple(chosen)))

    @app.get("/api/rules/{rule}", responses=answers(Rule))
    async def one_rule(rule: str) -> Answer:
        """One rule of the ledger, in both languages."""
        entry = ledger().find(rule[:40])
        if entry is None:
            raise Refusal("", "core.unknown_rule", text=rule[:40])
        return Answer(entry)

    @app.get("/api/games", responses=answers(dict[str, tuple[ScenarioCard, ...]]))
    async def games(request: Request) -> Answer:
        """The games on the shelf and their scenarios."""
        boxes = server_of(request).boxes
        return Answer({name: box.cards() for name, box in boxes.items()})

    @app.get("/api/games/{game}/{scenario}/board", responses=answers(*BOARDS))
    async def scenario_board(game: str, scenario: str, request: Request) -> Answer:
        """The map of a scenario, before a table is made."""
        boxes = server_of(request).boxes
        if game not in boxes:
            raise Refusal("", "server.no_game", game=game[:40], games=tuple(boxes))
        box = boxes[game]
        return Answer(box.board(box.game.setup(box.scenario(scenario), {})))
