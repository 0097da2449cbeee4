"""`hexfire serve`: Hexfire in the browser."""

from __future__ import annotations

from typing import Annotated

import typer

from hexfire.cli.screen import Json, Lang, screen, text


def add_to(app: typer.Typer) -> None:
    app.command("serve", help=text("server.cli.serve"))(serve)


def serve(
    port: Annotated[int | None, typer.Option("--port", help=text("server.cli.port"))] = None,
    host: Annotated[str | None, typer.Option("--host", help=text("server.cli.host"))] = None,
    workers: Annotated[int, typer.Option("--workers", help=text("server.cli.workers"))] = 1,
    browser: Annotated[bool, typer.Option("--browser", help=text("server.cli.browser"))] = False,
    json: Json = False,
    lang: Lang = None,
) -> None:
    import msgspec

    from hexfire.server.run import serve as run
    from hexfire.server.settings import from_environment
    from hexfire.server.storage.check import Damaged, check

    settings = from_environment()
    settings = msgspec.structs.replace(
        settings, port=port or settings.port, host=host or settings.host
    )
    out = screen()
    # What is wrong with the database is told before anything is served; what is whole is served.
    try:
        check(settings)
    except Damaged as damaged:
        typer.echo(out.words.refusal(damaged), err=True)
    address = f"http://{settings.host}:{settings.port}"
    if out.json:
        out.data({"address": address})
    else:
        out.print(out.say("server.cli.serving", address=address), markup=False)
    run(settings, workers, browser)
