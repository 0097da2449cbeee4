"""What is fast, and against whom: `make bench` prints one table, ratios first, from one run."""
