"""The seven Kedro pipelines: thin nodes that join domain functions to datasets."""
