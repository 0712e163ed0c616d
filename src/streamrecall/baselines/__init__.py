"""One memory per file: the diagnostic references and the memory construction baselines."""
