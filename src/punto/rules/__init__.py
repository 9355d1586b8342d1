"""The rules: pure, exact, and nothing but the standard library."""

from punto import interpreted

if interpreted.WANTED:
    interpreted.load("punto.rules.kernel")
