"""What a hit does: To Kill, the IFT on a stack, Guns as targets, ammunition, crews."""
