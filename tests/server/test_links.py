"""Pictures of links: the same one is drawn once."""

from punto.server.links import qr_svg, table_link, table_qr_svg


def test_the_picture_of_a_table_is_drawn_once() -> None:
    link = table_link("https://punto.example", "dhkl-moqr-wxyd")
    before = table_qr_svg.cache_info().misses
    assert table_qr_svg(link) == table_qr_svg(link) == qr_svg(link)
    assert table_qr_svg.cache_info().misses == before + 1
