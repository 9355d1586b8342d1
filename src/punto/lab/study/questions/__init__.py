"""The questions of the study, in the order in which its page answers them."""

from punto.lab.study.answer import Question
from punto.lab.study.questions import (
    cards,
    editions,
    endings,
    fairest_mode,
    first_seat,
    habits,
    length,
    luck,
    missing_card,
    removed_card,
    stronger_player,
    winning_rows,
)

QUESTIONS: dict[str, Question] = {
    question.name: question
    for question in (
        first_seat.QUESTION,
        luck.QUESTION,
        stronger_player.QUESTION,
        endings.QUESTION,
        length.QUESTION,
        cards.QUESTION,
        habits.CENTRE,
        winning_rows.QUESTION,
        habits.COVERING,
        missing_card.QUESTION,
        habits.PLACING_NINES,
        removed_card.QUESTION,
        editions.QUESTION,
        fairest_mode.QUESTION,
    )
}
