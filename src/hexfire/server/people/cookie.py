"""The name of the cookie that says who is signed in; alone, as tool workers load no accounts."""

COOKIE = "hexfire_session"
