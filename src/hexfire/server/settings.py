"""What can be set from outside, by environment variables, with defaults that need no set-up."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any

import msgspec

from hexfire.rulebook import BadInput

Network = IPv4Network | IPv6Network


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """How this server runs."""

    database_url: str
    storage_patience: float = 5.0
    """Seconds to wait for the database (its lock, an answer) before it counts as away."""
    host: str = "127.0.0.1"
    port: int = 8000
    secure_cookies: bool = False
    """Set behind HTTPS: cookies are then sent over HTTPS only."""
    max_body: int = 1_000_000
    max_board: int = 16_000_000
    """VASL board files are larger than anything else that is sent."""
    max_message: int = 64_000
    patience: float = 10.0
    """Seconds for the headers of a request, for a piece of its body, for a hello."""
    max_connections: int = 4_000
    """Open connections of all together (and never more than the system allows files)."""
    max_connections_per_address: int = 100
    trusted_proxies: str = ""
    """Addresses or networks, with commas between, whose X-Forwarded-For is believed."""
    max_tables_per_hour: int = 60
    """How many tables one address may open."""
    bot_games_per_hour: int = 1_200
    """How often one address may ask for bot games («is it balanced?»), some seconds each."""
    requests_per_minute: int = 600
    """Of one address, live connections that are opened among them; so are the next two."""
    messages_per_second: int = 100
    """On the average of five seconds; who sends more is not read for a while."""
    logins_per_minute: int = 10
    session_days: int = 30
    """How long a person stays signed in."""
    smtp_url: str = ""
    """The mail server (`smtp://user:password@host:587?starttls=1`); empty: no mail."""
    mail_from: str = "Hexfire <hexfire@localhost>"
    mail_after: int = 120
    """Seconds that a player is to act before he gets a mail."""
    mail_every: float = 15.0
    """Seconds between two looks at who waits."""
    mails_per_hour: int = 10
    """How many mails that confirm an address one address may ask for."""
    metrics: bool = False
    """Whether `/metrics` answers."""
    log: str = "text"
    """How log lines look: `text` for people, `json` for programs."""
    public_url: str = ""
    """How people reach this server, for links in mails."""

    @property
    def home(self) -> str:
        return self.public_url.rstrip("/") or f"http://{self.host}:{self.port}"

    @property
    def proxies(self) -> tuple[Network, ...]:
        return _networks(self.trusted_proxies)

    def trusts(self, address: str) -> bool:
        """Whether it is the address of one of the proxies."""
        try:
            asked = ip_address(address)
        except ValueError:
            return False
        return any(asked in proxy for proxy in self.proxies)

    @property
    def is_postgres(self) -> bool:
        return self.database_url.startswith("postgresql")


BARE = {"host": "HOST", "port": "PORT"}
"""Names of variables that hosts set themselves."""


def variable(setting: str) -> str:
    """The environment variable of a setting."""
    return BARE.get(setting, f"HEXFIRE_{setting.upper()}")


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """Every setting from its variable; an empty one counts as not there.

    SQLite in the user's data folder unless HEXFIRE_DATABASE_URL names another database.
    """
    given = {name: environment.get(variable(name), "") for name in Settings.__struct_fields__}
    values: dict[str, str] = {name: text for name, text in given.items() if text}
    url = values.get("database_url", "")
    if not url:
        home = environment.get("HEXFIRE_HOME") or str(Path.home() / ".local/share/hexfire")
        folder = Path(home)
        folder.mkdir(parents=True, exist_ok=True)
        url = f"sqlite:///{folder / 'hexfire.db'}"
    if url.startswith(("postgres://", "postgresql://")):
        url = "postgresql+psycopg://" + url.split("://", 1)[1]
    read: dict[str, Any] = {"database_url": url}
    for field in msgspec.structs.fields(Settings):
        text = values.get(field.name)
        if text is not None and field.name != "database_url":
            read[field.name] = _read(field.name, text, field.type)
    return Settings(**read)


def _networks(text: str) -> tuple[Network, ...]:
    """Addresses and networks (`10.0.0.0/8`), with commas between."""
    return tuple(ip_network(one.strip()) for one in text.split(",") if one.strip())


def _log_form(text: str) -> None:
    if text not in ("text", "json"):
        raise ValueError


_FORMS = {int: "600", float: "2.5", bool: "1, 0"}
_CHECKED: dict[str, tuple[Callable[[str], object], str]] = {
    "trusted_proxies": (_networks, "127.0.0.1, 10.89.0.0/24"),
    "log": (_log_form, "text, json"),
}
"""Texts that not every text will do for, and an example of each."""


def _read(setting: str, text: str, kind: Any) -> Any:
    check, form = _CHECKED.get(setting, (str, _FORMS.get(kind, "")))
    try:
        value = msgspec.convert(text.strip(), kind, strict=False)
        check(text.strip())
    except ValueError:  # msgspec's ValidationError is one
        value = None
    if value is None or (kind in (int, float) and not 0 <= value < 10**12):
        raise BadInput("server.bad_setting", name=variable(setting), value=text, form=form)
    return value
