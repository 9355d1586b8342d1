"""Old spellings that still work, with a warning."""

import warnings


def deprecated(old: str, new: str) -> None:
    """Warn the caller of the caller that it uses an old spelling."""
    warnings.warn(f"{old} is deprecated: use {new}", DeprecationWarning, stacklevel=3)
