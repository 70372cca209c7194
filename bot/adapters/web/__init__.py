"""The browser door: pages on which people play and take part in studies, without an account."""
