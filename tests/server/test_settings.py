"""Settings: every one has its variable, its sentence when it is wrong, and its line on the page."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from hexfire.rulebook import BadInput
from hexfire.server.settings import Settings, from_environment, variable

DOCS = Path(__file__).parents[2] / "docs"
FIELDS = {field.name: field for field in msgspec.structs.fields(Settings)}
OTHERS = {str: "something", int: "7", float: "0.5", bool: "1"}
PARTICULAR = {"trusted_proxies": "192.0.2.7, 10.89.0.0/24", "log": "json"}
HERE = {"HEXFIRE_DATABASE_URL": "sqlite://"}


@pytest.mark.parametrize("name", [name for name in FIELDS if name != "database_url"])
def test_every_setting_is_read_from_its_variable(name: str) -> None:
    other = PARTICULAR.get(name, OTHERS[FIELDS[name].type])
    settings = from_environment({**HERE, variable(name): other})
    assert getattr(settings, name) == FIELDS[name].type(other) != FIELDS[name].default
    assert from_environment({**HERE, variable(name): ""}) == from_environment(HERE)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "eight"),
        ("HEXFIRE_PATIENCE", "-1"),
        ("HEXFIRE_METRICS", "maybe"),
        ("HEXFIRE_MAX_BODY", "1e99"),
        ("HEXFIRE_PATIENCE", "nan"),
        ("HEXFIRE_PATIENCE", "inf"),
        ("HEXFIRE_MAX_BODY", "1000000000000"),
        ("HEXFIRE_TRUSTED_PROXIES", "my-proxy"),
        ("HEXFIRE_TRUSTED_PROXIES", "10.89.0.1/24"),
        ("HEXFIRE_LOG", "xml"),
    ],
)
def test_a_wrong_setting_is_told_with_its_name(name: str, value: str) -> None:
    with pytest.raises(BadInput) as refused:
        from_environment({**HERE, name: value})
    assert refused.value.message.key == "server.bad_setting"
    assert dict(refused.value.message.params).items() >= {"name": name, "value": value}.items()


def test_the_addresses_of_proxies_and_no_others_are_trusted() -> None:
    settings = Settings(database_url="", trusted_proxies="192.0.2.7, 10.89.0.0/24,2001:db8::1")
    for proxy in ("192.0.2.7", "10.89.0.255", "2001:db8::1"):
        assert settings.trusts(proxy)
    for other in ("192.0.2.8", "10.89.1.0", "2001:db8::2", "?", "", "192.0.2.7, 192.0.2.8"):
        assert not settings.trusts(other)
    assert not Settings(database_url="").trusts("127.0.0.1")


@pytest.mark.parametrize("written", ["postgres://a@b/c", "postgresql://a@b/c"])
def test_a_postgresql_is_named_as_people_name_it(written: str) -> None:
    settings = from_environment({"HEXFIRE_DATABASE_URL": written})
    assert settings.database_url == "postgresql+psycopg://a@b/c" and settings.is_postgres


def test_links_begin_with_the_public_address() -> None:
    assert Settings(database_url="", public_url="https://a.test/").home == "https://a.test"
    assert Settings(database_url="", port=7).home == "http://127.0.0.1:7"


def test_the_folder_of_the_database_is_made(tmp_path: Path) -> None:
    settings = from_environment({"HEXFIRE_HOME": str(tmp_path / "a" / "b")})
    assert settings.database_url == f"sqlite:///{tmp_path}/a/b/hexfire.db"
    assert (tmp_path / "a" / "b").is_dir() and not settings.is_postgres


@pytest.mark.parametrize("page", ["hosting.md", "ja/hosting.md"])
@pytest.mark.parametrize("name", FIELDS)
def test_the_hosting_page_names_every_setting_and_its_default(name: str, page: str) -> None:
    lines = (DOCS / page).read_text("utf-8").splitlines()
    rows = [line for line in lines if line.startswith(f"| `{variable(name)}` |")]
    assert len(rows) == 1, variable(name)
    default = FIELDS[name].default
    if isinstance(default, int | float) and not isinstance(default, bool):
        assert f"`{default:g}`" in rows[0].replace(",", "") or f"`{default}`" in rows[0]
    elif isinstance(default, str) and default:
        assert f"`{default}`" in rows[0]
