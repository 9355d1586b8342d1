"""Prints a digest of all that vector environments of every mode show in some steps."""

from hashlib import sha256

from punto.envs.vector import PuntoVectorEnv
from punto.rules.facts import MODES
from punto.rules.kernel import COMPILED

STEPS = 90


def digest(threads: int = 1) -> str:
    """Step environments of every mode, in both ways to begin a new round."""
    total = sha256()
    for mode in MODES:
        for autoreset in ("NextStep", "SameStep"):
            envs = PuntoVectorEnv(
                5, mode=mode, autoreset_mode=autoreset, symmetries=mode != "2p", threads=threads
            )
            shown, _ = envs.reset(seed=7)
            for _ in range(STEPS):
                actions = envs.random_actions()
                shown, *results, infos = envs.step(actions)
                for values in (actions, *shown.values(), *results, infos["rewards"]):
                    total.update(values.tobytes())
                for final in infos.get("final_obs", ()):
                    total.update(b"" if final is None else final["observation"].tobytes())
            envs.close()
    return total.hexdigest()


if __name__ == "__main__":
    print("compiled" if COMPILED else "interpreted", digest())
