"""Logs on standard error: lines for people, or one JSON object a line for programs.

What a log line never has: a query string, a cookie, what somebody sent.
"""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, Literal

USUAL = set(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message"}
"""What every record has; the rest are fields that somebody added."""

LEVELS = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}

VISITORS = ("Invalid HTTP request", "Unsupported upgrade", "Invalid UTF-8")
"""How those lines begin that any visitor can have written, as often as they like."""

TOLD = "Application startup failed"
"""How the line begins that says again what whoever started the server is told anyway."""


def set_up(level: str = "info", style: Literal["text", "json"] = "text") -> None:
    """Send all logs of this process, also those of uvicorn, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if style == "json" else Lines())
    handler.addFilter(discreet)
    debugging = level == "debug"
    if not debugging:
        handler.addFilter(quiet)
    logging.basicConfig(handlers=[handler], level=LEVELS[level], force=True)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        # With anything less it writes down every frame and every header.
        logger.setLevel(logging.INFO if debugging else max(LEVELS[level], logging.WARNING))
    for name in ("asyncio", "websockets", "sqlalchemy", "alembic"):
        logging.getLogger(name).setLevel(logging.WARNING)


def discreet(record: logging.LogRecord) -> bool:
    """Cut query strings off the paths that uvicorn logs."""
    if record.name.startswith("uvicorn") and isinstance(record.args, tuple):
        record.args = tuple(
            part.partition("?")[0] if isinstance(part, str) else part for part in record.args
        )
    return True


def quiet(record: logging.LogRecord) -> bool:
    """Leave out what only helps to find errors."""
    return not (record.name.startswith("uvicorn") and str(record.msg).startswith((*VISITORS, TOLD)))


def fields(record: logging.LogRecord) -> dict[str, Any]:
    """Find what was added to a record."""
    return {name: value for name, value in record.__dict__.items() if name not in USUAL}


def time(record: logging.LogRecord) -> str:
    """Tell when it was, in UTC, to the millisecond."""
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


class Lines(logging.Formatter):
    """A line for people: time, level, who, what, and fields with their names."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 the library's name
        """Write the line; nobody can put a second one into it."""
        when = time(record).replace("T", " ").replace("+00:00", "Z")
        words = [when, record.levelname.lower(), f"{record.name}:", record.message.rstrip("\n")]
        words += (f"{name}={value}" for name, value in fields(record).items())
        return "".join(
            sign if sign.isprintable() else sign.encode("unicode_escape").decode()
            for sign in " ".join(words)
        )


class JsonLines(logging.Formatter):
    """One object a line: time, level, logger, message, fields, and the trace of an error."""

    def format(self, record: logging.LogRecord) -> str:
        """Write the object; what JSON cannot hold is written as Python shows it."""
        content = {
            "time": time(record).replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage().rstrip("\n"),
            **fields(record),
        }
        if record.exc_info:
            content["exception"] = self.formatException(record.exc_info)
        if record.stack_info:
            content["stack"] = self.formatStack(record.stack_info)
        return json.dumps(content, ensure_ascii=False, default=repr)
