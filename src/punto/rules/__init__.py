"""The rules: pure, exact, and nothing but the standard library."""
