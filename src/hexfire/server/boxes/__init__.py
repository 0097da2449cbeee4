"""Game boxes: what the server knows of each game beyond the kernel's contract."""
