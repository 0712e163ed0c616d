"""What was missed in a chat export, as Markdown, JSON and a page; not part of the default run."""

from streamrecall.pipelines.catchup.pipeline import create_pipeline

__all__ = ["create_pipeline"]
