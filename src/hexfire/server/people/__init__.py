"""Accounts, sessions and turn notification by mail."""
