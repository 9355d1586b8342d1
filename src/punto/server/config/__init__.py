"""The settings of a server: their definition, where they are read from and how they are printed."""
