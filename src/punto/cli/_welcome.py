"""What `punto serve` prints when the server is ready: the link, and who can open it."""

import io
import os
import sys
import threading
import webbrowser
from urllib.parse import urlsplit

from punto.cli._language import say
from punto.cli._plain_text import can_print
from punto.server.config.settings import EVERYWHERE, Config
from punto.server.transport.listening import lan_address

WHITE_ON_BLACK, AS_BEFORE = "\x1b[97;40m", "\x1b[0m"


def print_welcome(config: Config, browse: bool, link: str) -> None:
    """Print the link, and open it in the browser if requested and possible."""
    shown = config.public_url or (lan_link(link) if config.lan else link)
    print(say("serve.open", link=shown))
    print(who_can_connect(config))
    if config.lan and sys.stdout.isatty() and can_print(code := qr_text(shown)):
        print(code)
    print(say("serve.stop"), flush=True)
    if browse and sys.stdout.isatty():
        open_browser(shown if config.lan else link)


def who_can_connect(config: Config) -> str:
    """Return a sentence about who can connect."""
    if config.lan:
        return say("serve.lan")
    if config.is_local:
        return say("serve.local", command="punto serve --lan")
    who = config.listening_host
    if who in (EVERYWHERE, "::"):
        return say("serve.anywhere")
    return say("serve.address", address=who)


def lan_link(link: str) -> str:
    """Return the link that others in the network can open."""
    parts = urlsplit(link)
    address = lan_address() or say("serve.this_computer")
    return parts._replace(netloc=f"{address}:{parts.port}").geturl()


def qr_text(link: str) -> str:
    """Return a link as a QR code, light on dark whatever the colours of the terminal are."""
    import segno  # noqa: PLC0415 only needed to share a link

    drawn = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(drawn, border=2, compact=True)
    lines = drawn.getvalue().splitlines()
    return "\n".join(f"{WHITE_ON_BLACK}{line}{AS_BEFORE}" for line in lines)


def open_browser(link: str) -> None:
    """Open a link in a graphical browser, if there is one, without waiting for it."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    # A text browser would take over the terminal.
    if type(browser) is webbrowser.GenericBrowser and "BROWSER" not in os.environ:
        return
    threading.Thread(target=browser.open, args=(link,), daemon=True).start()
