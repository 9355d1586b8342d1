"""The settings of a server, each with its default, its limits and a description.

The descriptions appear in `punto serve --help` and in docs/hosting.md.
"""

import ipaddress
import os
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import Field, SecretStr, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from punto.server.config.values import (
    BasePath,
    BusAddress,
    Database,
    Origins,
    Proxies,
    PublicUrl,
    ServerLanguage,
)
from punto.words import language_of

PREFIX = "PUNTO_"
LOCAL = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 chosen by the user


def setting(description: str, **limits: Any) -> Any:
    """Describe a setting, and limit its values."""
    return Field(description=description, **limits)


RENAMED = {"thinkers": "bot_threads", "watchers_per_table": "spectators_per_table"}
"""Settings by the names that they had in earlier versions. Those are still accepted."""


class Config(BaseSettings):
    """All settings of a server; `loading.load` reads them from all sources."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_ignore_empty=True,
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
    )

    host: Annotated[str, setting("address to listen on", min_length=1)] = LOCAL
    port: Annotated[int, setting("port to listen on; 0: any free port", ge=0, le=65_535)] = 8710
    lan: Annotated[bool, setting("let everybody in the local network play")] = False
    database: Annotated[
        Database,
        setting("path of an SQLite file, or a URL; empty: punto.sqlite in your data folder"),
    ] = ""
    bus: Annotated[
        BusAddress,
        setting("URL of the Redis or Valkey server that connects several nodes"),
    ] = ""
    public_url: Annotated[
        PublicUrl,
        setting("address of the server for links and QR codes; empty: taken from each request"),
    ] = ""
    base_path: Annotated[BasePath, setting("path prefix behind a proxy, as in /game")] = ""
    trusted_proxies: Annotated[
        Proxies, setting("addresses or networks of proxies whose forwarding headers are trusted")
    ] = ()
    allowed_origins: Annotated[
        Origins, setting("origins of other websites whose pages may connect")
    ] = ()
    secure_cookies: Annotated[
        bool | None,
        setting("send cookies over HTTPS only; not set: whenever a request came over HTTPS"),
    ] = None
    secret_key: Annotated[
        Annotated[SecretStr, Field(min_length=16)] | None,
        setting("key that signs cookies; not set: a random one, kept in the database"),
    ] = None
    bot_threads: Annotated[
        int,
        setting(
            "bots that think at the same time; 0: one fewer than there are processors", ge=0, le=256
        ),
    ] = 0
    analysis_processes: Annotated[
        int,
        setting("processes for hints and reviews; 0: one for two processors", ge=0, le=256),
    ] = 0
    memory_limit_mb: Annotated[
        int,
        setting(
            "memory in use, in MB, above which no new work is accepted; 0: 80 % of the control "
            "group's limit, or else half of the machine's memory",
            ge=0,
            le=16_777_216,
        ),
    ] = 0
    grace_seconds: Annotated[
        float,
        setting("seconds that a player may be gone before a bot may stand in", ge=0, le=86_400),
    ] = 30
    preview_language: Annotated[
        ServerLanguage,
        setting("language of link previews; empty: that of the system"),
    ] = ""
    host_away_seconds: Annotated[
        float,
        setting(
            "seconds that the host of a room or a tournament may be gone before another takes over",
            ge=1,
            le=86_400,
        ),
    ] = 120
    answer_seconds: Annotated[
        float,
        setting("seconds that players have to agree to the next match of a room", ge=1, le=3600),
    ] = 20
    open_rooms: Annotated[
        bool, setting("let the host of a room list it on the first page of the server")
    ] = True
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], setting("lowest level that is logged")
    ] = "info"
    log_format: Annotated[
        Literal["text", "json"], setting("plain text, or one JSON object per line")
    ] = "text"

    message_bytes: Annotated[
        int, setting("maximum size of a WebSocket message, in bytes", ge=256, le=65_536)
    ] = 4096
    body_bytes: Annotated[
        int, setting("maximum size of a request body, in bytes", ge=1024, le=1_048_576)
    ] = 16_384
    messages_per_second: Annotated[
        float,
        setting("rate limit for messages of one connection: sustained rate", ge=0.1, le=10_000),
    ] = 20
    messages_burst: Annotated[
        int, setting("rate limit for messages of one connection: burst", ge=1, le=100_000)
    ] = 40
    requests_per_second: Annotated[
        float,
        setting(
            "rate limit for requests of one address: sustained rate, in units of the budget",
            ge=0.1,
            le=100_000,
        ),
    ] = 50
    requests_burst: Annotated[
        int,
        setting(
            "rate limit for requests of one address: burst, in units of the budget",
            ge=1,
            le=1_000_000,
        ),
    ] = 600
    connections: Annotated[
        int, setting("maximum number of open connections", ge=1, le=1_000_000)
    ] = 10_000
    connections_per_address: Annotated[
        int, setting("maximum number of open connections of one address", ge=1, le=1_000_000)
    ] = 100
    waiting_seconds: Annotated[
        float, setting("seconds that a connection may take to send its request", ge=0.1, le=300)
    ] = 10
    tables_per_device: Annotated[
        int, setting("maximum number of new tables of one device per hour", ge=1, le=1_000_000)
    ] = 60
    tables_per_address: Annotated[
        int, setting("maximum number of new tables of one address per hour", ge=1, le=1_000_000)
    ] = 300
    analysis_seconds_per_device: Annotated[
        int,
        setting(
            "processor seconds for hints and reviews of one device per hour", ge=1, le=1_000_000
        ),
    ] = 600
    analysis_seconds_per_address: Annotated[
        int,
        setting(
            "processor seconds for hints and reviews of one address per hour", ge=1, le=1_000_000
        ),
    ] = 1800
    spectators_per_table: Annotated[
        int, setting("maximum number of spectators of one table", ge=0, le=100_000)
    ] = 50
    name_length: Annotated[
        int, setting("maximum length of a player's name, in characters", ge=1, le=64)
    ] = 24
    outbox_bytes: Annotated[
        int,
        setting(
            "bytes that may be queued for a slow client before it is disconnected",
            ge=16_384,
            le=67_108_864,
        ),
    ] = 262_144
    keep_waiting_days: Annotated[
        int,
        setting(
            "days that unused tables whose match is not over are kept; 0: for ever",
            ge=0,
            le=36_500,
        ),
    ] = 30
    keep_finished_days: Annotated[
        int, setting("days that finished matches are kept; 0: for ever", ge=0, le=36_500)
    ] = 0

    @field_validator("*", mode="before")
    @classmethod
    def _reject_booleans(cls, value: Any, info: ValidationInfo) -> Any:
        kind = cls.model_fields[str(info.field_name)].annotation
        if isinstance(value, bool) and kind in (int, float):
            raise ValueError("expected a number")
        return value

    @model_validator(mode="before")
    @classmethod
    def _derive_base_path(cls, data: Any) -> Any:
        if isinstance(data, dict) and not data.get("base_path"):
            link = urlsplit(str(data.get("public_url") or ""))
            if link.netloc and (path := link.path.rstrip("/")):
                return {**data, "base_path": path}
        return data

    @model_validator(mode="after")
    def _reject_contradictions(self) -> Self:
        if self.lan and self.host not in (LOCAL, EVERYWHERE):
            raise ValueError("lan already listens on every address: leave out either lan or host")
        if self.public_url and urlsplit(self.public_url).path != self.base_path:
            raise ValueError("public_url must end with base_path; or leave out base_path")
        return self

    @property
    def listening_host(self) -> str:
        """The address to listen on, with `lan` taken into account."""
        return EVERYWHERE if self.lan else self.host

    @property
    def language_of_previews(self) -> str:
        """The language of link previews."""
        return self.preview_language or language_of(os.environ)

    @property
    def is_local(self) -> bool:
        """Whether only this computer can connect."""
        try:
            return ipaddress.ip_address(self.listening_host).is_loopback
        except ValueError:
            return self.listening_host == "localhost"

    @property
    def database_address(self) -> str:
        """The address of the database; the default file if none is set."""
        return self.database or str(default_database())

    @property
    def bot_thread_count(self) -> int:
        """How many bots may think at the same time, each in a thread."""
        return self.bot_threads or max(1, processor_count() - 1)

    @property
    def analysis_process_count(self) -> int:
        """How many processes analyse."""
        return self.analysis_processes or max(1, processor_count() // 2)


def default_database() -> Path:
    """Return the default file, in the user's data folder."""
    return user_data_path("punto", appauthor=False) / "punto.sqlite"


def processor_count() -> int:
    """Count the processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
