"""A finger on a touch screen, which drags as slowly as a real one."""

from playwright.sync_api import Locator, Page

STEPS = 6


class Finger:
    """One finger; it stays where it is until it is lifted."""

    def __init__(self, page: Page) -> None:
        self.tools = page.context.new_cdp_session(page)
        self.x = self.y = 0.0

    def _send(self, kind: str) -> None:
        points = [] if kind == "touchEnd" else [{"x": self.x, "y": self.y}]
        self.tools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def press(self, target: Locator) -> None:
        """Touch the middle of something."""
        self.x, self.y = middle(target)
        self._send("touchStart")

    def drag(self, x: float, y: float) -> None:
        """Drag to a point of the screen."""
        right, down = (x - self.x) / STEPS, (y - self.y) / STEPS
        for _ in range(STEPS):
            self.x, self.y = self.x + right, self.y + down
            self._send("touchMove")

    def lift(self) -> None:
        """Let go."""
        self._send("touchEnd")


def middle(target: Locator) -> tuple[float, float]:
    """Find the middle of something on the screen."""
    box = target.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
