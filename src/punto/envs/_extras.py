"""Names the extra that is missing, in one sentence."""

from importlib.util import find_spec


def require(module: str, extra: str, *packages: str) -> None:
    """Refuse to import a module of ours if one of these packages is not installed."""
    for package in packages:
        if find_spec(package) is None:
            raise ModuleNotFoundError(
                f"{module} needs {package}, which is not installed: "
                f"run pip install '.[{extra}]' in the source folder of Punto",
                name=package,
            )
