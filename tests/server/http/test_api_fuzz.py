"""The HTTP interface, fuzzed from its own OpenAPI description: no input makes it fall over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given
from hypothesis import settings as effort
from real_server import free_port, start
from schemathesis.checks import not_a_server_error

from hexfire.server.settings import Settings


@pytest.fixture
def api(settings: Settings) -> Iterator[Any]:
    port = free_port()
    process = start(settings.database_url, port)
    try:
        yield schemathesis.openapi.from_url(f"http://127.0.0.1:{port}/openapi.json")
    finally:
        process.kill()
        process.wait()


def test_no_request_makes_the_server_fall_over(api: Any) -> None:
    tried = 0
    for found in api.get_all_operations():
        operation = found.ok()

        @given(case=operation.as_strategy())
        @effort(
            max_examples=15, deadline=None, database=None, suppress_health_check=list(HealthCheck)
        )
        def request(case: Any) -> None:
            # A busy machine may take its time: slowness is not what is asked here.
            case.call_and_validate(checks=[not_a_server_error], timeout=60)

        request()
        tried += 1
    assert tried >= 15
