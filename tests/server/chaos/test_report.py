"""The figures of a storm match what happened."""

from punto.server.store.model import EventRow

from .faults import Done
from .guest import Guest, Traveller
from .history import Move
from .report import Report, Wait

LOG = [
    EventRow(1, 1000, "opened", "{}"),
    EventRow(2, 1500, "started", "{}"),
    EventRow(3, 4000, "placed", '{"seat":1}'),
    EventRow(4, 6100, "placed", '{"seat":2,"by":"bot"}'),
    EventRow(5, 6200, "placed", '{"seat":1,"by":"clock"}'),
    EventRow(6, 6300, "placed", '{"seat":2,"by":"bot"}'),
]


def test_moves_silences_and_takeovers_are_read_from_the_log() -> None:
    report = Report()
    report.add_log(LOG)
    assert report.moves == {"person": 1, "bot": 2, "clock": 1}
    assert report.silences == {"person": 2.5, "bot": 2.1, "clock": 0.1}
    assert report.takeovers == 1


def test_waiting_counts_where_a_move_was_acknowledged_while_it_stormed() -> None:
    device = Traveller("http://127.0.0.1:1")
    guests = [Guest(device, "code"), Guest(device, "code")]
    device.visits = 5
    guests[0].refusals = [{"code": "too-late"}]
    for move in (
        Move("Ada", "a", answers=2, sent=1.0, answered=4.0, number=3),
        Move("Ada", "b", answers=3, sent=5.0, answered=5.5, number=4),
        Move("Ada", "late", answers=4, sent=11.0, answered=19.0, number=5),
        Move("Ada", "refused", answers=4, sent=6.0, answered=9.0, code="too-late"),
        Move("Ada", "silent", answers=4, sent=6.0),
        Move("Ada", "sat", answers=0, sent=0.0, answered=9.0, number=2),
    ):
        guests[0].moves[move.id] = move
    report = Report()
    report.add_people(guests, end=10.0)
    assert [wait.seconds for wait in report.waits] == [0.5, 3.0]
    assert (report.people, report.reconnects) == (2, 3)
    assert report.refusals == {"too-late": 1}


def test_the_longest_wait_is_told_with_what_broke_meanwhile() -> None:
    faults = [Done("flood", 0.0, 1.0), Done("fire", 9.0, 11.0), Done("frost", 20.0, 21.0)]
    report = Report(faults=faults, waits=[Wait(0.1, 2.0), Wait(5.0, 10.0)], wrong=["all"])
    text = "\n".join(report.lines())
    assert "the longest 5.00 s, in which: fire at -1.0 s for 2.0 s\n" in text
    assert "faults: 3\n" in text
    assert text.endswith("wrong: 1\n  all")
