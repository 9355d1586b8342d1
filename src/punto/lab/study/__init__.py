"""A study of the game: series of rounds between bots, and what they say about questions."""
