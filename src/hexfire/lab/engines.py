"""Where many games are played: on this machine's cores, or on a Ray cluster, with equal results."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Any, TypeVar

from hexfire.rulebook import BadInput

J = TypeVar("J")
R = TypeVar("R")

ENGINES = ("local", "ray")


def run(
    work: Callable[[J], R], jobs: Iterable[J], engine: str = "local", workers: int | None = None
) -> Iterator[R]:
    """The results as they come, in no particular order."""
    if engine == "local":
        return _local(work, jobs, workers or os.cpu_count() or 1)
    if engine == "ray":
        return _ray(work, jobs, workers)
    raise BadInput("lab.no_engine", engine=engine, engines=ENGINES)


def _local(work: Callable[[J], R], jobs: Iterable[J], workers: int) -> Iterator[R]:
    if workers == 1:
        yield from map(work, jobs)
        return
    with ProcessPoolExecutor(workers) as pool:
        todo = iter(jobs)
        running: set[Future[R]] = set()
        while True:
            while len(running) < 2 * workers and (job := next(todo, None)) is not None:
                running.add(pool.submit(work, job))
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()


def _ray(work: Callable[[J], R], jobs: Iterable[J], workers: int | None) -> Iterator[R]:
    """An existing cluster (RAY_ADDRESS) if there is one, else a Ray of our own on this machine."""
    try:
        import ray
    except ImportError:
        raise BadInput("lab.no_ray") from None
    ours = not ray.is_initialized()
    if ours:
        address = os.environ.get("RAY_ADDRESS")
        settings: dict[str, Any] = {"address": address} if address else {"num_cpus": workers}
        ray.init(include_dashboard=False, log_to_driver=False, configure_logging=False, **settings)
    try:
        remote = ray.remote(work)
        room = 2 * int(ray.cluster_resources().get("CPU", 1))  # type: ignore[no-untyped-call]
        todo = iter(jobs)
        running: list[Any] = []
        while True:
            while len(running) < room and (job := next(todo, None)) is not None:
                running.append(remote.remote(job))
            if not running:
                return
            done, running = ray.wait(running)
            yield from ray.get(done)
    finally:
        if ours:
            ray.shutdown()
