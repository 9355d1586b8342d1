"""Training: from nothing to a network that beats a greedy player; resumed, it gives the same."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from punto import MODES
from punto.engine.network import SIDES, network_from
from punto.lab import gate, training, training_work
from punto.lab.gate import RIVALS, Rival, passes, share_against
from punto.lab.training import Plan, Training, random_layout
from punto.lab.training_work import Progress, Verdict, train_networks
from punto.rules.errors import UnreadableError
from punto.rules.kernel import COMPILED

SHORT = Plan(sides=2, fast_rounds=300, exact_rounds=100)


def trained(plan: Plan) -> Training:
    whole = Training(plan)
    while not whole.is_finished:
        whole.learn_until(whole.next_report)
    return whole


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="it takes thousands of rounds")
def test_a_short_training_beats_greedy() -> None:
    network = trained(Plan(sides=2, fast_rounds=6_000, exact_rounds=200)).network()
    greedy = RIVALS[0]
    assert greedy.name == "greedy"
    assert passes(share_against(network, greedy, MODES["2p"], 80, seed=5), greedy, MODES["2p"])


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="it takes hundreds of rounds")
def test_trainings_that_were_interrupted_go_on_to_the_same_networks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "LOTS_A_REPORT", 2)
    monkeypatch.setattr(training_work, "GATE_ROUNDS", 4)
    monkeypatch.setattr(gate, "RIVALS", (replace(RIVALS[0], min_share=0.0),))
    plans = [replace(SHORT, sides=sides) for sides in SIDES]
    with closing(train_networks(plans, tmp_path, jobs=2)) as interrupted:
        first = next(interrupted)
    assert isinstance(first, Progress)
    assert (first.lots, first.rounds) == (2, 200)
    path = tmp_path / f"{first.plan.sides}-sides.training"
    assert Training.load(path, first.plan).done == 2
    resumed = list(train_networks(plans, tmp_path, jobs=2))
    assert sum(news.lots for news in resumed if isinstance(news, Progress)) == 3 * 4
    assert sum(isinstance(news, Verdict) and news.passed for news in resumed) == 3
    for plan in plans:
        straight = trained(plan)
        stored = tmp_path / f"{plan.sides}-sides"
        assert stored.with_suffix(".training").read_bytes() == straight.to_bytes()
        assert stored.with_suffix(".network").read_bytes() == straight.network().to_bytes()
        assert [each["rounds"] for each in straight.history] == [200, 400]
    other = trained(replace(SHORT, seed=2))
    assert other.network().digest != trained(SHORT).network().digest


@pytest.mark.skipif(not COMPILED, reason="it takes hundreds of rounds")
def test_errors_shrink_and_what_was_learned_survives_a_file() -> None:
    done = trained(replace(SHORT, fast_rounds=3_000))
    network = done.network()
    assert network_from(network.to_bytes()).rows == network.rows
    assert network.origin["rounds"] == 3_100
    assert any(network.hidden)
    assert any(network.rows)


def test_another_plan_and_another_file_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "training"
    Training(SHORT).save(path)
    with pytest.raises(UnreadableError, match="another plan"):
        Training.load(path, replace(SHORT, seed=2))
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(UnreadableError, match="another file"):
        Training.load(path, SHORT)
    path.write_text("notes", "utf-8")
    with pytest.raises(UnreadableError, match="another file"):
        Training.load(path, SHORT)


@pytest.mark.parametrize("mode", ["2p", "3p", "4p"])
def test_deals_vary_and_are_whole(mode: str) -> None:
    random, sizes, starters = Random(1), set(), set()
    for _ in range(60):
        layout = random_layout(MODES[mode], random)
        assert layout.bounds[-1] == len(layout.cards) == sum(layout.hidden)
        assert all(layout.owners[layout.cards[place] >> 4] == 0 for place in layout.loose)
        sizes.add(len(layout.cards))
        starters.add(layout.seat)
    assert len(sizes) > 3
    assert starters == set(range(len(MODES[mode].seats)))


def test_the_gate_is_relative_to_a_fair_share() -> None:
    rival = Rival("somebody", RIVALS[0].choose, 1.2)
    assert passes(0.6, rival, MODES["2p"])
    assert not passes(0.59, rival, MODES["2p"])
    assert passes(0.3, rival, MODES["4p"])
