"""Remember an endless conversation under a fixed token budget."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from streamrecall.catchup.catch_up import catch_up

__version__ = "0.1.0"
__all__ = ["__version__", "catch_up"]


def __getattr__(name: str) -> Any:
    """Import ``catch_up`` when it is first asked for, so that importing the package costs nothing."""
    if name == "catch_up":
        from streamrecall.catchup.catch_up import catch_up  # noqa: PLC0415

        return catch_up
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
