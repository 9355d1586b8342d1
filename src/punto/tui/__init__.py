"""The full-screen program in the terminal; needs Textual, the extra `terminal`."""
