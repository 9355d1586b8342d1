"""What people are told when a server is open: where it is, and who can reach it."""

import io
import os
import sys
import threading
import webbrowser
from urllib.parse import urlsplit

from punto.cli.language import say
from punto.cli.output import forgive_signs
from punto.server.config.settings import EVERYWHERE, Config
from punto.server.transport.listening import lan_address

WHITE_ON_BLACK, AS_BEFORE = "\x1b[97;40m", "\x1b[0m"


def welcome(config: Config, browse: bool, link: str) -> None:
    """Print the link, and open it in the browser if that is wanted and can be."""
    forgive_signs()
    shown = config.public_url or (shared(link) if config.lan else link)
    print(say("serve.open", link=shown))
    print(reach(config))
    if config.lan and sys.stdout.isatty():
        print(qr(shown))
    print(say("serve.stop"), flush=True)
    if browse and sys.stdout.isatty():
        open_browser(shown if config.lan else link)


def reach(config: Config) -> str:
    """Say in words who can connect."""
    if config.lan:
        return say("serve.lan")
    if config.is_local:
        return say("serve.local", command="punto serve --lan")
    who = config.listening_host
    if who in (EVERYWHERE, "::"):
        return say("serve.anywhere")
    return say("serve.address", address=who)


def shared(link: str) -> str:
    """Write the link as others in the network can open it."""
    parts = urlsplit(link)
    address = lan_address() or say("serve.this_computer")
    return parts._replace(netloc=f"{address}:{parts.port}").geturl()


def qr(link: str) -> str:
    """Draw a link for the cameras of phones, light on dark whatever the terminal's colours are."""
    import segno  # noqa: PLC0415 only who shares a link needs it

    drawn = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(drawn, border=2, compact=True)
    lines = drawn.getvalue().splitlines()
    return "\n".join(f"{WHITE_ON_BLACK}{line}{AS_BEFORE}" for line in lines)


def open_browser(link: str) -> None:
    """Open a link in a browser with windows, if there is one; the server does not wait for it."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    # Those without windows would take the terminal over.
    if type(browser) is webbrowser.GenericBrowser and "BROWSER" not in os.environ:
        return
    threading.Thread(target=browser.open, args=(link,), daemon=True).start()
