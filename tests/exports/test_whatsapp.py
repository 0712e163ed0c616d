# ruff: noqa: E501, RUF001
import pytest

from .conftest import rows

LRM = "\u200e"
NNBSP = "\u202f"

LOCALES = {
    "German": (
        "05.03.24, 18:17 - Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt.\n"
        "05.03.24, 18:18 - Jörg Weiß hat die Gruppe „Ausflug: Harz“ erstellt\n"
        "05.03.24, 18:19 - Jörg Weiß: <Medien ausgeschlossen>\n"
        "05.03.24, 18:20 - Ute: Diese Nachricht wurde gelöscht.\n"
        "06.03.24, 08:00 - Ute: Kommt ihr? <Diese Nachricht wurde bearbeitet.>\n"
        "06.03.24, 08:01 - Ute: IMG-20240306-WA0001.jpg (Datei angehängt)\nschönes Bild\n",
        [
            (
                None,
                "Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt.",
                "2024-03-05T18:17:00",
                "system",
            ),
            (None, "Jörg Weiß hat die Gruppe „Ausflug: Harz“ erstellt", "2024-03-05T18:18:00", "system"),
            ("Jörg Weiß", "", "2024-03-05T18:19:00", "media"),
            ("Ute", "", "2024-03-05T18:20:00", "deleted"),
            ("Ute", "Kommt ihr?", "2024-03-06T08:00:00", "message"),
            ("Ute", "schönes Bild", "2024-03-06T08:01:00", "message"),
        ],
    ),
    "French": (
        "12/03/2024 à 18:18 - Zoé a changé l'objet : « Sortie : lac »\n"
        "12/03/2024 à 18:19 - Zoé: <Médias omis>\n"
        "12/03/2024 à 18:20 - Rémy: Vous avez supprimé ce message\n"
        "12/03/2024 à 18:21 - Rémy: ok : demain\n",
        [
            (None, "Zoé a changé l'objet : « Sortie : lac »", "2024-03-12T18:18:00", "system"),
            ("Zoé", "", "2024-03-12T18:19:00", "media"),
            ("Rémy", "", "2024-03-12T18:20:00", "deleted"),
            ("Rémy", "ok : demain", "2024-03-12T18:21:00", "message"),
        ],
    ),
    "Portuguese": (
        '12/03/2024 18:18 - João criou o grupo "Viagem: sul"\n'
        "12/03/2024 18:19 - João: <Mídia oculta>\n"
        "12/03/2024 18:20 - Inês: Mensagem apagada\n"
        "12/03/2024 18:21 - Inês: PTT-20240312-WA0001.opus (arquivo anexado)\n",
        [
            (None, 'João criou o grupo "Viagem: sul"', "2024-03-12T18:18:00", "system"),
            ("João", "", "2024-03-12T18:19:00", "media"),
            ("Inês", "", "2024-03-12T18:20:00", "deleted"),
            ("Inês", "", "2024-03-12T18:21:00", "media"),
        ],
    ),
    "Hindi": (
        "12/03/24, 6:18 pm - राहुल: <मीडिया के बिना>\n"
        "12/03/24, 6:20 अपराह्न - सीमा: यह मैसेज मिटा दिया गया\n"
        "13/03/24, 12:05 am - सीमा: ठीक है: कल\n",
        [
            ("राहुल", "", "2024-03-12T18:18:00", "media"),
            ("सीमा", "", "2024-03-12T18:20:00", "deleted"),
            ("सीमा", "ठीक है: कल", "2024-03-13T00:05:00", "message"),
        ],
    ),
    "Hebrew": (
        "12.3.2024, 18:17 - ההודעות והשיחות מוצפנות מקצה לקצה.\n"
        "12.3.2024, 18:19 - דנה לוי: <המדיה לא נכללה>\n"
        "13.3.2024, 18:20 - \u200fיוסי: טוב\n",
        [
            (None, "ההודעות והשיחות מוצפנות מקצה לקצה.", "2024-03-12T18:17:00", "system"),
            ("דנה לוי", "", "2024-03-12T18:19:00", "media"),
            ("יוסי", "טוב", "2024-03-13T18:20:00", "message"),
        ],
    ),
    "Japanese": (
        "2024/03/12 18:18 - 田中 花子: <メディアなし>\n"
        "2024/03/12 18:19 - 佐藤: このメッセージは削除されました\n"
        "2024/03/12 18:20 - 佐藤: 明日: 9時\n",
        [
            ("田中 花子", "", "2024-03-12T18:18:00", "media"),
            ("佐藤", "", "2024-03-12T18:19:00", "deleted"),
            ("佐藤", "明日: 9時", "2024-03-12T18:20:00", "message"),
        ],
    ),
    "Korean": (
        "2024. 3. 12. 오후 6:17 - 김민지: <미디어 파일 제외됨>\n2024. 3. 13. 오전 12:05 - 이준: 네\n",
        [("김민지", "", "2024-03-12T18:17:00", "media"), ("이준", "네", "2024-03-13T00:05:00", "message")],
    ),
    "Chinese": (
        "2024/3/12 下午6:17 - 王小明: <省略多媒体文件>\n2024/3/13 上午12:05 - 李: 此消息已被删除\n",
        [("王小明", "", "2024-03-12T18:17:00", "media"), ("李", "", "2024-03-13T00:05:00", "deleted")],
    ),
    "Russian": (
        "12.03.2024, 18:18 - Иван: <Без медиафайлов>\n12.03.2024, 18:19 - Аня: да: конечно\n",
        [
            ("Иван", "", "2024-03-12T18:18:00", "media"),
            ("Аня", "да: конечно", "2024-03-12T18:19:00", "message"),
        ],
    ),
    "Finnish": (
        "12.3.2024 klo 18.17 - Väinö: terve\n",
        [("Väinö", "terve", "2024-03-12T18:17:00", "message")],
    ),
    "Hungarian": (
        "2024. 03. 12. du. 6:17 - Éva: szia\n",
        [("Éva", "szia", "2024-03-12T18:17:00", "message")],
    ),
    "Vietnamese": (
        "18:17, 12/03/2024 - Lan: được: mai\n",
        [("Lan", "được: mai", "2024-03-12T18:17:00", "message")],
    ),
    "Croatian": ("12. 03. 2024. 18:17 - Jan: da\n", [("Jan", "da", "2024-03-12T18:17:00", "message")]),
    "Greek": ("13/3/24, 6:17 μ.μ. - Άννα: ναι\n", [("Άννα", "ναι", "2024-03-13T18:17:00", "message")]),
    "Bulgarian": ("12.03.2024 г., 18:17 - Ива: да\n", [("Ива", "да", "2024-03-12T18:17:00", "message")]),
    "Persian": ("۲۰۲۴/۳/۱۲،\u200f ۱۸:۱۷ - رضا: سلام\n", [("رضا", "سلام", "2024-03-12T18:17:00", "message")]),
    "Thai": ("12/3/2567 18:17 - นก: ได้\n", [("นก", "ได้", "2024-03-12T18:17:00", "message")]),
    "old iPhone": (
        "13/02/15 08:12:14: Ana: hi\n13/02/15 08:12:15: Bob: yo: ok\nmore\n",
        [
            ("Ana", "hi", "2015-02-13T08:12:14", "message"),
            ("Bob", "yo: ok\nmore", "2015-02-13T08:12:15", "message"),
        ],
    ),
}


@pytest.mark.parametrize("locale", LOCALES)
def test_android_and_old_exports_of_a_locale(listed, locale: str) -> None:
    content, expected = LOCALES[locale]
    assert rows(listed(content)) == expected


def test_iphone_lines_by_what_the_product_marks(listed) -> None:
    day = "3/7/24, 6:1"
    found = listed(
        f"[{day}0:03{NNBSP}PM] {LRM}~{NNBSP}Ana: hi @\u2068~Bo Lund\u2069\r\n"
        f"[{day}1:03{NNBSP}PM] Ana: {LRM}This message was deleted.\r\n"
        f"{LRM}[{day}2:03{NNBSP}PM] Ana: plan.pdf • {LRM}12 pages {LRM}<attached: 00000007-plan.pdf>\r\n"
        f"[{day}3:03{NNBSP}PM] Trip: {LRM}Ana created this group\r\n"
        f"[{day}4:03{NNBSP}PM] Bo: see you {LRM}<This message was edited>\r\n"
        f"[{day}5:03{NNBSP}PM] \u202a+44\u00a07700\u00a0900\u2011123\u202c: {LRM}Missed voice call\r\n"
        f"[{day}6:03{NNBSP}PM] \u202a+44\u00a07700\u00a0900\u2011123\u202c: back\nsoon\r\n"
        f"[{day}7:00{NNBSP}PM] Bo: look {LRM}<attached: 00000008-PHOTO-2024-03-07-18-17-00.jpg>\r\n"
        f"[{day}8:00{NNBSP}PM] Bo: image omitted\r\n"
    )
    assert rows(found) == [
        ("Ana", "hi @Bo Lund", "2024-03-07T18:10:03", "message"),
        ("Ana", "", "2024-03-07T18:11:03", "deleted"),
        ("Ana", "", "2024-03-07T18:12:03", "media"),
        (None, "Ana created this group", "2024-03-07T18:13:03", "system"),
        ("Bo", "see you", "2024-03-07T18:14:03", "message"),
        (None, "Missed voice call", "2024-03-07T18:15:03", "system"),
        ("+44 7700 900-123", "back\nsoon", "2024-03-07T18:16:03", "message"),
        ("Bo", "look", "2024-03-07T18:17:00", "message"),
        ("Bo", "image omitted", "2024-03-07T18:18:00", "message"),
    ]
    assert found[2]["media"] == ["00000007-plan.pdf"]
    assert found[4]["edited"] is True
    assert found[7]["media"] == ["00000008-PHOTO-2024-03-07-18-17-00.jpg"]


def test_words_of_people_are_never_taken_for_the_product(listed) -> None:
    head = "12/03/2024, 09:1"
    found = listed(
        f"{head}0 - Jon: <sighs loudly>\n"
        f"{head}1 - Jon: is it end-to-end encrypted?\n"
        f"{head}2 - Jon: Media omitted\n"
        f"{head}3 - Jon: This message was deleted by the cat\n"
        f"{head}4 - Jon: \n"
        f'{head}5 - Jo "JJ" Vale: ok\n'
    )
    assert rows(found)[:3] == [
        ("Jon", "<sighs loudly>", "2024-03-12T09:10:00", "message"),
        ("Jon", "is it end-to-end encrypted?", "2024-03-12T09:11:00", "message"),
        ("Jon", "Media omitted", "2024-03-12T09:12:00", "message"),
    ]
    assert [one["kind"] for one in found] == ["message"] * 6
    assert found[4]["text"] == ""
    assert found[5]["speaker"] == 'Jo "JJ" Vale'


def test_poll_in_another_language(listed) -> None:
    found = listed(
        f"[20.12.24, 10:01:12] Ute: {LRM}UMFRAGE:\nWohin: Berg oder See?\n{LRM}OPTION: Berg: oben ({LRM}12 Stimmen)\n"
        f"{LRM}OPTION: See ({LRM}0 Stimmen)\n\r\n"
    )
    assert rows(found) == [
        ("Ute", "Wohin: Berg oder See?\n- Berg: oben (12)\n- See (0)", "2024-12-20T10:01:12", "poll")
    ]


ORDERS = {
    "a month that cannot be": ("2/3/24, 10:00 - A: x\n2/14/24, 10:00 - A: y\n", "2024-02-14T10:00:00"),
    "time runs forwards": (
        "1/2/24, 10:00 - A: x\n1/5/24, 10:00 - A: x\n2/1/24, 10:00 - A: y\n",
        "2024-02-01T10:00:00",
    ),
    "American style": ("3/5/24, 6:17 PM - A: x\n3/6/24, 6:17 PM - A: y\n", "2024-03-06T18:17:00"),
    "Indian style": ("05/03/24, 6:17 pm - A: x\n06/03/24, 6:17 pm - A: y\n", "2024-03-06T18:17:00"),
    "dated file name": (
        f"[3/5/24, 18:17:03] A: {LRM}<attached: 00000001-PHOTO-2024-03-05-18-17-03.jpg>\n[3/6/24, 18:17:03] A: y\n",
        "2024-03-06T18:17:03",
    ),
    "year first, two digits": ("24/03/05 18:17 - A: x\n24/03/06 18:17 - A: y\n", "2024-03-06T18:17:00"),
}


@pytest.mark.parametrize("evidence", ORDERS)
def test_day_month_order_is_decided_from_the_whole_file(listed, evidence: str) -> None:
    content, last = ORDERS[evidence]
    assert listed(content)[-1]["time"] == last


def test_order_and_what_it_does_not_fit_are_said(read) -> None:
    export = read("13/02/2024, 10:00 - A: x\n14/02/2024, 10:00 - A: y\n02/15/2024, 10:00 - A: z\n")
    assert any(note.startswith("dates: day-month-year") for note in export.notes)
    assert "1 dates do not exist as day-month-year" in export.warnings
    assert export.counts.without_time == 1
    assert export.messages[2].text == "z"


def test_header_of_another_phone_inside_a_message_is_words(read) -> None:
    export = read(
        "12/03/2024, 09:10 - Jon: she sent\n[11/03/2024, 10:00:00] Mia: hello\n12/03/2024, 09:11 - Jon: ok\n"
    )
    assert [one.text for one in export.messages] == ["she sent\n[11/03/2024, 10:00:00] Mia: hello", "ok"]
    assert export.warnings


def test_zip_reads_the_chat_and_not_a_text_that_was_sent(listed) -> None:
    found = listed(
        {
            "WhatsApp-Chat mit Ute.txt": "05.03.24, 18:17 - Ute: hallo\n",
            "00000003-notes.txt": "01.01.24, 10:00 - Someone: else\n",
            "IMG-20240305-WA0001.jpg": b"\xff\xd8",
        },
        members=True,
    )
    assert rows(found) == [("Ute", "hallo", "2024-03-05T18:17:00", "message")]


def test_lines_before_the_first_message_are_counted(read) -> None:
    export = read(
        "Chat history\n12/03/2024, 09:10 - Jon: hi\n12/03/2024, 09:11 - Jon: ho\n12/03/2024, 09:12 - Jon: x\n"
    )
    assert export.counts.skipped == {"lines before the first message": 1}
    assert export.counts.read == 3


def test_caption_under_what_was_left_out_and_a_document_that_was(listed) -> None:
    found = listed(
        "12/03/2024, 09:10 - Jon: <Media omitted>\nthe north gate\n12/03/2024, 09:11 - Jon: <Media omitted>\n"
    )
    assert [(one["text"], one["kind"]) for one in found] == [("the north gate", "message"), ("", "media")]
    found = listed(f"[13/03/24, 09:10:01] Jon: plan.pdf • {LRM}12 pages {LRM}document omitted\r\n")
    assert (found[0]["kind"], found[0]["media"]) == ("media", ["plan.pdf"])
