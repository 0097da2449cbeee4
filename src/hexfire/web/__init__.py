"""The page: built from `web/` into `static/` here, and served by `hexfire.server`."""
