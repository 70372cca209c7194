"""Reader of forms: typed text and buttons become an answer."""
