"""The base class of everything that comes in."""

from pydantic import BaseModel, ConfigDict


class Incoming(BaseModel):
    """Something a client sends. It is validated strictly: no conversion, no unknown fields."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        strict=True,
        hide_input_in_errors=True,
        use_attribute_docstrings=True,
    )
