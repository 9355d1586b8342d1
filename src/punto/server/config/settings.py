"""The settings of a server, each with its bounds and with what it is for."""

import ipaddress
import os
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import Field, SecretStr, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from punto.server.config.values import BasePath, BusAddress, Database, Origins, Proxies, PublicUrl

PREFIX = "PUNTO_"
LOCAL = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 asked for by name


def about(description: str, **bounds: Any) -> Any:
    """Say what a setting is for, and what it may be."""
    return Field(description=description, **bounds)


class Config(BaseSettings):
    """Everything that can be set about a server; `configuring.load` reads it from all sources."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_ignore_empty=True,
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
    )

    host: Annotated[str, about("the address to listen on", min_length=1)] = LOCAL
    port: Annotated[
        int, about("the port to listen on; 0 takes any that is free", ge=0, le=65_535)
    ] = 8710
    lan: Annotated[bool, about("let everybody in the same network play")] = False
    database: Annotated[
        Database,
        about("the path of an SQLite file, or a URL; empty: punto.sqlite in your data folder"),
    ] = ""
    bus: Annotated[
        BusAddress,
        about("the URL of the Redis or Valkey server by which several nodes hear each other"),
    ] = ""
    public_url: Annotated[
        PublicUrl, about("how people reach the server, for links and QR codes; empty: found out")
    ] = ""
    base_path: Annotated[
        BasePath, about("what comes before every path behind a proxy, as in /game")
    ] = ""
    trusted_proxies: Annotated[
        Proxies, about("addresses or networks of proxies whose forwarding headers are believed")
    ] = ()
    allowed_origins: Annotated[
        Origins, about("origins of other websites whose pages may connect")
    ] = ()
    secure_cookies: Annotated[
        bool | None, about("send cookies over HTTPS only; not set: wherever people come by HTTPS")
    ] = None
    secret_key: Annotated[
        Annotated[SecretStr, Field(min_length=16)] | None,
        about("signs cookies; without one the database keeps its own"),
    ] = None
    bot_pool: Annotated[
        int, about("bots that think at a time; 0: one less than processors", ge=0, le=256)
    ] = 0
    memory_limit_mb: Annotated[
        int,
        about(
            "memory in use above which no new work is taken; 0: 80 % of the control group's limit, "
            "or else half of the machine's",
            ge=0,
            le=16_777_216,
        ),
    ] = 0
    grace_seconds: Annotated[
        float,
        about("how long somebody may be gone before a bot may hold the seat", ge=0, le=86_400),
    ] = 30
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], about("the least that is logged")
    ] = "info"
    log_format: Annotated[
        Literal["text", "json"], about("lines for people, or one JSON object a line")
    ] = "text"

    message_bytes: Annotated[
        int, about("the longest message on a WebSocket", ge=256, le=65_536)
    ] = 4096
    body_bytes: Annotated[int, about("the longest body of a request", ge=1024, le=1_048_576)] = (
        16_384
    )
    messages_per_second: Annotated[
        float, about("messages of one connection, in the long run", ge=0.1, le=10_000)
    ] = 20
    messages_burst: Annotated[
        int, about("messages of one connection at once", ge=1, le=100_000)
    ] = 40
    requests_per_second: Annotated[
        float, about("units of the budget of one address, in the long run", ge=0.1, le=100_000)
    ] = 50
    requests_burst: Annotated[
        int, about("units of the budget of one address at once", ge=1, le=1_000_000)
    ] = 600
    connections: Annotated[int, about("open connections in all", ge=1, le=1_000_000)] = 10_000
    connections_per_address: Annotated[
        int, about("open connections of one address", ge=1, le=1_000_000)
    ] = 100
    waiting_seconds: Annotated[
        float, about("how long a connection may take to send its request", ge=0.1, le=300)
    ] = 10
    tables_per_device: Annotated[
        int, about("new tables of one device in an hour", ge=1, le=1_000_000)
    ] = 60
    tables_per_address: Annotated[
        int, about("new tables of one address in an hour", ge=1, le=1_000_000)
    ] = 300
    watchers_per_table: Annotated[
        int, about("spectators of one table at a time", ge=0, le=100_000)
    ] = 50
    name_length: Annotated[int, about("the longest name of a player, in signs", ge=1, le=64)] = 24
    outbox_bytes: Annotated[
        int, about("what may wait for a slow reader before it is cut off", ge=16_384, le=67_108_864)
    ] = 262_144
    keep_waiting_days: Annotated[
        int,
        about(
            "how long tables are kept that nobody touches and that are not over; 0: for ever",
            ge=0,
            le=36_500,
        ),
    ] = 30
    keep_finished_days: Annotated[
        int, about("how long finished matches are kept; 0: for ever", ge=0, le=36_500)
    ] = 0

    @field_validator("*", mode="before")
    @classmethod
    def _no_truth_for_a_number(cls, value: Any, info: ValidationInfo) -> Any:
        kind = cls.model_fields[str(info.field_name)].annotation
        if isinstance(value, bool) and kind in (int, float):
            raise ValueError("expected a number")
        return value

    @model_validator(mode="before")
    @classmethod
    def _path_of_the_link(cls, data: Any) -> Any:
        if isinstance(data, dict) and not data.get("base_path"):
            link = urlsplit(str(data.get("public_url") or ""))
            if link.netloc and (path := link.path.rstrip("/")):
                return {**data, "base_path": path}
        return data

    @model_validator(mode="after")
    def _one_story(self) -> Self:
        if self.lan and self.host not in (LOCAL, EVERYWHERE):
            raise ValueError("lan already listens on every address: leave out lan or host")
        if self.public_url and urlsplit(self.public_url).path != self.base_path:
            raise ValueError("public_url must end with base_path, or base_path be left out")
        return self

    @property
    def listening_host(self) -> str:
        """The address to listen on."""
        return EVERYWHERE if self.lan else self.host

    @property
    def is_local(self) -> bool:
        """Whether only this computer can connect."""
        try:
            return ipaddress.ip_address(self.listening_host).is_loopback
        except ValueError:
            return self.listening_host == "localhost"

    @property
    def database_address(self) -> str:
        """Where the database is, also if nobody said."""
        return self.database or str(default_database())

    @property
    def thinker_count(self) -> int:
        """How many bots may think at a time."""
        return self.bot_pool or max(1, processors() - 1)


def default_database() -> Path:
    """Name the file in the user's data folder."""
    return user_data_path("punto", appauthor=False) / "punto.sqlite"


def processors() -> int:
    """Count the processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
