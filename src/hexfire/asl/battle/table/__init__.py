"""What lies on the table and stands in its rules: pieces, board, clock, secrets, who decides."""
