"""The application: what stands before every request, and the routes of each room."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from hexfire import __version__
from hexfire.server.boxes.box import Boxes
from hexfire.server.http import api_page, general, metrics, page
from hexfire.server.http.guard import Guard
from hexfire.server.http.limits import BodyLimits, LimitBody, SecureHeaders
from hexfire.server.http.reading import read_strictly
from hexfire.server.http.refusals import add_handlers
from hexfire.server.people import account_routes, mail_routes
from hexfire.server.process import Server
from hexfire.server.settings import Settings
from hexfire.server.tables import table_routes
from hexfire.server.tables.socket import live_socket
from hexfire.server.tools import balance, catalogue, purchase, scenario_check
from hexfire.server.tools.elsewhere import Elsewhere


def create_app(settings: Settings, boxes: Boxes) -> FastAPI:
    """The server as an ASGI application."""
    server = Server(settings, boxes)
    app = FastAPI(
        title="Hexfire",
        version=__version__,
        lifespan=server.lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.state.server = server
    read_strictly(app)
    app.add_middleware(Elsewhere, server=server)
    app.add_middleware(GZipMiddleware, minimum_size=1_000)
    app.add_middleware(
        LimitBody,
        limits=BodyLimits(
            longest=settings.max_body,
            uploads=dict.fromkeys(("/api/tools/boards", "/api/tools/vasl"), settings.max_board),
            patience=settings.patience,
        ),
    )
    app.add_middleware(SecureHeaders)
    app.add_middleware(Guard, server=server)
    add_handlers(app)
    general.add_to(app)
    account_routes.add_to(app)
    table_routes.add_to(app)
    catalogue.add_to(app)
    purchase.add_to(app)
    scenario_check.add_to(app)
    balance.add_to(app)
    mail_routes.add_to(app)
    api_page.add_to(app)
    metrics.add_to(app, server.metrics, shown=settings.metrics)
    app.websocket("/api/tables/{table}/live")(live_socket)
    page.add_to(app)
    return app
