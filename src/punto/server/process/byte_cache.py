"""An LRU cache with a limit in bytes."""

from collections import OrderedDict


class ByteCache:
    """Keeps the most recently used values, up to `limit_bytes` in total."""

    def __init__(self, limit_bytes: int) -> None:
        self.limit_bytes, self.size_bytes = limit_bytes, 0
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def get(self, key: str) -> bytes | None:
        """Return a cached value, if there is one."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: str, value: bytes) -> None:
        """Cache a value, and evict those that were unused for the longest time."""
        self.size_bytes += len(value) - len(self._kept.pop(key, b""))
        self._kept[key] = value
        while self.size_bytes > self.limit_bytes:
            _, old = self._kept.popitem(last=False)
            self.size_bytes -= len(old)

    def clear(self) -> None:
        """Evict everything."""
        self._kept.clear()
        self.size_bytes = 0
