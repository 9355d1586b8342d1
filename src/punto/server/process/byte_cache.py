"""A cache with a limit in bytes."""

from collections import OrderedDict


class ByteCache:
    """Keeps what was asked for last, up to so many bytes in all."""

    def __init__(self, limit_bytes: int) -> None:
        self.limit_bytes, self.size_bytes = limit_bytes, 0
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def get(self, key: str) -> bytes | None:
        """Find something that was kept."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: str, value: bytes) -> None:
        """Keep something, and let go of what was not asked for the longest time."""
        self.size_bytes += len(value) - len(self._kept.pop(key, b""))
        self._kept[key] = value
        while self.size_bytes > self.limit_bytes:
            _, old = self._kept.popitem(last=False)
            self.size_bytes -= len(old)

    def clear(self) -> None:
        """Forget everything."""
        self._kept.clear()
        self.size_bytes = 0
