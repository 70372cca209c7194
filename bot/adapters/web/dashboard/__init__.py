"""The operators' dashboard as pages: it renders records, and hands every act in as an operators' command."""
