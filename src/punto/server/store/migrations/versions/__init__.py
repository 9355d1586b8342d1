"""One file for each revision of the database; none is ever changed after its release."""
