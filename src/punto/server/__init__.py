"""The server: online tables, their log, and everything between them and the network."""
