"""Logs on standard error: text for people, or one JSON object per line for programs.

A log line never contains a query string, a cookie, or what a client sent.
"""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, Literal

STANDARD_FIELDS = set(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message"}
"""Fields of every record; all others were added with `extra`."""

LEVELS = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
}

CLIENT_ERRORS = ("Invalid HTTP request", "Unsupported upgrade", "Invalid UTF-8")
"""How uvicorn's lines about bad requests begin: any client could flood the log with them."""

STARTUP_FAILED = "Application startup failed"
"""How uvicorn's line about a failed start begins; the command reports the reason itself."""


def set_up(level: str = "info", style: Literal["text", "json"] = "text") -> None:
    """Send all logs of this process, including uvicorn's, to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if style == "json" else TextFormatter())
    handler.addFilter(remove_query)
    is_debugging = level == "debug"
    if not is_debugging:
        handler.addFilter(is_wanted)
    logging.basicConfig(handlers=[handler], level=LEVELS[level], force=True)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        # Below INFO it logs every frame and every header.
        logger.setLevel(logging.INFO if is_debugging else max(LEVELS[level], logging.WARNING))
    for name in ("asyncio", "websockets", "sqlalchemy", "alembic"):
        logging.getLogger(name).setLevel(logging.WARNING)


def remove_query(record: logging.LogRecord) -> bool:
    """Remove query strings from the paths that uvicorn logs; keep every record."""
    if record.name.startswith("uvicorn") and isinstance(record.args, tuple):
        record.args = tuple(
            part.partition("?")[0] if isinstance(part, str) else part for part in record.args
        )
    return True


def is_wanted(record: logging.LogRecord) -> bool:
    """Return whether to keep a record: some of uvicorn's only help when debugging."""
    return not (
        record.name.startswith("uvicorn")
        and str(record.msg).startswith((*CLIENT_ERRORS, STARTUP_FAILED))
    )


def extra_fields(record: logging.LogRecord) -> dict[str, Any]:
    """Return the fields that were added with `extra`."""
    return {name: value for name, value in record.__dict__.items() if name not in STANDARD_FIELDS}


def utc_time(record: logging.LogRecord) -> str:
    """Format the time of a record in UTC, to the millisecond."""
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


class TextFormatter(logging.Formatter):
    """One line of text: time, level, logger, message, and the extra fields."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 the library's name
        """Format the line; line breaks are escaped, so that nobody can forge a second one."""
        when = utc_time(record).replace("T", " ").replace("+00:00", "Z")
        words = [when, record.levelname.lower(), f"{record.name}:", record.message.rstrip("\n")]
        words += (f"{name}={value}" for name, value in extra_fields(record).items())
        return "".join(
            char if char.isprintable() else char.encode("unicode_escape").decode()
            for char in " ".join(words)
        )


class JsonFormatter(logging.Formatter):
    """One JSON object: time, level, logger, message, extra fields, and an error's traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Format the object; a value that JSON cannot represent is written as its `repr`."""
        content = {
            "time": utc_time(record).replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage().rstrip("\n"),
            **extra_fields(record),
        }
        if record.exc_info:
            content["exception"] = self.formatException(record.exc_info)
        if record.stack_info:
            content["stack"] = self.formatStack(record.stack_info)
        return json.dumps(content, ensure_ascii=False, default=repr)
