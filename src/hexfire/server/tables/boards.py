"""Boards that players brought to a table as files: brought into the process before it opens."""

from __future__ import annotations

import asyncio
from typing import Any

from hexfire.boards.handed import boards_of, missing_here
from hexfire.server.files.uploads import take_in
from hexfire.server.storage.boards import BoardFiles, KeptBoards


class BoardsAtTables:
    """The kept boards, as tables need them."""

    def __init__(self, kept: KeptBoards) -> None:
        self._kept = kept

    async def files(self, scenario: Any) -> BoardFiles:
        """The files that a scenario names, as far as they are kept."""
        names = boards_of(scenario)
        return await self._kept.fetch(names) if names else {}

    async def bring(self, scenario: Any) -> None:
        """Have the boards of a table in this process, before its scenario is set up.

        One that is not kept any more is missed, with a sentence, by whoever opens the scenario.
        """
        names = boards_of(scenario)
        if not names:
            return
        await self._kept.came_to(names)
        if missing := missing_here(names):
            # The file was looked through by a bounded reader when it came.
            await asyncio.to_thread(take_in, await self._kept.fetch(missing))
