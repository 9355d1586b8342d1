"""Playthroughs: a seeded game as readable text, made by OpenSpiel, without its tensors."""

from pathlib import Path

from open_spiel.python.algorithms.generate_playthrough import playthrough

GOLDEN = Path(__file__).parent / "golden"
KEPT = (
    "# ",
    "#\n",
    "IsTerminal",
    "History(",
    "IsChanceNode",
    "CurrentPlayer",
    "InformationStateString(0)",
    "ObservationString(0)",
    "Returns",
    "ChanceOutcomes",
    "LegalActions",
    "StringLegalActions",
    "action:",
)
"""How lines begin that say something about Punto alone, whatever the version of OpenSpiel."""

GAMES = {
    **{f"{mode}.txt": f"python_punto(mode={mode})" for mode in ("2p", "3p", "4p", "teams")},
    "2p-sampled.txt": "python_punto_sampled(mode=2p,rng_seed=3)",
    "3p-nordic.txt": "python_punto(mode=3p,edition=nordic-2019)",
}


def text_of(game: str) -> str:
    """Play a game by a fixed seed, and return its text."""
    lines = playthrough(game, None, seed=1).splitlines(keepends=True)
    return "".join(line for line in lines if line.startswith(KEPT))
