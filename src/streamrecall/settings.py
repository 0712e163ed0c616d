"""Kedro project settings."""

import os

from streamrecall.hooks import RunReport

os.environ.setdefault("DO_NOT_TRACK", "1")

HOOKS = (RunReport(),)
CONFIG_LOADER_ARGS = {
    "base_env": "base",
    "default_run_env": "local",
    "config_patterns": {"globals": ["globals.yml"]},
    # An environment, and --params with one, change single values of a group and keep the others.
    "merge_strategy": {"parameters": "soft"},
}
