"""A battle's table as somebody sits at it: what he is told before he decides."""
