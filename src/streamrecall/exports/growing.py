"""Turns that grow line by line, joined once at the end so that a long turn costs its length."""

from __future__ import annotations

from streamrecall.exports.message import Draft


class GrowingTurns:
    """Collects drafts and the lines that continue the last one."""

    def __init__(self) -> None:
        self._turns: list[tuple[Draft, list[str]]] = []

    @property
    def last(self) -> Draft | None:
        """The turn that a further line would continue."""
        return self._turns[-1][0] if self._turns else None

    def start(self, draft: Draft) -> None:
        """Begin a turn; its text so far is its first line."""
        self._turns.append((draft, [draft.text]))

    def extend(self, line: str) -> None:
        """Continue the last turn."""
        self._turns[-1][1].append(line)

    def drafts(self) -> list[Draft]:
        """Return the turns with their lines joined and stripped."""
        for draft, lines in self._turns:
            draft.text = "\n".join(lines).strip()
        return [draft for draft, _ in self._turns]
