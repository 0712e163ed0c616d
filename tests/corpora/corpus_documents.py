"""A small valid document in the form of each corpus, and an independent count of its messages."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from streamrecall.corpora.corpora import CORPORA
from streamrecall.corpora.corpus import Corpus


def _locomo() -> Any:
    def turn(number: str, speaker: str, text: str, **more: Any) -> dict[str, Any]:
        return {"speaker": speaker, "dia_id": number, "text": text, **more}

    conversation = {
        "speaker_a": "Ada",
        "speaker_b": "Bo",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            turn("D1:1", "Ada", "I moved to Oslo."),
            turn("D1:2", "Bo", "Show me!"),
            turn("D1:3", "Ada", "Here. ", img_url=["x"], blip_caption="a photo of a fjord"),
        ],
        "session_2_date_time": "12:05 am on 9 May, 2023",
        "session_2": [
            turn("D2:1", "Bo", "Two\nlines", blip_caption="a dog"),
            turn("D2:2", "Bo", ""),
        ],
        "session_3_date_time": "1:00 am on 10 May, 2023",
    }
    qa = [
        {"question": "Where did Ada move?", "answer": "Oslo", "evidence": ["D1:1"], "category": 4},
        {"question": "When?", "answer": 2023, "evidence": ["D1:01; D2:1", "D9:9"], "category": 2},
        {"question": "When?", "adversarial_answer": "May", "evidence": [], "category": 5},
    ]
    return [{"sample_id": "conv-1", "conversation": conversation, "qa": qa}]


def _realtalk() -> Any:
    def message(number: str, speaker: str, text: str, minute: int, **more: Any) -> dict[str, Any]:
        return {
            "clean_text": text,
            "speaker": speaker,
            "date_time": f"29.12.2023, 22:{minute:02d}:04",
            "img_file": [],
            "img_url": [],
            "dia_id": number,
            **more,
        }

    return {
        "name": {"speaker_1": "Emi", "speaker_2": "elise"},
        "session_1": [
            message("D1:1", "Emi", "Hi", 1),
            message("D1:3", "elise", "My\u2060 cat", 2, img_file=["a.jpg"], blip_caption="a cat"),
        ],
        "session_1_date_time": "29.12.2023, 22:01:04",
        "events_session_1": {},
        "session_2": [message("D1:4", "elise", "Bye", 3)],
        "session_2_date_time": "29.12.2023, 22:03:04",
        "qa": [
            {"question": "What does Emi say?", "answer": "Hi", "evidence": ["D1:1"], "category": 1},
            {
                "question": "What of Kate?",
                "answer": "A cat",
                "evidence": ["D1:2", "D1;4", "D58"],
                "category": 3,
            },
        ],
    }


def _meeting(*contents: str) -> Any:
    return {
        "topic_list": [],
        "general_query_list": [{"query": "Summarize the whole meeting.", "answer": "They met."}],
        "specific_query_list": [
            {"query": "What did the manager say?", "answer": "Okay.", "relevant_text_span": [["0", "1"]]}
        ],
        "meeting_transcripts": [
            {"speaker": f"Role {position % 2}", "content": content}
            for position, content in enumerate(contents)
        ],
    }


def evermembench_messages(count: int, date: str = "2025-01-09") -> list[dict[str, Any]]:
    return [
        {
            "speaker": f"P{number % 3}",
            "time": f"{date} 09:{number:02d}:15",
            "dialogue": f"Message {number}",
            "message_index": number,
        }
        for number in range(1, count + 1)
    ]


def _evermembench() -> Any:
    return [
        {
            "topic_id": "01",
            "date": "2025-01-09",
            "dialogues": {
                "Group 1": evermembench_messages(4),
                "Group 2": evermembench_messages(2),
                "Group 3": None,
            },
        },
        {
            "topic_id": "01",
            "date": "2025-01-10",
            "dialogues": {
                "Group 1": evermembench_messages(3, "2025-01-10"),
                "Group 2": None,
                "Group 3": None,
            },
        },
    ]


EVERMEMBENCH_QA: list[dict[str, Any]] = [
    {
        "topic_id": "01",
        "id": "F_SH_Top01_001",
        "Q": "What was message 2?",
        "A": "B",
        "R": [{"date": "2025-01-09", "group": "Group 1", "message_index": "1, 3-4, 8"}],
        "options": {"A": "One", "B": "Two"},
    },
    {
        "topic_id": "01",
        "id": "F_MH_Top01_002",
        "Q": "What was said in both groups?",
        "A": "Messages",
        "R": [
            {"date": "2025-01-09", "group": "Group 1", "message_index": 1},
            {"date": "2025-01-09", "group": "Group 2", "message_index": "2"},
        ],
        "options": None,
    },
]


def _longmemeval() -> Any:
    return [
        {
            "question_id": "q1_abs",
            "question_type": "temporal-reasoning",
            "question": "When did I buy cows?",
            "answer": 7,
            "question_date": "2023/05/30 (Tue) 08:08",
            "haystack_dates": ["2023/05/30 (Tue) 08:29", "2023/05/30 (Tue) 04:10"],
            "haystack_session_ids": ["s2", "s1"],
            "haystack_sessions": [
                [{"role": "user", "content": "Later"}],
                [
                    {"role": "user", "content": "I fixed the fence.", "has_answer": True},
                    {"role": "assistant", "content": "Good.", "has_answer": False},
                ],
            ],
            "answer_session_ids": ["s1", "s9"],
        }
    ]


@dataclass(frozen=True)
class Document:
    """One file of a corpus: how it is written, loaded and counted."""

    corpus: str
    name: str
    content: Any
    messages: Callable[[Any], int]

    def load(self, folder: Path) -> Corpus:
        return CORPORA[self.corpus](folder)

    def write(self, folder: Path, text: str | None = None) -> Path:
        path = folder / self.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(self.content) if text is None else text, encoding="utf-8")
        return path


def _in_sessions(conversation: Any) -> int:
    return sum(
        len(value)
        for key, value in conversation.items()
        if key.startswith("session_") and key.removeprefix("session_").isdecimal()
    )


DOCUMENTS = (
    Document("locomo", "locomo10.json", _locomo(), lambda d: sum(_in_sessions(x["conversation"]) for x in d)),
    Document("realtalk", "Chat_1_Emi_Elise.json", _realtalk(), _in_sessions),
    Document(
        "qmsum",
        "train/ES2002a.json",
        _meeting("Okay . {vocalsound}", "{gap}", "", "Fine"),
        lambda d: len(d["meeting_transcripts"]),
    ),
    Document(
        "evermembench",
        "01/dialogue.json",
        _evermembench(),
        lambda d: sum(len(group or ()) for day in d for group in day["dialogues"].values()),
    ),
    Document(
        "longmemeval",
        "longmemeval_oracle.json",
        _longmemeval(),
        lambda d: sum(len(session) for row in d for session in row["haystack_sessions"]),
    ),
)


def document(corpus: str) -> Document:
    """Return the document of a corpus."""
    return next(d for d in DOCUMENTS if d.corpus == corpus)


def meeting(*contents: str) -> Any:
    """Return a QMSum meeting with these contents."""
    return _meeting(*contents)
