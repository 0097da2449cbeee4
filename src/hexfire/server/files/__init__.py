"""Files that come in (read in bounded processes) and files that go out (the Roster)."""
