"""Tests of the rules; what the comparison with the naive model asserts is told in full."""

import pytest

pytest.register_assert_rewrite(f"{__name__}.comparing")
