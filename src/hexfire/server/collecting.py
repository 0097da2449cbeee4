"""Python's search for garbage in circles stops the process while it looks at all that lives.

With hundreds of tables that is a tenth of a second in which nobody is answered, and it would come
every few seconds of play. So what is there from the beginning is set aside once, and the rest is
looked through seldom: all but little of what play leaves behind is freed without any search.
"""

from __future__ import annotations

import gc

YOUNG, MIDDLE, OLD = 10_000, 1, 50
"""New objects before the young are searched; such searches before the older ones are, and before
all are: at the most some million objects in circles wait for the last. An action that waits for the
disk is some forty objects: with two hundred tables under way 2,000 young ones were soon together,
and each search went through much that was gone a moment later."""


def settle() -> None:
    """Call it once in a process that serves or works, when all it begins with has been read."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)
