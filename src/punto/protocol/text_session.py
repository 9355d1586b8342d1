"""The text protocol, from the engine's side: what each command does, one at a time."""

from collections.abc import Callable, Sequence
from threading import Event
from time import monotonic

import punto
from punto.engine.live_search import LiveSearch
from punto.notation.position import write_position
from punto.protocol.lines import MAX_LINE_BYTES, NO_MOVE, Option, infos_of, read_go, read_number
from punto.protocol.played_position import read_played_position
from punto.rules.errors import PuntoError, TurnError, UnreadableError, Words
from punto.rules.move import Move
from punto.rules.position import Position

SLICE_SECONDS = 0.01
"""How long the search runs between two looks at `stop`."""

FIRST_INFO_SIMULATIONS = 256
"""The first `info` comes after so many simulations, the next ones after twice as many each."""

INFO_INTERVAL_SECONDS = 1.0
"""Long searches tell at least this often what they have found."""

OPTIONS = (
    Option("Seed", "spin", "1", 0, 2**31 - 1),
    Option("MultiPV", "spin", "1", 1, 64),
)

QUERIES = ("card", "gameover", "moves", "p1turn", "position", "result", "roundover", "turn")


class TextSession:
    """An engine with a position and options; `execute` carries out one line.

    Lines are sent through `send`, those that belong together in one call. Whatever comes in, an
    `error` line is the worst answer.
    """

    def __init__(self, send: Callable[..., None]) -> None:
        self.send = send
        self.position: Position | None = None
        self._stop = Event()
        self.options = {option.name: int(option.default or 0) for option in OPTIONS}

    def execute(self, line: str, stop: Event) -> None:
        """Carry out a line; `stop` ends a search that it asks for."""
        words = line.split()
        if not words:
            return
        command, *rest = words
        handler = COMMANDS.get(command)
        if handler is None:
            expected = f"one of {KNOWN_COMMANDS}"
            self.refuse(command, UnreadableError("command", expected=expected, came=command))
            return
        self._stop = stop
        try:
            handler(self, rest)
        except PuntoError as error:
            self.refuse(command, error)
        except Exception as error:  # whatever happens, the client gets an answer
            sentence = f"the engine failed: {type(error).__name__}"
            self.refuse(command, PuntoError("internal-error", sentence))

    def refuse(self, command: str, error: PuntoError) -> None:
        """Tell why a line was not carried out; a client that asked for a move gets none."""
        self.send(error_line(error), *([f"bestmove {NO_MOVE}"] if command == "go" else []))

    def shake_hands(self, _words: Sequence[str], *, ok: str) -> None:
        """Introduce the engine and its options."""
        self.send(
            f"id name Punto {punto.__version__}",
            "id author Punto contributors",
            *map(str, OPTIONS),
            ok,
        )

    def tell_ready(self, _words: Sequence[str]) -> None:
        """Confirm that everything before was carried out."""
        self.send("readyok")

    def set_option(self, words: Sequence[str]) -> None:
        """Change an option: `name NAME value VALUE`."""
        is_pair = len(words) == 4 and (words[0], words[2]) == ("name", "value")
        if not is_pair:
            came = " ".join(words)
            raise UnreadableError("setoption", expected="name NAME value VALUE", came=came)
        for option in OPTIONS:
            if option.name.lower() == words[1].lower():
                assert option.least is not None
                assert option.most is not None
                number = read_number(option.name, words[3], option.least, option.most)
                self.options[option.name] = number
                return
        names = " or ".join(option.name for option in OPTIONS)
        raise UnreadableError("option", expected=names, came=words[1])

    def begin_game(self, _words: Sequence[str]) -> None:
        """Forget the position: another match begins."""
        self.position = None

    def set_position(self, words: Sequence[str]) -> None:
        """Set the position; one that is refused leaves none, so that nobody plays in another."""
        self.position = None
        self.position = read_played_position(words)

    def go(self, words: Sequence[str]) -> None:
        """Search until the budget is used up or `stop` is set, and name the best move."""
        wanted = read_go(words)
        if self.require_position().card is None:
            raise TurnError("no-card-to-place", "nobody has a card to place in this position")
        search = LiveSearch(self.require_position(), wanted.budget, seed=self.options["Seed"])
        best = self.search(search)
        self.send(f"bestmove {best}")

    def search(self, search: LiveSearch) -> Move:
        """Run a search, tell what it finds, and return the best move."""
        next_info, told_at = FIRST_INFO_SIMULATIONS, monotonic()
        while not search.is_done:
            search.run(SLICE_SECONDS, until=next_info)
            if self._stop.is_set():
                break
            if search.simulations >= next_info or monotonic() - told_at > INFO_INTERVAL_SECONDS:
                if search.simulations >= next_info:
                    next_info *= 2
                if search.simulations < search.goal:
                    self.tell(search)
                    told_at = monotonic()
        return self.tell(search)

    def tell(self, search: LiveSearch) -> Move:
        """Send what a search has found so far, and return the best move."""
        milliseconds = round(1000 * search.seconds)
        infos = infos_of(search.analysis(), milliseconds, self.options["MultiPV"])
        self.send(*map(str, infos))
        return infos[0].move

    def query(self, words: Sequence[str]) -> None:
        """Answer a question about the position."""
        what = " ".join(words)
        if what not in QUERIES:
            raise UnreadableError("query", expected=f"one of {', '.join(QUERIES)}", came=what)
        self.send(f"response {answer(self.require_position(), what)}".rstrip())

    def require_position(self) -> Position:
        """Return the position; refuse if there is none."""
        if self.position is None:
            raise TurnError("no-position", "there is no position yet: send `position` first")
        return self.position


def answer(position: Position, what: str) -> str:
    """Answer a question about a position."""
    wins, goal = position.score.wins, position.rounds_to_win
    winner = next((side for side, won in enumerate(wins, start=1) if won >= goal), None)
    if what == "moves":
        card = position.card
        legal = [(cell, position.table[cell] is not None) for cell in position.legal_cells]
        return " ".join(str(Move(card, on_top, cell)) for cell, on_top in legal if card is not None)
    answers = {
        "card": str(position.card or NO_MOVE),
        "gameover": truth(winner is not None),
        "p1turn": truth(position.seat == 1),
        "position": write_position(position),
        "result": NO_MOVE if winner is None else f"p{winner}win",
        "roundover": truth(position.seat is None),
        "turn": str(position.seat or NO_MOVE),
    }
    return answers[what]


def truth(is_true: bool) -> str:
    """Write a truth value as UGI does."""
    return "true" if is_true else "false"


def error_line(error: PuntoError) -> str:
    """Write an error: its code, then its sentence, in one line."""
    plain = "".join(char if char.isprintable() else " " for char in error.sentence)
    return f"error {error.code} {plain}"


def line_too_long() -> PuntoError:
    """Make the error for a line that is longer than either side may send."""
    came = Words("a longer line")
    return UnreadableError("line", expected=f"at most {MAX_LINE_BYTES} bytes", came=came)


def greet(ok: str) -> Callable[[TextSession, Sequence[str]], None]:
    """Make the handler of a handshake that ends with this word."""
    return lambda session, words: session.shake_hands(words, ok=ok)


COMMANDS: dict[str, Callable[[TextSession, Sequence[str]], None]] = {
    "ugi": greet("ugiok"),
    "uci": greet("uciok"),
    "isready": TextSession.tell_ready,
    "setoption": TextSession.set_option,
    "uginewgame": TextSession.begin_game,
    "ucinewgame": TextSession.begin_game,
    "position": TextSession.set_position,
    "go": TextSession.go,
    "query": TextSession.query,
}
KNOWN_COMMANDS = ", ".join((*COMMANDS, "stop", "quit"))
