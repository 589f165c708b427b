import { shorten } from '#vocabulary/truncate.ts'
import { salutations } from './wordings/conditions.ts'
import { type Finder, folded, foldedPattern, webAddress } from './wordings/folded.ts'
import { entriesFor } from './wordings/languages.ts'

/** How much of a text is read for its kind: what it says first. */
const beginning = { characters: 700, lines: 12 }

/** What a mail says itself, without quotations, folded; each once, however many wordings are looked for. */
export type OwnWords = {
  /** The subject, without the number that we gave the notice and that an answer repeats. */
  subject: string
  isAnswer: boolean
  /** The first lines. */
  text: string
  /** The same by sentences, without the salutation and what stands below the last sentence. */
  sentences: string[]
  /** The sentences by their parts. */
  clauses: string[]
  /** Whether a wording is in the text, or in a part of it: those of the text's languages. */
  has: (wording: Finder, part?: string) => boolean
}

export function ownWordsOf(subject: string, body: string): OwnWords {
  const lines = firstLinesOf(body)
  const text = folded(
    lines
      .filter((line) => line.trim() !== '')
      .slice(0, beginning.lines)
      .join(' ')
      .slice(0, beginning.characters),
  )
  const isOf = entriesFor(text.replace(webAddress, ' '))
  const isAnswer = answerSubject.test(subject)
  const sentences = sentencesOf(lines)
  return {
    subject: folded(isAnswer ? subject.slice(0, 200).replace(/\[[^\]]*\]\s*$/, '') : subject.slice(0, 200)),
    isAnswer,
    text,
    sentences,
    clauses: sentences.flatMap(clausesOf),
    has: (wording, part = text) => wording(part, isOf),
  }
}

const answerSubject = /^(?:re|aw|sv|vs|antw?|odp|ynt|rif|ref|r|res|тема|回复|答复|返信|회신)\s*(?:\[\d+\])?\s*[:：]/i

function sentencesOf(all: readonly string[]): string[] {
  const lines = all.slice(0, 2 * beginning.lines)
  while (lines[0]?.trim() === '') lines.shift()
  const isEnded = (line: string) => /[.!?。！？।…:]["'»”)]?\s*$/.test(line)
  if (lines.length > 1 && lines[0]!.trim().length < 60 && endsAsSalutation.test(lines[0]!)) lines.shift()
  while (lines.length > 1 && lines.at(-1)!.trim().length < 50 && !isEnded(lines.at(-1)!)) lines.pop()
  const text = lines.map((line) => (line.trim() === '' ? '\n' : line)).join(' ')
  return folded(text.slice(0, beginning.characters))
    .replace(salutation, '')
    .split(/(?<=[.!?])\s+|(?<=[。！？।])\s*|\n/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

const endsAsSalutation = /[,!:،，：]\s*$/

const salutation = new RegExp(
  String.raw`^\s*(?:${Object.values(salutations).map(foldedPattern).join('|')})\p{L}*(?:[ ,]+[\p{L}/.]+){0,4}\s*[,!:،，：。.?]`,
  'u',
)

/** The parts of a sentence between commas and conjunctions; Thai and Lao have spaces there. */
const clausesOf = (sentence: string): string[] =>
  sentence
    .split(conjunction)
    .flatMap((clause) => (/[\p{Script=Thai}\p{Script=Lao}]/u.test(clause) ? clause.split(/\s+/) : [clause]))
    .map((one) => one.trim())
    .filter((one) => one !== '')

const conjunction =
  /[,;،؛，、；：]\s*|:\s+|\s+[-–—/]\s+|\s(?:and|but|und|aber|jedoch|et|mais|y|e(?= (?:vi|le|la|il|lo|gli|abbiamo|si|non|nao|foi|o|informamos|comunichiamo) )|pero|mas|ma|maar|och|men|mutta|ale|lecz|jednak|ani|και|αλλα|и|но|та|але|однак|ve|ama|fakat|dan|namun|nhung)\s|(?<=으나|지만|하여|는데)\s|(?<=ましたか|したところ)/u

/** A text without what it quotes. */
export const unquoted = (body: string): string => linesOf(body.slice(0, 40_000)).join('\n')

/** How much of an answer later letters quote, in characters. */
const longestExcerpt = 200

/** The first sentence of an answer, on one line, without salutation and quotations; null where it says nothing itself. */
export function excerptOf(body: string): string | null {
  const lines = linesOf(body.slice(0, 4000)).flatMap((line) => line.trim() || [])
  if (lines.length > 1 && lines[0]!.length < 60 && isSalutation(lines[0]!)) lines.shift()
  const text = lines
    .join(' ')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  const sentence = /^.{10,}?(?:[.!?](?=\s|$)|[。！？।])/u.exec(text)?.[0] ?? text
  if (sentence === '') return null
  return shorten(sentence, longestExcerpt)
}

const isSalutation = (line: string): boolean =>
  endsAsSalutation.test(line) || /^(?:dear|hello|hi|good (?:day|morning|afternoon|evening)|greetings)\b/i.test(line)

const firstLinesOf = (body: string): string[] => linesOf(body.slice(0, 4000))

function linesOf(body: string): string[] {
  const lines = body.split(/\r?\n/)
  const own = lines.findIndex((line) => line.trim() !== '' && !isQuoted(line) && !isAttribution(line))
  const quoted = lines.findIndex((line, at) => at > own && (isAttribution(line) || isHeaderOfQuoted(lines, at)))
  return lines.slice(Math.max(own, 0), quoted < 0 ? undefined : quoted).filter((line) => !isQuoted(line))
}

const isQuoted = (line: string): boolean => /^\s*[>|]|^##-/.test(line)
/** The line in front of what a mail quotes or forwards, in its writer's language. */
const isAttribution = (line: string): boolean => quotationMark.test(line.trim()) || attribution.test(line.trim())
const quotationMark =
  /^_{10,}|^begin forwarded message|^-{2,} ?(?:[\p{L}'’]+ ){0,3}(?:[\p{L}'’]*(?:message|nachricht|mensaje|mensagem|messaggio|bericht|wiadomoś[cć]|zpráv\p{L}|správ\p{L}|сообщени\p{L}|письмо|iletiler?|ileti|mesaj|pesan|thư|邮件|郵件|メッセージ|メール|메시지|संदेश))(?: [\p{L}'’]+){0,3} ?-{2,}/iu
const attribution =
  /^(?:on|am|le|el|em|il(?: giorno)?|op|dnia|w dniu|den|dne|vào|pada) .{8,160}(?:wrote|schrieb|a écrit|escribió|escreveu|ha scritto|schreef|napisał\(?a?\)?|skrev|napsala?|đã viết|menulis)(?!\p{L}).{0,80}:$|^.{8,160}(?:пишет|писал\(?а?\)?|şunu yazdı|写道|寫道|のメール|님이 작성)\s*[:：]$/iu

/** Whether the headers of a quoted mail begin here, as Outlook writes them in its user's language. */
const isHeaderOfQuoted = (lines: readonly string[], at: number): boolean =>
  /^\s*\*?(?:from|von|de|van|da|od|fra|från|lähettäjä|kimden|gönderen|от|від|发件人|寄件者|差出人|보낸 ?사람|प्रेषक)\s*[:：]/i.test(
    lines[at]!,
  ) &&
  lines
    .slice(at + 1, at + 6)
    .some((line) =>
      /^\s*\*?(?:to|an|à|aan|para|a|do|til|till|vastaanottaja|kime|alıcı|кому|收件人|收件者|宛先|받는 ?사람|subject|betreff|objet|onderwerp|asunto|assunto|oggetto|temat|konu|тема|主题|主旨|件名|제목)\s*[:：]/i.test(
        line,
      ),
    )
