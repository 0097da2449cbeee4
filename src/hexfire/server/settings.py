"""What can be set from outside, by environment variables, with defaults that need no set-up."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec


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
    """Addresses, with commas between, whose X-Forwarded-For is believed; empty: nobody's."""
    max_tables_per_hour: int = 60
    bot_games_per_hour: int = 1_200
    """How often one address may ask for bot games («is it balanced?»), some seconds each."""
    requests_per_minute: int = 600
    messages_per_second: int = 50
    logins_per_minute: int = 10
    session_days: int = 30
    smtp_url: str = ""
    """The mail server (`smtp://user:password@host:587?starttls=1`); empty: no mail."""
    mail_from: str = "Hexfire <hexfire@localhost>"
    mail_after: int = 120
    """Seconds that a player is to act before he gets a mail."""
    mail_every: float = 15.0
    """Seconds between two looks at who waits."""
    mails_per_hour: int = 10
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
    def proxies(self) -> frozenset[str]:
        return frozenset(one.strip() for one in self.trusted_proxies.split(",") if one.strip())

    @property
    def is_postgres(self) -> bool:
        return self.database_url.startswith("postgresql")


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """SQLite in the user's data folder unless HEXFIRE_DATABASE_URL names another database."""
    url = environment.get("HEXFIRE_DATABASE_URL", "")
    if not url:
        home = environment.get("HEXFIRE_HOME") or str(Path.home() / ".local/share/hexfire")
        folder = Path(home)
        folder.mkdir(parents=True, exist_ok=True)
        url = f"sqlite:///{folder / 'hexfire.db'}"
    if url.startswith(("postgres://", "postgresql://")):
        url = "postgresql+psycopg://" + url.split("://", 1)[1]
    return Settings(
        database_url=url,
        host=environment.get("HOST", "127.0.0.1"),
        port=int(environment.get("PORT", "8000")),
        secure_cookies=environment.get("HEXFIRE_SECURE_COOKIES", "") == "1",
        trusted_proxies=environment.get("HEXFIRE_TRUSTED_PROXIES", ""),
        smtp_url=environment.get("HEXFIRE_SMTP_URL", ""),
        mail_from=environment.get("HEXFIRE_MAIL_FROM", "Hexfire <hexfire@localhost>"),
        public_url=environment.get("HEXFIRE_PUBLIC_URL", ""),
        metrics=environment.get("HEXFIRE_METRICS", "") == "1",
        log=environment.get("HEXFIRE_LOG", "text"),
    )
