"""One file for every revision of the database; none is ever changed once it was released."""
