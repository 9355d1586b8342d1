"""Players that are not people. They see a match as anybody else does: by its view."""
