"""The server: tables, seats and accounts around the kernel; only a seat's view ever leaves it."""
