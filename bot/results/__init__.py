"""Results of sessions: logs as files, and proofs that they lead where they say."""
