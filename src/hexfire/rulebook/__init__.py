"""The rulebook: citations, modifiers with their reasons, refusals, and the ledger of all rules."""

from hexfire.rulebook.digits import read_whole
from hexfire.rulebook.ledger import Clause, Ledger, Part, Rule, ledger
from hexfire.rulebook.values import BadInput, Message, Modifier, Param, Refusal, Tally

__all__ = [
    "BadInput",
    "Clause",
    "Ledger",
    "Message",
    "Modifier",
    "Param",
    "Part",
    "Refusal",
    "Rule",
    "Tally",
    "ledger",
    "read_whole",
]
