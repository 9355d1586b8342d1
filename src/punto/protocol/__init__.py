"""The engine protocol: Punto's engine for other programs, and other engines for Punto.

`Engine` and `AsyncEngine` talk to an engine in another process, `Batch` and `AsyncBatch` let one
analyse many positions at a time; `punto engine` is one. The page docs/protocol.md describes the
lines that they exchange.
"""

from punto.protocol.batch_client import AsyncBatch
from punto.protocol.client import AsyncEngine, Found
from punto.protocol.engine_process import EngineError
from punto.protocol.lines import Info, Option
from punto.protocol.simple import Batch, Engine

__all__ = ["AsyncBatch", "AsyncEngine", "Batch", "Engine", "EngineError", "Found", "Info", "Option"]
