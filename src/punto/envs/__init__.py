"""Environments for programs that learn to play: PettingZoo, OpenSpiel, and many rounds at once.

`aec` and `vector` need the extra `envs`, `openspiel` needs the extra `openspiel`; each says so when
it is imported without. `observation` needs nothing.
"""

from punto import interpreted

if interpreted.WANTED:
    interpreted.load("punto.envs.rounds")
