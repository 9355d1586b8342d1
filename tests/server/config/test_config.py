"""Settings: their origins, their validation, and how they are printed."""

import argparse
import tomllib
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from punto.cli._settings import add_config, add_settings, load_settings
from punto.server.config.loading import ConfigError, flag, load, variable
from punto.server.config.settings import Config, default_database
from punto.server.config.text import as_toml


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "punto.toml"
    path.write_text('port = 1111\nname_length = 11\nlog_format = "json"\n', "utf-8")
    return path


def problems(flags: dict[str, Any], **environ: str) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        load(flags, environ=environ)
    return str(caught.value).splitlines()


def test_flags_override_variables_which_override_the_file(file: Path) -> None:
    environ = {"PUNTO_PORT": "2222", "PUNTO_NAME_LENGTH": "22", "PUNTO_CONFIG": str(file)}
    loaded = load({"port": "3333"}, environ=environ)
    config = loaded.config
    assert (config.port, config.name_length, config.log_format) == (3333, 22, "json")
    assert config.connections == 10_000
    assert loaded.origins == {
        "port": "--port",
        "name_length": "PUNTO_NAME_LENGTH",
        "log_format": str(file),
    }


def test_a_named_file_overrides_the_variable(file: Path, tmp_path: Path) -> None:
    environ = {"PUNTO_CONFIG": str(tmp_path / "missing.toml")}
    assert load({}, str(file), environ).config.port == 1111


def test_empty_and_foreign_variables_are_ignored() -> None:
    environ = {"PUNTO_PORT": "", "PUNTO_KERNEL": "interpreted", "PORT": "1"}
    assert load({}, environ=environ).config == Config()


@pytest.mark.parametrize("name", Config.model_fields)
def test_every_setting_has_a_description_a_flag_and_a_variable(name: str) -> None:
    assert Config.model_fields[name].description
    assert flag(name) == "--" + name.replace("_", "-")
    assert variable(name) == "PUNTO_" + name.upper()


def test_settings_are_known_by_their_old_names(tmp_path: Path) -> None:
    file = tmp_path / "old.toml"
    file.write_text("thinkers = 3", "utf-8")
    assert load({}, str(file), {}).config.bot_threads == 3
    assert load({}, environ={"PUNTO_THINKERS": "4"}).config.bot_threads == 4
    parser = argparse.ArgumentParser()
    add_config(parser)
    add_settings(parser)
    assert load_settings(parser.parse_args(["--thinkers", "5"])).config.bot_threads == 5


def test_lists_are_separated_by_commas_or_are_arrays(tmp_path: Path) -> None:
    file = tmp_path / "lists.toml"
    file.write_text('allowed_origins = ["https://A.example:443/", "http://b:81"]', "utf-8")
    config = load({"trusted_proxies": "10.0.0.9/8, ::1"}, str(file), {}).config
    assert config.allowed_origins == ("https://a.example", "http://b:81")
    assert config.trusted_proxies == ("10.0.0.0/8", "::1")


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        ({"port": "x"}, "--port: expected a whole number, got 'x'"),
        ({"port": "65536"}, "--port: expected at most 65535, got '65536'"),
        ({"connections": "0"}, "--connections: expected at least 1, got '0'"),
        ({"port": True}, "--port: expected a number, got True"),
        ({"lan": "perhaps"}, "--lan: expected true or false, got 'perhaps'"),
        ({"log_format": "xml"}, "--log-format: expected 'text' or 'json', got 'xml'"),
        (
            {"trusted_proxies": "home"},
            "--trusted-proxies: expected addresses or networks, as in 127.0.0.1,10.0.0.0/8,"
            " got 'home'",
        ),
        (
            {"allowed_origins": "https://a.example/path"},
            "--allowed-origins: expected origins as in https://example.org,"
            " got 'https://a.example/path'",
        ),
        ({"base_path": "a b"}, "--base-path: expected a path as in /game, got 'a b'"),
        ({"secret_key": "hush"}, "--secret-key: expected at least 16 characters"),
        (
            {"lan": True, "host": "192.0.2.1"},
            "lan already listens on every address: leave out either lan or host",
        ),
        (
            {"public_url": "https://a.example/game", "base_path": "/play"},
            "public_url must end with base_path; or leave out base_path",
        ),
    ],
)
def test_each_invalid_value_is_described_in_one_sentence(
    flags: dict[str, Any], sentence: str
) -> None:
    assert problems(flags) == [sentence]


@pytest.mark.parametrize(
    "url", ["ftp://a", "a.example", "https://", "https://a:b", "https://u@a", "https://a?b"]
)
def test_invalid_links_are_refused(url: str) -> None:
    (sentence,) = problems({"public_url": url})
    assert sentence.startswith("--public-url: expected a link as in https://example.org")


def test_all_problems_are_reported_together() -> None:
    told = problems({"port": "x"}, PUNTO_NAME_LENGTH="0", PUNTO_PROT="1")
    assert sorted(told) == [
        "--port: expected a whole number, got 'x'",
        "PUNTO_NAME_LENGTH: expected at least 1, got '0'",
        "environment: there is no setting 'PUNTO_PROT', did you mean PUNTO_PORT?",
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("prot = 1", "there is no setting 'prot', did you mean port?"),
        ("[server]\nport = 1", "there is no setting 'server'"),
        ("port = true", "port: expected a number, got True"),
        ("port =", "this is not valid TOML: Invalid value (at end of document)"),
    ],
)
def test_an_invalid_file_is_described_in_one_sentence(
    tmp_path: Path, text: str, sentence: str
) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text, "utf-8")
    assert problems({}, PUNTO_CONFIG=str(file)) == [f"{file}: {sentence}"]


def test_a_missing_file_is_described_in_one_sentence(tmp_path: Path) -> None:
    file = str(tmp_path / "none.toml")
    assert problems({}, PUNTO_CONFIG=file) == [f"{file}: No such file or directory"]


def test_messages_never_contain_a_secret() -> None:
    address = "mysql://me:hunter2@host/name"
    told = problems({"database": address, "bus": address, "secret_key": "hunter2"})
    assert len(told) == 3
    assert "hunter2" not in "".join(told)
    with pytest.raises(ValidationError) as caught:
        Config(database=address)
    assert "hunter2" not in str(caught.value)


def test_the_base_path_follows_from_the_link() -> None:
    config = Config(public_url="https://a.example/game/")
    assert (config.public_url, config.base_path) == ("https://a.example/game", "/game")


def test_settings_are_immutable() -> None:
    with pytest.raises(ValidationError):
        Config().port = 1


def test_derived_settings() -> None:
    assert Config().database_address == str(default_database())
    assert Config(database="x.db").database_address == "x.db"
    assert Config().bot_thread_count >= 1
    assert Config(bot_threads=3).bot_thread_count == 3
    assert Config().is_local
    assert Config(host="localhost").is_local
    assert not Config(lan=True).is_local
    assert Config(lan=True).listening_host == "0.0.0.0"
    assert not Config(host="punto.example.org").is_local


def test_settings_printed_as_toml_can_be_loaded_again(tmp_path: Path) -> None:
    flags = {"lan": True, "grace_seconds": "2.5", "trusted_proxies": "::1", "database": 'a"\\\x7f'}
    text = as_toml(load(flags, environ={}))
    file = tmp_path / "again.toml"
    file.write_text(text, "utf-8")
    again = load({}, str(file), {})
    assert again.config == load(flags, environ={}).config
    assert "lan = true  # --lan\n" in text
    assert 'host = "127.0.0.1"  # default\n' in text
    assert again.origins["port"] == str(file)


def test_settings_in_toml_hide_secrets() -> None:
    flags = {
        "database": "postgresql://me:hunter2@host/name?sslpassword=hunter2",
        "bus": "redis://me:hunter2@host:6379/0?password=hunter2",
    }
    text = as_toml(load({**flags, "secret_key": "hunter2" * 9}, environ={}))
    assert "hunter2" not in text
    shown = tomllib.loads(text)
    assert shown["secret_key"] == "***"
    assert shown["database"].startswith("postgresql://me:***@host/name")
    assert shown["bus"] == "redis://me:***@host:6379/0?***"


@pytest.mark.parametrize(
    "address", ["redis://host", "redis://:word@host:6380/1", "rediss://host", "unix:///run/bus"]
)
def test_a_bus_is_a_server_of_redis_or_valkey(address: str) -> None:
    assert Config(bus=address).bus == address


@pytest.mark.parametrize("address", ["host", "http://host", "redis://", "redis://host:port", "a b"])
def test_invalid_bus_addresses_are_refused(address: str) -> None:
    (sentence,) = problems({"bus": address})
    assert sentence.startswith("--bus: bus address: expected redis://HOST:PORT")
