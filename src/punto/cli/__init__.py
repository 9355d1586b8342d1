"""The commands of the program `punto`."""
