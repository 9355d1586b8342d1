"""Boxes: rectangles of cells, and how far the one around all cards may still grow."""

from punto import Box, Cell

from .pictures import cells


def test_a_box_around_cells_is_the_smallest_that_holds_them() -> None:
    assert Box.around(cells("f6")) == Box(5, 5, 1, 1)
    assert Box.around(iter(cells("f6 d8 g7"))) == Box(left=3, bottom=5, width=4, height=3)


def test_a_box_knows_its_columns_rows_and_cells() -> None:
    box = Box(3, 5, 2, 3)
    assert (box.left, box.right, box.bottom, box.top) == (3, 4, 5, 7)
    assert (list(box.columns), list(box.rows)) == ([3, 4], [5, 6, 7])
    assert tuple(box.cells()) == cells("d8 e8 d7 e7 d6 e6")
    assert all(box.holds(cell) for cell in box.cells())
    assert not any(map(box.holds, cells("c6 f6 d5 d9")))


def test_between_counts_both_ends() -> None:
    assert Box.between(left=3, right=4, bottom=5, top=7) == Box(3, 5, 2, 3)


def test_a_union_holds_both() -> None:
    assert Box(5, 5, 1, 1).union(Box(3, 7, 2, 1)) == Box.around(cells("f6 d8 e8"))


def test_a_box_reaches_as_far_as_six_by_six_allows() -> None:
    assert Box.around([Cell("f6")]).reach() == Box(0, 0, 11, 11)
    assert Box.around(cells("d6 f8")).reach() == Box.around(cells("a3 i11"))
    full = Box(2, 3, 6, 6)
    assert full.reach() == full


def test_a_box_reaches_no_cell_beyond_the_eleven() -> None:
    assert Box.around([Cell("a1")]).reach() == Box(0, 0, 6, 6)
    assert Box.around([Cell("k11")]).reach() == Box(5, 5, 6, 6)
