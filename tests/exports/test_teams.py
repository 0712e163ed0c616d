# ruff: noqa: E501
import io

import docx

from .conftest import rows


def graph(*messages: dict) -> dict:
    base = {"messageType": "message", "replyToId": None, "createdDateTime": "2024-03-04T10:00:00Z",
            "lastEditedDateTime": None, "deletedDateTime": None, "subject": None, "chatId": "19:x", "eventDetail": None,
            "from": {"user": {"id": "1", "displayName": "Ada Kuhn"}, "application": None, "device": None},
            "attachments": [], "mentions": []}  # fmt: skip
    return {
        "@odata.count": len(messages),
        "value": [{**base, "id": str(n), **one} for n, one in enumerate(messages, 1)],
    }


def html(content: str) -> dict:
    return {"contentType": "html", "content": content}


def test_html_bodies_become_words(listed) -> None:
    body = (
        '<div><p>Hi&nbsp;<at id="0">Ben Ferro</at>, see <a href="https://e.example/x" title="x">the plan</a> '
        '<emoji alt="🙂" title="Smile"></emoji> a &lt; b</p><ul><li>keys</li><li><strong>van</strong></li></ul>'
        '<p>bye<br>Ada</p><attachment id="9"></attachment></div>'
    )
    found = listed(graph({"body": html(body)}))
    assert (
        found[0]["text"]
        == "Hi @Ben Ferro, see the plan (https://e.example/x) 🙂 a < b\n- keys\n- van\nbye\nAda"
    )


def test_pointers_files_and_cards(listed) -> None:
    reference = {
        "id": "2",
        "contentType": "messageReference",
        "content": '{"messageId": "2", "messagePreview": "old"}',
    }
    forward = {
        "contentType": "forwardedMessageReference",
        "content": '{"originalMessageContent": "<p>moved</p>", "originalMessageSender": {"user": {"displayName": "Zoë"}}}',
    }
    card = {
        "contentType": "application/vnd.microsoft.card.hero",
        "content": '{"title": "Build", "text": "passed", "facts": [{"name": "Took", "value": "3 min"}]}',
    }
    bot = {"user": None, "application": {"id": "b", "displayName": "CI"}}
    found = listed(
        graph(
            {"body": html('<attachment id="2"></attachment><p>yes</p>'), "attachments": [reference],
             "createdDateTime": "2024-03-04T10:05:00Z"},
            {"body": html("<p>room 4?</p>"), "createdDateTime": "2024-03-04T10:04:00Z"},
            {"body": html('<attachment id="f"></attachment>'), "createdDateTime": "2024-03-04T10:03:00Z",
             "attachments": [{"id": "f", "contentType": "reference", "name": "plan.docx"}]},
            {"body": html("<attachment/>"), "attachments": [card], "from": bot, "createdDateTime": "2024-03-04T10:02:00Z"},
            {"body": html("<attachment/>"), "attachments": [forward], "createdDateTime": "2024-03-04T10:01:00Z"},
            {"body": html("<p>reply</p>"), "replyToId": "99"},
        )
    )  # fmt: skip
    assert [(one["speaker"], one["text"], one["kind"]) for one in found] == [
        ("Ada Kuhn", "reply", "message"),
        ("Ada Kuhn", "moved", "message"),
        ("CI", "Build\npassed\nTook: 3 min", "message"),
        ("Ada Kuhn", "", "media"),
        ("Ada Kuhn", "room 4?", "message"),
        ("Ada Kuhn", "yes", "message"),
    ]
    assert found[0]["reply_to"] == -1
    assert found[1]["forwarded_from"] == "Zoë"
    assert found[3]["media"] == ["plan.docx"]
    assert found[5]["reply_to"] == 4


def test_word_transcript_in_another_language_and_tabs(listed) -> None:
    document = docx.Document()
    document.add_heading("Besprechung")
    document.add_paragraph("6. Mai 2024, 09:01")
    notice = document.add_paragraph()
    notice.add_run("Jörg Weiß").bold = True
    notice.add_run(" hat die Transkription gestartet")
    turn = document.add_paragraph()
    turn.add_run("Jörg Weiß").bold = True
    turn.add_run("\t0:03")
    document.add_paragraph("Um 10:30 dann.")
    document.add_paragraph("Gut?")
    document.add_paragraph("Raum 2   1:02:03\nJa")
    buffer = io.BytesIO()
    document.save(buffer)
    found = listed(buffer.getvalue())
    assert rows(found)[1:] == [
        ("Jörg Weiß", "Um 10:30 dann.\nGut?", "PT3S", "message"),
        ("Raum 2", "Ja", "PT3723S", "message"),
    ]
    assert (found[0]["speaker"], found[0]["kind"], found[0]["time"]) == ("Jörg Weiß", "system", None)


def test_word_transcript_of_plain_labels(listed) -> None:
    document = docx.Document()
    for line in ("Ruta: the crane is booked.", "Emil: good.", "Ruta: fine."):
        document.add_paragraph(line)
    buffer = io.BytesIO()
    document.save(buffer)
    assert [one["speaker"] for one in listed(buffer.getvalue())] == ["Ruta", "Emil", "Ruta"]


def test_mention_over_three_tags_is_one(listed) -> None:
    def mention(number: int, user: str) -> dict:
        return {"id": number, "mentionText": "x", "mentioned": {"user": {"id": user}}}

    body = (
        '<p><at id="0">Ada</at>&nbsp;<at id="1">van</at> <at id="2">Kuhn</at> <at id="3">Ben</at>, look</p>'
    )
    users = [mention(0, "a"), mention(1, "a"), mention(2, "a"), mention(3, "b")]
    assert listed(graph({"body": html(body), "mentions": users}))[0]["text"] == "@Ada van Kuhn @Ben, look"


def test_table_cells_are_kept_apart(listed) -> None:
    body = "<table><tr><td>Mon</td><td>Ada</td></tr><tr><td>Tue</td><td>Ben</td></tr></table>"
    assert listed(graph({"body": html(body)}))[0]["text"] == "Mon Ada\nTue Ben"
