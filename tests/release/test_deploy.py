"""The files for hosts: what they set exists, and behind their proxy nobody counts as another."""

from __future__ import annotations

import re
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from hexfire.server.http.connections import SPARE_FILES, Census
from hexfire.server.settings import Settings, from_environment, variable
from hexfire.server.stopping import AT_LATEST

DEPLOY = Path(__file__).parents[2] / "deploy"
HERE = {"HEXFIRE_DATABASE_URL": "sqlite://"}


def of_compose() -> tuple[dict[str, str], dict[str, Any]]:
    file = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return file["services"]["hexfire"]["environment"], file["networks"]


def of_unit() -> dict[str, str]:
    (line,) = re.findall(
        r"^Environment=(.*)", (DEPLOY / "hexfire.service").read_text("utf-8"), re.M
    )
    return dict(part.split("=", 1) for part in line.split())


@pytest.mark.parametrize("file", sorted(path.name for path in DEPLOY.iterdir()))
def test_every_variable_that_is_named_is_a_setting(file: str) -> None:
    known = {variable(name) for name in Settings.__struct_fields__} | {"HEXFIRE_HOME"}
    beside = {"HEXFIRE_NAME", "HEXFIRE_UPSTREAM"}  # the proxy's own
    named = set(re.findall(r"HEXFIRE_[A-Z_]+", (DEPLOY / file).read_text("utf-8")))
    assert named <= known | beside


def test_the_containers_proxy_is_believed_and_no_other() -> None:
    environment, networks = of_compose()
    (subnet,) = networks["default"]["ipam"]["config"]
    settings = from_environment(
        {**HERE, "HEXFIRE_TRUSTED_PROXIES": environment["HEXFIRE_TRUSTED_PROXIES"]}
    )
    assert settings.proxies == (ip_network(subnet["subnet"]),)
    assert not settings.trusts("192.0.2.7")


def test_the_units_proxy_on_the_same_machine_is_believed() -> None:
    settings = from_environment({**HERE, **of_unit()})
    assert settings.trusts("127.0.0.1") and settings.trusts("::1")
    assert not settings.trusts("192.0.2.7") and not settings.trusts("a socket")


def test_nobody_comes_past_the_proxy() -> None:
    """It alone is seen from outside; cookies go over its HTTPS only; metrics stay inside."""
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]
    assert {name for name, service in services.items() if "ports" in service} == {"proxy"}
    assert services["proxy"]["ports"] == ["80:80", "443:443"]
    for environment in (of_compose()[0], of_unit()):
        assert environment["HEXFIRE_SECURE_COOKIES"] == "1"
    assert of_compose()[0]["HEXFIRE_PUBLIC_URL"].startswith("https://")
    proxy = (DEPLOY / "Caddyfile").read_text("utf-8").split()
    assert " ".join(proxy[proxy.index("@private") :]).startswith(
        "@private path /metrics respond @private 404"
    )


def test_no_password_is_made_up() -> None:
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]
    asked = services["database"]["environment"]["POSTGRES_PASSWORD"]
    assert asked.startswith("${POSTGRES_PASSWORD:?"), "without one it does not start"


def test_it_runs_as_nobody_in_particular() -> None:
    unit = (DEPLOY / "hexfire.service").read_text("utf-8").splitlines()
    for line in ("DynamicUser=yes", "NoNewPrivileges=yes", "ProtectSystem=strict"):
        assert line in unit
    steps = (DEPLOY / "Containerfile").read_text("utf-8").splitlines()
    (user,) = (at for at, step in enumerate(steps) if step.startswith("USER "))
    assert steps[user] == "USER hexfire"
    assert not any(step.startswith(("RUN", "COPY")) for step in steps[user:])


def test_hosts_give_it_the_files_and_the_time_that_it_needs() -> None:
    unit = (DEPLOY / "hexfire.service").read_text("utf-8")
    (files,) = re.findall(r"^LimitNOFILE=(\d+)$", unit, re.M)
    assert int(files) >= Settings(database_url="").max_connections + SPARE_FILES
    (seconds,) = re.findall(r"^TimeoutStopSec=(\d+)$", unit, re.M)
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))["services"]
    for patience in (seconds, services["hexfire"]["stop_grace_period"].removesuffix("s")):
        assert int(patience) > AT_LATEST


def test_a_proxy_of_a_trusted_network_may_bring_more_people_than_one_address() -> None:
    settings = Settings(
        database_url="sqlite://", max_connections_per_address=2, trusted_proxies="10.89.0.0/24"
    )
    census = Census(msgspec.structs.replace(settings, max_connections=9))
    assert [census.come("10.89.0.3") for _ in range(4)] == [True] * 4
    assert [census.come("10.90.0.3") for _ in range(4)] == [True, True, False, False]


def test_nothing_that_is_made_on_this_machine_gets_into_the_image() -> None:
    """Machine code and what was built here would be taken for the image's own."""
    root = DEPLOY.parent
    made, left_out = (
        {
            line.removeprefix("**/").strip("/")
            for line in (root / name).read_text("utf-8").splitlines()
            if line and not line.startswith("#")
        }
        for name in (".gitignore", ".dockerignore")
    )
    assert made | {".git"} == left_out
