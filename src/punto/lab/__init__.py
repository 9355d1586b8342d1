"""Matches by the hundred: who is stronger, by how much, and how sure is that?"""
