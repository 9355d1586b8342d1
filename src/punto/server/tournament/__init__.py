"""The logic of a tournament: people, rounds, pairings, results and standings.

A tournament is the sum of its events, as a room is. `dispatch` finds the function that decides a
command, `effects` applies events to a `tournament.Tournament`, and `tournament_view` makes
everything that clients get. Matches are ordinary tables, or are played on paper.
`matching`, `pairing`, `schedule` and `standings` are plain functions that know nothing of events.
"""
