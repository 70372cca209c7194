"""The operators' dashboard: who is signed in, and the figures of a realm, kept up to date while somebody looks."""
