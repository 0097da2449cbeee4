"""The names of our cookies; alone, as tool workers load no accounts."""

COOKIE = "hexfire_session"
"""Says who is signed in."""
KNOWN = "hexfire_known"
"""Proves that somebody has signed in with this browser: who tries his passwords elsewhere cannot
shut him out."""
KNOWN_FOR = 400 * 86_400
"""Seconds; browsers keep no cookie longer."""
