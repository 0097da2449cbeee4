"""Both languages: messages, names and dice requests said to a person in Japanese or English."""

from hexfire.lang.catalogue import LANGUAGES, Words, pick_language, words

__all__ = ["LANGUAGES", "Words", "pick_language", "words"]
