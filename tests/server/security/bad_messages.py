"""Invalid messages, by what is wrong with them."""

import json

PLACE = {"type": "place", "id": "1", "answers": 4, "seat": 1, "cell": "f6"}
BUILT_IN = [
    *("__init__", "__class__", "__del__", "__dict__", "__proto__", "__call__", "constructor"),
    *("toString", "valueOf", "hasOwnProperty", "prototype", "then", "mro", "model_validate"),
    *("exit", "quit", "eval", "exec", "import", "system", "self", "None"),
]
HUGE = ["1e400", "-1e400", "1e-400", "1" + "0" * 1000, "-" + "9" * 500, "NaN", "Infinity", "1.0"]
WRONG = ["null", "true", '"1"', "[]", "[1]", "{}", '{"a": 1}', "-1", "1.5", '""', '"\\ud800"']


def message(**changed: object) -> str:
    return json.dumps({**PLACE, **changed})


def with_field(name: str, raw: str) -> str:
    """Build a message with one raw field."""
    fields = {key: json.dumps(value) for key, value in PLACE.items()} | {name: raw}
    return f"{{{', '.join(f'{json.dumps(key)}: {value}' for key, value in fields.items())}}}"


MESSAGES: dict[str, list[str | bytes]] = {
    "no JSON": [
        *("", " ", "{", "}", "nul", "{]", "'", "\0", "é", "\ufeff{}", "undefined", "NaN", "{1: 2}"),
        *('{"type": "beat",}', '{"type": "beat"} {"type": "beat"}', '{"type": "\\x"}', '"\\ud800'),
    ],
    "no object": ["[]", "null", "1", '"beat"', "true", "[[]]", '[{"type": "beat"}]', "-0", "1e9"],
    "unknown types": [
        *(message(type=name) for name in ("", "unknown", "PLACE", "place ", "Place", "\u0440lace")),
        *(message(type=kind) for kind in (None, 1, True, [], {}, ["place"], {"place": 1})),
    ],
    "names of built-in methods": [
        *(message(type=name) for name in BUILT_IN),
        *(json.dumps({name: 1}) for name in BUILT_IN),
        *(message(**{name: 1}) for name in BUILT_IN),
    ],
    "deep nesting": [
        "[" * 4000,
        "[" * 2000 + "]" * 2000,
        '{"a":' * 600 + "1" + "}" * 600,
        '{"type":' * 400 + '"beat"' + "}" * 400,
        with_field("seat", "[" * 1900 + "]" * 1900),
    ],
    "huge numbers": [
        *(with_field(name, number) for name in ("answers", "seat") for number in HUGE),
        *(with_field("answers", str(number)) for number in (-1, 2**53, 2**63, 2**64, 10**18)),
        *(with_field("seat", str(number)) for number in (-1, 0, 5, 2**31, 2**64)),
        with_field("type", "1e400"),
    ],
    "wrong kinds": [
        *(with_field(name, raw) for name in ("answers", "seat", "type") for raw in WRONG),
        *(with_field("id", raw) for raw in WRONG if raw != '"1"'),
        *(with_field("cell", raw) for raw in WRONG),
    ],
    "wrong words": [
        *(message(id=id_) for id_ in ("", "a b", "x" * 41, "1\n", "é", "\0", "a/b", "1\u2028")),
        *(message(cell=cell) for cell in ("", "z1", "a0", "a12", "F6", "f6 ", "f6\n", "f٦", "f06")),
    ],
    "missing and unknown fields": [
        *(json.dumps({k: v for k, v in PLACE.items() if k != name}) for name in PLACE),
        *(message(**{name: 1}) for name in ("card", "by", "device", "number", "seed", "")),
        '{"type": "beat", "id": "1"}',
        '{"type": "start", "id": "1", "fill": "easy", "seats": []}',
    ],
    "bytes": [b"", b"\0", b'{"type": "beat"}', b"\xff" * 4000],
    "too long": ["x" * 5000, " " * 60_000, json.dumps({**PLACE, "pad": "x" * 50_000})],
}
