"""Facts of the table: the questions rules put (`Eyes`), and what units on a board see (`Lookout`).

`Lookout` is in `hexfire.asl.eyes.lookout`: it needs boards, the questions do not.
"""

from hexfire.asl.eyes.questions import Asking, Eyes, Facts, NeedFact, Question, Wants

__all__ = ["Asking", "Eyes", "Facts", "NeedFact", "Question", "Wants"]
