import { unquoted } from './own-words.ts'

const longest = 80

/**
 * How ticket systems mark their subjects, so that an answer finds its ticket again: RT '[host #123]', OTRS
 * '[Ticket#2026…]', Kayako '[#ABC-123-45678]', Zendesk and Freshdesk '[#123]', Zoho '[## 123 ##]', Salesforce
 * 'ref:_00D…:ref', Jira 'ABC-123', Hetzner '[AbuseID:F1A2B3C:1D]', Google '[3-8812000031234]', Cloudflare '[9c1f3a72b6e04d18]'.
 */
const marks = [
  /\bref:_?!?[\w.!-]{6,60}:ref\b/,
  /\[[^\][]{0,40}#\s?[\w-]{2,40}(?: ##)?\]/,
  /\[(?:ticket|case|request|incident|report|abuse|ref(?:erence)?|chamado|vorgang|dossier)[^\][]{0,12}[\w:-]*\d[\w:-]*\]/i,
  /\[[A-Z]{2,12}-\d{2,12}(?:-\d{2,12})?\]/,
  /\[\d{1,2}-\d{10,16}\]/,
  /^(?:re: *)?\[[0-9a-f]{16}\]/i,
  /\((?:ticket|case|ref(?:erence)?)[ #:]{1,3}[\w-]*\d[\w-]*\)/i,
]

/** Our own mark, which answers repeat. */
const ours = /\[BK[ -][^\]]*\]/g

/** Words for a report or its number, in front of the number. */
const words = [
  String.raw`\b(?:ticket|case|incident|report|reference|request|tracking|complaint|submission|file)`,
  String.raw`\b(?:vorgangs?|akten|fall|bearbeitungs|meldungs|referenz|zaak|dossier|[aä]rende|saks?|sags|kenmerk)\p{L}*`,
  String.raw`\b(?:dossier|demande|signalement|requ[eê]te|plainte|folio|caso|incidencia|solicitud|denuncia|denúncia|protocolo|chamado|pratica|segnalazione|richiesta)`,
  String.raw`\b(?:zg[lł]osze\p{L}+|sprawy|po[zž]adav\p{L}+|upit\p{L}*|prijav\p{L}+|azonos[ií]t[oó]\p{L}*|solicit[aă]r\p{L}+|tale[pb]\p{L}*|tiket|laporan|pengaduan|permintaan|yêu cầu|phiếu)`,
  String.raw`(?:обращени|заявк|запрос|тикет|звернен|запит|сигнал)\p{L}*`,
  String.raw`(?:αιτήματος|αίτημ[αά]|تذكرة|بلاغ|طلب|تیکت|פנייה|קריאה|टिकट|টিকিট)`,
  String.raw`(?:工单|工單|チケット|ケース|案件|受理|举报|檢舉|投诉|投訴|受付|お問い?合わ?せ|접수|문의|เรื่อง|คำร้อง)`,
].join('|')
const numberWords = String.raw`(?:[ -]?(?:id|no\.?|nr\.?|n[°ºo]\.?|num(?:ber|mer|ero|éro)?\.?|n[uú]mero|номер\p{L}*|αριθμός|رقم|شماره|מספר|संख्या|নম্বর|号码?|號碼?|编号|編號|番号|번호|หมายเลข|mã|nomor|numara\p{L}*|numer|číslo|broj\p{L}*))?`
const link = String.raw`\s?(?:is|was|as|lautet|est|es|è|[:#№：]|n[°º]\.?)?\s?#?\s?`
/** A number of five digits, or signs with three digits among them; after a colon or '#' fewer. */
const number = String.raw`([A-Z0-9](?:[\w-]{0,30}\d)[\w-]{0,12})`
/** Whose it is, in languages that say so behind the word: 'Laporan Anda #6612'. */
const owners = String.raw`(?:[ ‌-]?(?:anda|kamu|saudara|bapak\/ibu|của (?:bạn|quý khách|anh\/chị)|dvs\.?|dumneavoastră|σας|شما|שלך|שלכם|ของคุณ|ของท่าน|ك|كم))?`
const named = new RegExp(`(?:${words})${owners}${numberWords}(${link})${number}`, 'giu')

/** A word for a number some words after one for a ticket: 'a ticket has been created with ID - 44120'. */
const numberedAfter = new RegExp(
  String.raw`(?:${words})[^.\n]{0,60}?[ (](?:id|number|num|no\.|nr\.?|reference|ref\.?|nummer|kenmerk|numéro|référence|número|referencia|referência|numero|riferimento|numer\p{L}*|numara\p{L}*|номер\p{L}*)\s?(?:is|lautet|est|es|è|[-–:#№])?\s?#?${number}`,
  'iu',
)

/** A number alone in a subject that answers nothing: 'We received your report, 35559128'. No date. */
const alone = /(?:^|[\s,:#(–-])(?!20\d\d[01]\d[0-3]\d(?!\d))(\d{6,12})(?=$|[\s).,:\]–-])/

/** Zendesk: 'Your request (1234567) has been received'. */
const inBrackets = /\b(?:ticket|case|request) \(#?(\d{4,12})\)/i
/** GoDaddy 'DCU000123', ServiceNow 'INC0044771': in a subject, or near the word for what it is. */
const coded = /\b([A-Z]{2,5}\d{6,12}(?:-[A-Z0-9]{1,4})?)\b/
const codedNear =
  /\b(?:report|case|ticket|request|incident|submission|complaint)\b[^.\n]{0,40}?\b([A-Z]{2,5}\d{6,12})\b/

/** The mark of a report's ticket, as an answer's subject should repeat it; null where there is none. */
export function ticketIn(subject: string, body: string): string | null {
  const theirs = subject.replace(ours, ' ')
  const own = unquoted(body)
  const found = marks.map((mark) => mark.exec(theirs)?.[0]).find(Boolean) ?? marks[0]!.exec(own.slice(0, 20_000))?.[0]
  if (found) return plain(found)
  const beginning = own.slice(0, 1500)
  const code =
    coded.exec(theirs)?.[1] ??
    numberNamedIn(theirs) ??
    numberNamedIn(beginning) ??
    inBrackets.exec(theirs)?.[1] ??
    inBrackets.exec(beginning)?.[1] ??
    codedNear.exec(beginning)?.[1] ??
    numberAfterIn(beginning) ??
    (/^(?:re|aw|sv|fwd?)\s*:/i.test(theirs) ? undefined : alone.exec(theirs)?.[1])
  return code === undefined ? null : plain(`[#${code}]`)
}

function numberAfterIn(text: string): string | undefined {
  const match = numberedAfter.exec(text)
  return match?.[1] && isNumberOfTicket(match[1], true, text.slice(match.index + match[0].length))
    ? match[1]
    : undefined
}

/** The first number after a word for a ticket that is none of something else. */
function numberNamedIn(text: string): string | undefined {
  for (const match of text.matchAll(named)) {
    const [whole, linked, code] = match as unknown as [string, string, string]
    if (isNumberOfTicket(code, /[:#№：°º]|is|lautet/.test(linked), text.slice(match.index + whole.length))) return code
  }
  return undefined
}

/**
 * Whether this is the number of a ticket: not a date, a year, an amount or an IP address. `isMarked`: a sign in front of
 * it says that it is a number. A UUID is ours: the id of the notice that the desk repeats.
 */
function isNumberOfTicket(code: string, isMarked: boolean, after: string): boolean {
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(code)) return false
  if (/^(?:19|20)\d\d(?:-\d{1,2}(?:-\d{1,2})?)?$/.test(code) || /^\d{1,2}-\d{1,2}-\d{2,4}$/.test(code)) return false
  if (/^[.,/:]\d|^\s?(?:%|€|\$|£|₹|eur|usd|inr|rs\b|h\b|hours?|days?|minutes?|st\b|nd\b|rd\b|th\b)/i.test(after))
    return false
  const digits = code.replace(/\D/g, '').length
  return digits >= (isMarked ? 2 : /^\d+$/.test(code) ? 5 : 3)
}

const plain = (text: string): string => text.replace(/[\r\n\t\u0000]+/g, ' ').slice(0, longest)
