"""Results of sessions: logs as files, replays that verify them, and exports."""
