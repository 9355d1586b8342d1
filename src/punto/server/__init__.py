"""Tables that people share: what a server keeps, decides and tells."""
