/** Subjects of automatic replies and absences as mail programs write them, by language. */
const automaticSubjects = [
  'auto(?:matic|mated)?[ -]?(?:reply|response|answer|generated)|autoreply|auto:|out of (?:the )?office|on (?:annual |vacation )?leave|vacation|away from',
  'automatische antwort|abwesend|abwesenheit|nicht im b[uü]ro',
  "r[eé]ponse automatique|absence|absent(?:e)? du bureau|en cong[eé]s?\\b|message d'absence",
  'respuesta autom[aá]tica|fuera de (?:la )?oficina|ausente|ausencia',
  'resposta autom[aá]tica|fora do escrit[oó]rio|ausência|aus[eê]ncia|f[eé]rias',
  'risposta automatica|fuori (?:sede|ufficio)|assenza|assente',
  'automatisch (?:antwoord|bericht)|afwezig|niet aanwezig',
  'automatiskt svar|autosvar|fr[aå]nvar|automatisk svar|frav[aæ]r|ikke p[aå] kontoret',
  'automaattinen vastaus|poissa(?:olo)?',
  'odpowied[zź] automatyczna|automatyczna odpowied[zź]|nieobecno[sś][cć]|poza biurem',
  'automatick[aá] odpov[eě][dď]|mimo kancel[aá][rř]|nep[rř][ií]tomn',
  'automatikus v[aá]lasz|h[aá]zon k[ií]v[uü]l',
  'r[aă]spuns automat|absent din birou|în concediu',
  'автоматический ответ|автоответ|вне офиса|отсутств',
  'автоматична відповідь|поза офісом|автоматичен отговор|извън офиса|аутоматски одговор',
  'otomatik (?:yan[iı]t|cevap)|ofis d[iı][sş][iı]nda',
  'αυτόματη απάντηση|εκτός γραφείου',
  '自動(?:応答|返信|返答)|不在(?:通知|の)|自动(?:回复|答复)|自動(?:回覆|答覆)|不在办公室|外出',
  '자동 ?(?:회신|응답)|부재 ?중',
  'תשובה אוטומטית|מענה אוטומטי|מחוץ למשרד|رد تلقائي|خارج المكتب|پاسخ خودکار',
  'tr[aả] l[oờ]i t[uự] [dđ][oộ]ng|balasan otomatis|jawapan automatik|ตอบ(?:กลับ|รับ)อัตโนมัติ|स्वचालित उत्तर',
  'automatinis atsakymas|automaatvastus|automātisk[aā] atbilde|automatski odgovor|samodejni odgovor|resposta autom[aà]tica',
]
/** What the beginning of the text of an absence says, by language. */
const absences = [
  'out of (?:the |my )?office|(?:i am|i.m|currently) (?:away|on (?:annual |parental |maternity |sick )?(?:leave|vacation|holiday))|limited access to (?:my )?e-?mail|(?:i )?no longer (?:work|employed)|(?:mailbox|inbox|address) is (?:not|no longer|un)(?: being)? ?monitored|has left (?:the company|our organi[sz]ation)',
  'nicht im (?:b[uü]ro|haus|dienst)|(?:bin|bis).{0,40}(?:abwesend|im urlaub)|nicht erreichbar|befinde mich .{0,30}urlaub|wieder (?:erreichbar|im b[uü]ro)|nicht mehr (?:f[uü]r|bei) .{0,40}t[aä]tig',
  'absent(?:e)? (?:du bureau|jusqu|du \\d|de)|actuellement (?:absent|en cong)|en cong[eé]s? (?:du|jusqu)|je ne suis pas (?:disponible|au bureau)|de retour le|(?:je suis|actuellement) en vacances',
  'fuera de (?:la|mi) oficina|estar[eé] ausente|(?:estoy|estar[eé]|me encuentro) (?:de vacaciones|ausente|fuera de)|ausente hasta',
  'fora do escrit[oó]rio|estou (?:de f[eé]rias|ausente)|estarei ausente|(?:encontro-me|me encontro|estou) (?:de f[eé]rias|ausente|fora)|ausente at[eé]',
  'fuori (?:ufficio|sede)|sono assente|sar[oò] assente|(?:sono|sar[oò]) in ferie|in ferie (?:fino|dal)',
  'niet (?:op|aanwezig op) kantoor|ben (?:ik )?(?:afwezig|met vakantie|niet aanwezig)|afwezig (?:tot|van)|(?:met|op) (?:verlof|vakantie)',
  'inte p[aå] kontoret|p[aå] semester|ikke p[aå] kontoret|p[aå] ferie|er på ferie|har ferie|holder ferie|tjänstledig|föräldraledig',
  'poissa toimistolta|olen (?:\\w*lomalla|poissa)|\\w*lomalla .{0,20}(?:saakka|asti)',
  'poza biurem|jestem (?:nieobecn|na urlopie)',
  'mimo kancel[aá][rř]|na dovolen[eé]|[cč]erp[aá]m dovolenou|m[aá]m dovolen|nie som v kancel[aá]rii',
  'nem vagyok az irod[aá]ban|szabads[aá]gon',
  'nu sunt la birou|în concediu|in concediu',
  '(?:нахожусь|я) в отпуске|отсутствую|у відпустці|поза офісом|в отпуск съм|на годишњем',
  'atostog|atvaļināj|puhkusel|na dopustu|na godi[sš]nj|на годишњ|на годишен|в отпуск|estic de vacances',
  'ofis d[iı][sş][iı]nda|izindeyim|izinliyim|izinde ol',
  'εκτός γραφείου|σε άδεια|με άδεια|απουσι[αά]ζ',
  '不在に(?:して|なり)|休暇(?:中|を)|不在办公室|正在休假|外出(?:中|期间)|不在辦公室|休假中',
  '부재 ?중|휴가 ?중',
  'מחוץ למשרד|בחופשה|خارج المكتب|في إجازة|در مرخصی',
  'kh[oô]ng c[oó] m[aặ]t t[aạ]i v[aă]n ph[oò]ng|sedang cuti|ลาพักร้อน|ไม่อยู่ที่สำนักงาน',
]
/** Acknowledgements of ticket systems (Zendesk, Freshdesk, Kayako, RT, OTRS, those of Cloudflare and GoDaddy), by language. */
const acknowledgements = [
  '(?:we|have)(?:.ve| have)? (?:successfully )?(?:received|logged|registered|got) (?:your|the) (?:abuse |support |recent |legal |new )?(?:report|request|message|e-?mail|complaint|submission|ticket|inquiry|enquiry|notice|case)',
  'your (?:abuse |support |recent )*(?:report|request|message|e-?mail|complaint|submission|ticket|inquiry|enquiry|case)\\b.{0,80}\\b(?:has been|was|is) (?:successfully )?(?:received|created|logged|opened|assigned|registered|submitted|being reviewed|queued)',
  '(?:a |your |new )?(?:support )?(?:ticket|case|request|incident)(?: .{0,60})? (?:has (?:now )?been|was) (?:created|opened|assigned|generated|received)',
  'this (?:is an )?(?:message|e-?mail)?.{0,30}(?:automat(?:ed|ic)(?:ally)?|auto-?generated)|(?:please )?do not (?:reply|respond) to this|there is no need to reply to this message right now',
  'thank you for (?:contacting|your (?:report|submission|abuse report|e-?mail|message)|reporting|submitting)',
  '(?:wir haben )?ihre? (?:[\\w-]{1,20}-)?(?:anfrage|nachricht|meldung|e-?mail|anliegen).{0,60}(?:eingegangen|erhalten|empfangen)|vielen dank f[uü]r ihre (?:nachricht|anfrage|meldung)|automatisch (?:erstellt|generiert|erzeugt|versendet)|unter der (?:vorgangs|ticket|fall)\\w* .{0,30}(?:erfasst|registriert)',
  'nous avons bien re[cç]u|votre (?:demande|message|signalement).{0,60}(?:re[cç]u|enregistr)|(?:demande|signalement|message) a (?:bien )?[eé]t[eé] pris|prise? en compte sous|accus[eé] de r[eé]ception|message automatique|envoy[eé] automatiquement',
  'hemos recibido su|su (?:solicitud|mensaje|consulta|caso).{0,60}(?:recibid|registrad|cread)|hemos (?:abierto|creado|registrado) (?:el|un|su) (?:ticket|caso|incidencia)|acuse de recibo|mensaje autom[aá]tico',
  'recebemos (?:a )?su|sua (?:solicita[cç][aã]o|mensagem|den[uú]ncia).{0,60}(?:recebid|registrad)|chamado .{0,40}(?:aberto|criado|registrado)|mensagem autom[aá]tica',
  'abbiamo ricevuto|la (?:sua|tua) (?:richiesta|segnalazione).{0,60}(?:ricevut|registrat)|pres[ao] in carico|conferma di ricezione|(?:messaggio|risposta) automatic[ao]',
  'w(?:ij|e) hebben uw .{0,60}ontvangen|uw (?:bericht|aanvraag|melding).{0,60}(?:ontvangen|geregistreerd)|ontvangstbevestiging|automatisch gegenereerd',
  'vi har mottagit|vi har registrer(?:at|et)|(?:tack|takk|tak) (?:f[oö]r|for) (?:din|ditt|deres) (?:anm[aä]lan|[aä]rende|henvend|e-?post|meddelande|besked)|vi har modtaget|vi har mottatt|olemme vastaanottaneet',
  'otrzymali[sś]my|zg[lł]oszenie\\b.{0,60}(?:zarejestrowan|przyj[eę]t)|zosta[lł]o zarejestrowane|dzi[eę]kujemy za zg[lł]oszenie|wiadomo[sś][cć] (?:wygenerowana )?automatyczn',
  'p[rř]ijali jsme|v[aá][sš] po[zž]adavek|(?:hl[aá][sš]en[ií]|po[zž]adavek|podnět) .{0,40}(?:p[rř]ijat|zaevidov)|megkaptuk|am primit',
  '(?:мы )?получили ваш|ваш[еа]? (?:обращение|заявка|запрос|письмо).{0,60}(?:получен|зарегистрирован|принят)|отримали ваш',
  'talebiniz.{0,60}al[iı]nm[iı][sş]|λάβαμε',
  '受け付け(?:いた|まし)|受付(?:いた|完了)|お問い合わせ(?:いただき|を受)|自動(?:送信|配信)|已收到您|我们已(?:经)?收到|您的(?:请求|工单|邮件)|系统自动|已收到您的',
  '접수되었|자동으로 발송|פנייתך התקבלה|قد استلمنا|تم استلام',
]
/** What a person says who decided something, or asks; an acknowledgement says none of it. */
const outcomes =
  /\b(?:(?:has|have|was|were|been|now) (?:been )?(?:removed|suspended|disabled|terminated|taken down|blocked|deleted|deactivated|forwarded to|rejected|closed)|no longer (?:active|available|online|resolv)|(?:we|i) (?:removed|suspended|disabled|took|terminated|blocked|deleted|forwarded|reject|cannot|can not|are unable|are not able|could not|do not host)|please (?:provide|send us|clarify|confirm)|(?:can|could|would) you (?:please )?(?:check|send|provide|confirm|clarify|share|tell)|not hosted|gesperrt|gel[oö]scht|entfernt|supprim[eé]|eliminad|removid|rimoss|verwijderd|usuni[eę]t)/i

const atBeginning = (bodies: readonly string[]) =>
  new RegExp(`^(?:(?:re|aw|sv|fwd?|antw|\\[[^\\]]*\\]) ?:? *)*.{0,12}(?:${bodies.join('|')})`, 'iu')
const anywhere = (bodies: readonly string[]) => new RegExp(bodies.join('|'), 'iu')
const [subjects, absence, acknowledged] = [
  atBeginning(automaticSubjects),
  anywhere(absences),
  anywhere(acknowledgements),
]
const ticketSubject =
  /^(?:re: *)?(?:\[[^\]]{0,60}\] *)*(?:(?:support )?(?:ticket|request|case|report|message|submission) (?:received|created|confirmation|opened|acknowledg\w+)|(?:we (?:have )?)?received your|ticket received|request received|\[?request received\]?|confirmation of (?:your )?(?:report|request)|autoreply)/i

/** How much of a text is read for its kind: what it says first. */
const beginning = { characters: 700, lines: 12 }

/** Whether a subject is that of an automatic reply or an absence, in one of more than twenty languages. */
export const isAutomaticSubject = (subject: string): boolean =>
  subjects.test(subject.slice(0, 200)) || ticketSubject.test(subject.slice(0, 200))

/** Whether the text begins as the note of somebody who is away. */
export const isOutOfOffice = (body: string): boolean => absence.test(beginningOf(body))

/** Whether the text only confirms that a report arrived, and neither decides nor asks anything. */
export function isAcknowledgement(subject: string, body: string): boolean {
  const text = beginningOf(body)
  return acknowledged.test(`${subject.slice(0, 200)}\n${text}`) && !outcomes.test(text)
}

/** The first lines that are no quotation. */
function beginningOf(body: string): string {
  const lines = body.slice(0, 4000).split(/\r?\n/)
  const quoted = lines.findIndex((line) =>
    /^-{2,} ?original message|^_{10,}|^on .{10,80} wrote:$|^am .{10,80} schrieb|^le .{10,80} a écrit/i.test(
      line.trim(),
    ),
  )
  return lines
    .slice(0, quoted < 0 ? undefined : quoted)
    .filter((line) => line.trim() !== '' && !/^\s*[>|]/.test(line))
    .slice(0, beginning.lines)
    .join(' ')
    .slice(0, beginning.characters)
}
