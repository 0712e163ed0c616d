# ruff: noqa: E501
import json

from .conftest import rows


def node(key: str, parent: str | None, role: str | None = None, text: str = "", **more: object) -> dict:
    content = more.pop("content", {"content_type": "text", "parts": [text]})
    message = None if role is None else {"author": {"role": role}, "create_time": 1709546400, "content": content, "recipient": "all", "metadata": {}, **more}  # fmt: skip
    return {"id": key, "message": message, "parent": parent, "children": []}


def conversation(*nodes: dict, current: str | None, **more: object) -> dict:
    return {
        "title": "T",
        "mapping": {one["id"]: one for one in nodes},
        "current_node": current,
        "id": "c",
        **more,
    }


def test_tools_thinking_pictures_and_citations(read) -> None:
    export = read(
        [
            conversation(
                node("r", None),
                node("u", "r", "user", content={"content_type": "multimodal_text", "parts": [{"content_type": "image_asset_pointer"}, "what is it?"]},
                     metadata={"attachments": [{"name": "shed.jpg"}]}),
                node("t", "u", "assistant", content={"content_type": "thoughts", "thoughts": []}),
                node("k", "t", "assistant", "search()", recipient="browser"),
                node("o", "k", "tool", "results"),
                node("a", "o", "assistant", "A shed. \ue200cite\ue202turn0\ue201"),
                current="a",
            )
        ]
    )  # fmt: skip
    assert [(m.speaker, m.text, m.media) for m in export.messages] == [
        ("user", "what is it?", ("shed.jpg",)),
        ("assistant", "A shed.", ()),
    ]
    assert sum(export.counts.skipped.values()) == 3


def test_without_current_node_and_with_a_circle(listed) -> None:
    a, b = node("a", "b", "user", "x"), node("b", "a", "assistant", "y")
    assert {one["text"] for one in listed([conversation(a, b, current="a")])} == {"x", "y"}
    late = node("n", "m", "assistant", "new", create_time=1709546500)
    found = listed(
        [conversation(node("m", None, "user", "q"), node("o", "m", "assistant", "old"), late, current=None)]
    )
    assert [one["text"] for one in found] == ["q", "new"]


def test_chats_of_one_title_keep_their_turns_apart(read) -> None:
    export = read([conversation(node("a", None, "user", str(n)), current="a", id=f"c{n}") for n in range(2)])
    assert export.conversations == ("T (c0)", "T (c1)")
    assert [m.conversation for m in export.messages] == ["T", "T"]


def test_chat_records_line_by_line(read) -> None:
    lines = [
        {
            "messages": [
                {"role": "system", "content": "Be kind."},
                {"role": "user", "content": [{"type": "text", "text": "hi"}]},
            ]
        },
        {"messages": [{"role": "assistant", "content": "yo"}, {"role": "tool", "content": "42"}]},
    ]
    export = read("\n".join(map(json.dumps, lines)) + "\n{broken\n")
    assert [(m.speaker, m.text, m.kind.value, m.conversation) for m in export.messages] == [
        (None, "Be kind.", "system", "0"),
        ("user", "hi", "message", "0"),
        ("assistant", "yo", "message", "1"),
    ]
    assert export.counts.skipped == {"lines that are not JSON": 1, "tool, thinking and empty turns": 1}


def test_claude_download(listed) -> None:
    found = listed(
        [
            {
                "uuid": "k1",
                "name": "Peas",
                "chat_messages": [
                    {"uuid": "1", "sender": "human", "text": "when?", "created_at": "2024-03-04T10:00:00.5Z"},
                    {
                        "uuid": "2",
                        "sender": "assistant",
                        "text": "April.",
                        "created_at": "2024-03-04T10:00:01Z",
                    },
                ],
            }
        ]
    )
    assert rows(found) == [
        ("user", "when?", "2024-03-04T10:00:00.5Z", "message"),
        ("assistant", "April.", "2024-03-04T10:00:01Z", "message"),
    ]
