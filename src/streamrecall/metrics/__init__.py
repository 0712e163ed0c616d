"""One metric per file, with intervals and tests clustered by dialogue."""
