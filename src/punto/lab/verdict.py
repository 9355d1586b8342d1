"""What a sequential test has decided, in a sentence."""

from punto.lab.sprt import MIN_DEALS, Course


def sprt_sentence(course: Course, name: str) -> str:
    """Say what was decided about a bot, on what evidence, and how often that may be wrong."""
    test, accepted = course.test, course.accepted
    low, high = test.write(test.low), test.write(test.high)
    share = "" if course.share is None else f", share {100 * course.share:.1f} %"
    limits = " and ".join(f"{limit:.2f}" for limit in test.limits)
    evidence = f"{course.deals} deals{share}, LLR {course.ratio:.2f}, limits {limits}"
    if accepted is None:
        why = f": fewer than {MIN_DEALS} deals" if course.deals < MIN_DEALS else ""
        return f"SPRT {low} or {high}: undecided{why} ({evidence})"
    if accepted == test.high:
        found, error = f"H1 accepted: {name} is at {high} rather than {low}", test.alpha
    else:
        found, error = f"H0 accepted: {name} is at {low} rather than {high}", test.beta
    return f"SPRT {low} or {high}: {found} (error rate {100 * error:.3g} %; {evidence})"
