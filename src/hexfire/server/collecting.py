"""Python's search for garbage in circles stops the process while it looks at all that lives.

With hundreds of tables that is a tenth of a second in which nobody is answered, and it would come
every few seconds of play. So what is there from the beginning is set aside once, and the rest is
looked through seldom: all but little of what play leaves behind is freed without any search.
"""

from __future__ import annotations

import gc

YOUNG, MIDDLE, OLD = 2_000, 5, 100
"""New objects before the young are searched; such searches before the older ones are, and before
all are: at the most a million objects in circles wait for the last."""


def settle() -> None:
    """Call it once in a process that serves or works, when all it begins with has been read."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
