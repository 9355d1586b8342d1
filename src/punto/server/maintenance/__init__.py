"""Maintenance of the database: the hourly cleanup, and the full check."""
