"""The sections of a scenario file, each read and checked; mistakes go to the notes of its table."""
