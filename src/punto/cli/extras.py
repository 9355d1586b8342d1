"""What only some commands need, and not everybody has installed."""

from importlib.util import find_spec

from punto.rules.errors import PuntoError


def require(module: str, extra: str, what: str) -> None:
    """Refuse to begin what could not be finished for want of a package."""
    if find_spec(module) is None:
        sentence = f'{what} needs {module}, which is not installed: pip install "punto[{extra}]"'
        raise PuntoError("not-installed", sentence, module=module, extra=extra)
