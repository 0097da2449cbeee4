"""The battle: counters on a board, and the rules of chapters C and B9 carried out on them."""
