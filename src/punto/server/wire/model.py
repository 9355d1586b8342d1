"""The base of all that comes in."""

from pydantic import BaseModel, ConfigDict


class Incoming(BaseModel):
    """Something a client sends: nothing in it is guessed, converted or passed over."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        strict=True,
        hide_input_in_errors=True,
        use_attribute_docstrings=True,
    )
