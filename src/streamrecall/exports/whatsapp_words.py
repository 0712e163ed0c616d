"""What WhatsApp writes itself, in the languages it is used in: markers, notices, day periods.

Only the wording of the product stands here; names and words of people are never matched against it
except as a whole line or a whole label.
"""
# ruff: noqa: E501, RUF001  (word lists in many scripts are the content of this file)

from __future__ import annotations

import re

MARKS = "\u200e\u200f\u061c\u200b\ufeff\u202a-\u202e\u2066-\u2069"
"""Direction marks and zero-width signs, as the inside of a character class."""

AM = frozenset(
    "am a ص قم قبل\u200cازظهر 오전 上午 午前 凌晨 清晨 早上 早晨 πμ पूर्वाह्न सुबह fm ip dop öö sa pg vorm de пп "
    "переполудня পূর্বাহ্ণ முற்பகல் ఉ దుపూ ਪੂਦੁ"
    .split()
)  # fmt: skip
PM = frozenset(
    "pm p م بم بعدازظهر 오후 下午 午後 中午 傍晚 晚上 深夜 μμ अपराह्न शाम em ip odp ös ch ptg nachm du мм "
    "пополудни অপরাহ্ণ பிற்பகல் ਬਾਦੁ mu"
    .split()
)  # fmt: skip

_MEDIA_THINGS = (
    r"media|medien|m[eé]dias?|mediá\w*|multim[eé]dia|m[ií]dia|медиа\w*|medya|mediefil|mediafil|mediebestand|mediat?"
    r"|archivo|arquivo|ficheiro|fichier|datei|bestand|file|файл|メディア|미디어|多媒体|多媒體|媒体|媒體"
    r"|وسائط|الوسائط|רسانه|מדיה|המדיה|मीडिया|πολυμέσ\w*|สื่อ|ملف"
    r"|image|photo|picture|video|vídeo|vidéo|audio|áudio|sticker|gif|document|documento|contact card|bild|foto"
    r"|view once|voice message"
)
_OMITTED = (
    r"omitted|ausgeschlossen|ausgelassen|weggelassen|omis(?:es?|e?)?|absente?s?|manquante?|retirée?|omitid[oa]s?|ocult[oa]s?"
    r"|ocultad[oa]s?|não revelad[oa]|omess[oia]|weggelaten|tidak disertakan|dihilangkan|пропущен\w*|без|отсутству\w+"
    r"|dahil edilmedi|なし|省略|忽略|제외|생략|استبعاد|لم يتم تضمين|לא נכלל\w*|הושמט\w*|הוחרג\w*"
    r"|के बिना|छोड़\w*|हटा|pominięt\w*|vynech\w*|utelämn\w*|udeladt|utelatt|ei sisälly|jätetty pois|παραλ\w+|εξαιρ\w+"
    r"|kihagy\w*|bỏ qua|izostav\w*|opušt\w*|tidak|excluíd[oa]|exclu|excluid[oa]|ikke (?:med|vedlagt)|пропущено"
)
MEDIA_PLACEHOLDER = re.compile(
    rf"<(?=[^<>]*(?:{_MEDIA_THINGS}))(?=[^<>]*(?:{_OMITTED}))[^<>\n]{{3,60}}>", re.I
)
"""``<Media omitted>`` of Android."""

OMITTED_THING = re.compile(rf"[^<>\n]{{0,200}}?(?:{_OMITTED})[^<>\n]{{0,20}}", re.I)
"""``image omitted`` of iPhones; only after a direction mark, which people do not type."""

PLAIN_OMITTED = re.compile(r"(?:image|video|audio|sticker|GIF|document|Contact card) omitted")
"""The same in a file that has lost its direction marks."""

ATTACHED_TAG = re.compile(rf"[{MARKS}]*<[^<>:：\n]{{2,30}}[:：][\s\u00a0]?([^<>/\n]+\.\w{{1,5}})>")
"""``<attached: 00000006-PHOTO-2022-05-17-08-07-50.jpg>`` of iPhones, any language."""

ATTACHED_FILE = re.compile(rf"([{MARKS}]*)([^<>/\n]+?\.\w{{1,5}}) \(([^()\n]{{3,40}})\)[{MARKS}]*")
"""``IMG-20240617-WA0003.jpg (file attached)`` of Android; see `ATTACHED_WORD` and `WA_FILE`."""
WA_FILE = re.compile(r"[A-Z]{3}-\d{8}-WA\d{4,}\.\w+")
ATTACHED_WORD = re.compile(
    r"attached|angehängt|joint|adjunt|anexad|anexo|allegat|bijgevoegd|terlampir|добавлен|прикреп|ekl[ei]|添付|附件|附加"
    r"|첨부|مرفق|מצורף|संलग्न|załącz|přilož|bifog|vedhæft|vedlagt|liitt|atașat|συνημμ|csatol|đính kèm|แนบ|вкладен|додан",
    re.I,
)

DELETED = re.compile(
    r"(?:This message was deleted|You deleted this message|This message was deleted by admin .{1,60}"
    r"|Diese Nachricht wurde gelöscht|Du hast diese Nachricht gelöscht|Sie haben diese Nachricht gelöscht"
    r"|Diese Nachricht wurde (?:vom|von) Admin .{1,60} gelöscht"
    r"|Ce message a été supprimé|Vous avez supprimé ce message"
    r"|Se eliminó este mensaje|Eliminaste este mensaje|Este mensaje fue eliminado|Este mensaje se eliminó"
    r"|Has eliminado este mensaje|Mensaje eliminado"
    r"|Mensagem apagada|Esta mensagem foi apagada|Você apagou esta mensagem|Apagou esta mensagem|Apagaste esta mensagem"
    r"|Essa mensagem foi apagada|Esta mensagem foi eliminada|Eliminou esta mensagem"
    r"|(?:Questo messaggio|Il messaggio) è stato eliminato|Hai eliminato questo messaggio"
    r"|Dit bericht (?:is|werd) verwijderd|(?:U hebt|Je hebt|U heeft) dit bericht verwijderd"
    r"|Pesan ini telah dihapus|Pesan ini dihapus|Anda (?:telah )?menghapus pesan ini"
    r"|Данное сообщение удалено|Это сообщение удалено|Сообщение удалено|Вы удалили (?:данное|это) сообщение"
    r"|Це повідомлення (?:було )?видалено|Ви видалили це повідомлення"
    r"|Bu mesaj silindi|Bu mesajı sildiniz|Ta wiadomość została usunięta|(?:Usunięto|Usunąłeś|Usunęłaś) tę wiadomość"
    r"|Tato zpráva byla (?:smazána|odstraněna)|Det här meddelandet (?:har raderats|raderades|togs bort|har tagits bort)"
    r"|Denne (?:besked|meddelelse) (?:er|blev) slettet|Denne meldingen (?:er|ble) slettet|Tämä viesti poistettiin"
    r"|Acest mesaj a fost șters|Αυτό το μήνυμα (?:διαγράφηκε|διαγράφτηκε)|Ez az üzenet törlésre került"
    r"|Ez az üzenet törölve lett|Tin nhắn này đã bị xóa|ข้อความนี้ถูกลบ(?:แล้ว)?"
    r"|このメッセージは削除されました|このメッセージを削除しました|このメッセージは取り消されました|メッセージを削除しました"
    r"|此消息已(?:被)?删除|您已删除此消息|你已删除此消息|此訊息已(?:被)?刪除|你已刪除此訊息|您已刪除這則訊息|這則訊息已刪除"
    r"|이 메시지는 삭제되었습니다|삭제된 메시지입니다|이 메시지를 삭제했습니다|메시지를 삭제했습니다"
    r"|تم حذف هذه الرسالة|لقد حذفت هذه الرسالة|حذفت هذه الرسالة|این پیام حذف شد|شما این پیام را حذف کردید"
    r"|הודעה זו נמחקה|מחקת הודעה זו|ההודעה נמחקה"
    r"|यह (?:मैसेज|संदेश) (?:मिटा|हटा|डिलीट कर) दिया गया(?: था| है)?|आपने यह (?:मैसेज|संदेश) (?:मिटाया|मिटा दिया|हटा दिया))"
    r"[.।。]?",
    re.I,
)

EDITED = re.compile(
    rf"\s*[{MARKS}]*<(?:This message was edited|Diese Nachricht wurde bearbeitet|Ce message a été modifié"
    r"|Se editó este mensaje|Este mensaje (?:fue editado|se editó)|Mensagem editada|Esta mensagem foi editada"
    r"|(?:Questo messaggio|Il messaggio) è stato modificato|Dit bericht is bewerkt|Pesan ini (?:telah )?diedit"
    r"|Сообщение изменено|Данное сообщение изменено|Bu mesaj düzenlendi|Ta wiadomość została (?:edytowana|zmieniona)"
    r"|Edytowano tę wiadomość|このメッセージは編集(?:済みです|されました)|此消息已(?:被)?(?:编辑|修改)|此訊息已(?:被)?編輯"
    r"|이 메시지는 (?:수정|편집)되었습니다|تم تعديل هذه الرسالة|הודעה זו נערכה|ההודעה נערכה"
    r"|(?:यह )?(?:मैसेज|संदेश) (?:को )?(?:एडिट|संपादित) (?:किया|कर दिया) गया(?: था| है)?"
    rf"|Det här meddelandet (?:har redigerats|redigerades)|Denne besked (?:er|blev) redigeret)[.।。]?>[{MARKS}]*\s*$",
    re.I,
)

NOTICE = re.compile(
    r"end-to-end encrypted|Ende-zu-Ende|chiffrés de bout en bout|cifrados de extremo a extremo"
    r"|(?:protegidas|criptografadas|encriptadas) .{0,40}(?:de )?ponta a ponta|crittografat[ie] end-to-end"
    r"|end-to-end versleuteld|terenkripsi secara end-to-end|защищены сквозным|uçtan uca şifreli|エンドツーエンド|端到端|端對端"
    r"|종단간|مشفرة تمام|מוצפנות מקצה|एंड-टू-एंड"
    r"|\b(?:created (?:this )?(?:group|community|broadcast)|changed (?:the|this|their) |added (?:you|\S+)$"
    r"|(?:left|joined)$|joined (?:using|from|via) |removed \S|was (?:added|removed)|is now an? admin|are now an admin"
    r"|turned (?:on|off) |deleted this group|pinned a message|started a (?:call|video call)"
    r"|security code (?:with .+ )?changed|changed to |requested to join|reset this group)"
    r"|\b(?:has?t die(?:se)? Gruppe|has?t den (?:Gruppennamen|Betreff)|has?t das Gruppenbild|has?t die Gruppen"
    r"|hinzugefügt$"
    r"|hat die Gruppe verlassen|ist .{0,40}beigetreten|wurde (?:hinzugefügt|entfernt))"
    r"|\b(?:a créé (?:le|ce) groupe|a (?:changé|modifié) (?:le|la|l['’]|les|son)|a ajouté|a quitté|a rejoint|a retiré)"
    r"|^Vous avez (?:créé (?:le|ce) groupe|(?:changé|modifié) (?:le|la|l['’]|les) (?:nom|sujet|icône|description|photo))"
    r"|^(?:Creaste (?:el|este) grupo|Cambiaste (?:el|la) (?:nombre|asunto|ícono|icono|descripción|foto))"
    r"|^Você (?:criou (?:o|este) grupo|(?:mudou|alterou) (?:o|a) (?:nome|assunto|ícone|descrição|imagem))"
    r"|^Hai (?:creato il gruppo|(?:cambiato|modificato) (?:il|la|l['’]) ?(?:nome|oggetto|icona|descrizione|immagine))"
    r"|^Je hebt (?:deze groep|de groep|de groepsnaam|het onderwerp|de groepsbeschrijving)"
    r"|\b(?:cre[óo]u? (?:el|este|o) grupo|cambió (?:el|la|su)|añadió a|agregó a|salió del grupo|se unió)"
    r"|\b(?:criou (?:o|este) grupo|(?:mudou|alterou) (?:o|a|as|os) |adicionou |saiu do grupo|entrou usando)"
    r"|\b(?:ha creato il gruppo|ha (?:cambiato|modificato) (?:il|la|l['’]|le)|ha aggiunto|ha abbandonato)"
    r"|\b(?:heeft (?:de|deze) groep|heeft (?:de groepsnaam|het onderwerp|de groepsbeschrijving|.{1,40} toegevoegd)"
    r"|neemt nu deel|heeft de groep verlaten)"
    r"|\b(?:membuat grup|telah mengubah|mengubah (?:nama|ikon|deskripsi|subjek)|menambahkan |telah keluar)"
    r"|создал[аи]? группу|изменил[аи]? (?:тему|название|иконку|картинку|описание)|добавил[аи]? |вступил[аи]? в группу"
    r"|grubu oluşturdu|grup (?:adını|konusunu|açıklamasını)|グループを作成|グループ名|创建了(?:群组|群)|建立了群組|更改了|變更了"
    r"|그룹을 (?:만들|생성)|그룹 이름|أنشأ المجموعة|قام .{1,40} (?:بإنشاء|بتغيير)|יצר(?:/ה|ה)? (?:את )?(?:ה)?קבוצה|שינה"
    r"|(?:ने (?:ग्रुप|समूह) )|utworzył\(?a?\)? grupę|zmienił\(?a?\)? (?:nazwę|temat|opis)",
)
"""Wording of notices; a label that holds it is no name."""

WAITING = re.compile(r"Waiting for this message(?:\. This may take a while)?\.?")
