"""What lasts: the database, its rows, and the news that other processes wrote."""
