"""Buy a force over HTTP: prices and plans, the agreement, listings, and what one takes on paper."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

import msgspec
from fastapi import FastAPI, Query, Request
from pydantic import Field
from starlette.responses import PlainTextResponse, Response

from hexfire.assist.around import AgreementTold, ListingRead
from hexfire.assist.battles.scenarios import check_board
from hexfire.assist.openings import Given, OpenedBattle, battle_of_purchase
from hexfire.assist.purchase import PlanAsked, PlanReport, PriceAsked, PriceReport, plan, price
from hexfire.assist.purchase.at_table import State, as_toml, order_of_battle, rosters, template
from hexfire.boards import find_in_folder
from hexfire.lang import words
from hexfire.play import Seat
from hexfire.rulebook import Refusal
from hexfire.server.boxes.dyo import DyoBox
from hexfire.server.files import roster_page
from hexfire.server.files.bounded import readers
from hexfire.server.files.roster_sheet import sheet
from hexfire.server.files.uploads import read_listing
from hexfire.server.http.answers import answered, answers
from hexfire.server.http.asker import At, Held, server_of
from hexfire.server.http.bodies import Answer, Body, asked, decoded
from hexfire.server.http.refusals import language_of
from hexfire.server.tables.live import Live

Text = Annotated[str, Field(max_length=40)]
PriceBody = Annotated[dict[str, Any], Field(max_length=20), asked(PriceAsked)]
PlanBody = Annotated[dict[str, Any], Field(max_length=20), asked(PlanAsked)]


class SideTerms(Body):
    """A side: its nation and its points; `team` lists the shares of team-mates instead."""

    nation: Text
    points: Annotated[int, Field(ge=0, le=100_000)] = 0
    team: Annotated[list[int], Field(max_length=8, default_factory=list)]


class AgreementBody(Body):
    """What both players agree before anything is bought (H1.1)."""

    date: Text
    sides: Annotated[list[SideTerms], Field(min_length=2, max_length=2)]
    secret: bool = True
    boards: Annotated[list[Text], Field(max_length=20, default_factory=list)]
    victory: Annotated[str, Field(max_length=2_000)] = ""
    night: bool = False
    place: Text = ""
    weather: Text = ""
    pfk: bool = False
    listing: Annotated[dict[str, Text], Field(max_length=5_000, default_factory=dict)]


def add_to(app: FastAPI) -> None:
    """The routes of the purchase."""

    @app.post("/api/tools/force/price", responses=answers(PriceReport))
    async def price_of(body: PriceBody) -> Answer:
        """What an item costs, part by part with its rules."""
        return answered(await asyncio.to_thread(price, decoded(body, PriceAsked)))

    @app.post("/api/tools/force/plan", responses=answers(PlanReport))
    async def plan_of(body: PlanBody) -> Answer:
        """What a wish list costs, and the exact chance that all its rolls allow it."""
        return answered(await asyncio.to_thread(plan, decoded(body, PlanAsked)))

    @app.get("/api/tools/force/seats", responses=answers(tuple[str, ...]))
    async def seats(agreement: Annotated[str, Query(max_length=400)]) -> Answer:
        """The seats of an agreement in one line: `1943-07 German:800 Soviet:900`."""
        return Answer(DyoBox().seats(agreement))

    @app.post("/api/tools/force/agreement", responses=answers(AgreementTold))
    async def agree(body: AgreementBody) -> Answer:
        """Check an agreement: its seats, and the line by which its table will be listed."""
        name, data = await DyoBox().written(body.model_dump())
        box = DyoBox()
        return Answer(AgreementTold(box.game.seats(box.game.setup(data, {})), name))

    @app.post("/api/tools/force/listing", responses=answers(ListingRead))
    async def listing(request: Request, name: Annotated[str, Query(max_length=200)] = "") -> Answer:
        """A listing of one's own figures (TOML, or CSV by its name), read in a bounded process."""
        data = await request.body()
        return Answer(ListingRead(await read_listing(data, name)))

    @app.get("/api/tools/force/listing/template")
    async def blank() -> Response:
        """A listing to fill in."""
        headers = {"content-disposition": 'attachment; filename="listing.toml"'}
        return PlainTextResponse(template(), media_type="application/toml", headers=headers)

    @app.get("/api/tables/{table}/roster.{form}")
    async def on_paper(
        form: Literal["html", "pdf"],
        live: At,
        held: Held,
        request: Request,
        paper: Literal["a4", "letter"] = "a4",
    ) -> Response:
        """The Rosters that a seat may see, ready to print."""
        html = _page(live, held, language_of(request), paper)
        if form == "html":
            return _file("roster.html", "text/html; charset=utf-8", html.encode())
        return _file("roster.pdf", "application/pdf", await _pdf(html))

    @app.get("/api/tables/{table}/ob.{form}")
    async def both_forces(form: Literal["toml", "json"], live: At) -> Response:
        """Both OB for a tactical table, once neither is secret any more."""
        data = order_of_battle(_purchase(live))
        if form == "json":
            text = msgspec.json.format(msgspec.json.encode(data)) + b"\n"
            return _file("ob.json", "application/json", text)
        return _file("ob.toml", "application/toml", as_toml(data).encode())

    @app.get("/api/tables/{table}/battle", responses=answers(OpenedBattle))
    async def as_battle(
        live: At, request: Request, board: Annotated[str, Query(max_length=300)]
    ) -> Answer:
        """What both bought, as a battle on a board: begun at a table with `written`."""
        purchase = _purchase(live)
        await server_of(request).tables.boards.bring(board)
        await asyncio.to_thread(check_board, board)
        return answered(
            await asyncio.to_thread(battle_of_purchase, purchase, board, Given(), find_in_folder)
        )


def _purchase(live: Live) -> State:
    state = live.playing.state
    if not isinstance(state, State):
        raise Refusal("", "server.no_roster")
    return state


def _page(live: Live, seat: Seat | None, language: str, size: str) -> str:
    state = _purchase(live)
    speak = words(language)
    sheets = [sheet(speak, one) for one in rosters(state, seat)]
    return roster_page.page(speak, sheets, [*state.agreed.items()], paper=size)


async def _pdf(html: str) -> bytes:
    """Made in a bounded process too: it takes a second of work that no table should wait for."""
    return await readers.call(roster_page.pdf, html)


def _file(name: str, media_type: str, data: bytes) -> Response:
    headers: dict[str, Any] = {
        "content-disposition": f'attachment; filename="{name}"',
        "cache-control": "no-store",
    }
    return Response(data, media_type=media_type, headers=headers)
