"""What is asked beside the table: targets, reach, dangers, where to hide."""
