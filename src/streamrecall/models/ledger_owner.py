"""Who holds a claim on a call, and whether that process still lives."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from uuid import uuid4


def new_owner() -> str:
    """Return a name for this process's claims: host, boot, process id, its start, and a random part."""
    return "|".join([socket.gethostname(), _boot_id(), str(os.getpid()), _started(os.getpid()), uuid4().hex])


def is_dead(owner: str) -> bool:
    """Return True when ``owner`` certainly no longer runs; a process of another host is never certain."""
    host, boot, pid, started, _ = owner.split("|")
    if host != socket.gethostname():
        return False
    if boot != _boot_id():
        return True
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return started != _started(int(pid))


def _boot_id() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


def _started(pid: int) -> str:
    """Return the process's start time in clock ticks, or an empty text where the system does not tell."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return stat.rpartition(")")[2].split()[19]
