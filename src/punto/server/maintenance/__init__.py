"""Jobs around the database: the hourly cleanup and the long check."""
