"""Services: what a person or a program asks of the rules, below command line and server alike.

They take and return msgspec structs (numbers, `Message`, `Tally`, `Refusal`), never text in a
language. The command line parses and prints, the server decodes, bounds and encodes.
"""
