import { absences, absenceSigns, urgentMatters } from './wordings/absences.ts'
import { acknowledgements, receipts } from './wordings/acknowledgements.ts'
import { automaticSubjects } from './wordings/automatic-subjects.ts'
import { departures } from './wordings/departures.ts'
import { anyOf, atBeginning, bothOf, folded } from './wordings/folded.ts'
import { customers, decisions, questions, statements } from './wordings/outcomes.ts'
import { programs, promises } from './wordings/promises.ts'

const subjects = atBeginning(automaticSubjects)
const [absent, departed, acknowledged] = [anyOf(absences, urgentMatters), anyOf(departures), anyOf(acknowledgements)]
const [decided, asked, stated] = [anyOf(decisions, customers), anyOf(questions), anyOf(statements)]
const [byProgram, promised] = [anyOf(programs), anyOf(promises)]
/** A number of the report: '#4711', 'ABC-2025-0042', five digits, or fewer after a word for number. */
const numbered = new RegExp(
  String.raw`[#№]\s?[\w-]*\d{3,}|\b[a-z]{1,6}-?\d[\w-]*\d{3,}|\b\d{5,}\b|\[[^\]]*\d{3,}[^\]]*\]|` +
    String.raw`(?:\b(?:ticket|case|request|incident|report|ref|nr|no|num|nomer|cisl|protocol|szam|nomor|so)|номер|αριθμ|رقم|번호|番号|编号|編號|หมายเลข|מספר)\p{L}*[^\p{L}\d]{0,4}(?:\p{L}{1,6}[^\p{L}\d]{1,4})?[\w-]*\d{3,}`,
  'u',
)
const absentBySigns = bothOf(absenceSigns, 300)
const receivedWithNumber = bothOf(receipts, 90)
const ticketSubject =
  /^(?:re: *)?(?:\[[^\]]{0,60}\] *)*(?:(?:support )?(?:ticket|request|case|report|message|submission) (?:received|created|confirmation|opened|acknowledg\w+)|(?:we (?:have )?)?received your|ticket received|request received|\[?request received\]?|confirmation of (?:your )?(?:report|request)|autoreply)/

/** A text of at most so many characters says nothing but that the report arrived; signs of East Asia say more each. */
const isBare = (text: string): boolean =>
  text.trim().length <=
  (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text) ? 18 : 45)

/** How much of a text is read for its kind: what it says first. */
const beginning = { characters: 700, lines: 12 }

/** Whether a subject is that of an automatic reply or an absence, in one of more than fifty languages. */
export function isAutomaticSubject(subject: string): boolean {
  const text = folded(subject.slice(0, 200))
  return subjects.test(text) || ticketSubject.test(text)
}

/** Whether the text begins as the note of somebody who is away or has left, and decides nothing. */
export function isOutOfOffice(body: string): boolean {
  const text = beginningOf(body)
  return (absent.test(text) || departed.test(text) || absentBySigns.test(text)) && !decided.test(text)
}

/**
 * Whether the text only confirms that a report arrived. Thanks or 'we have received your report' alone begin what persons
 * write, too: a program also says so, gives a number, or promises that somebody will see to it. It neither decides nor
 * asks nor states anything about the matter.
 */
export function isAcknowledgement(subject: string, body: string): boolean {
  const text = beginningOf(body)
  const whole = `${folded(subject.slice(0, 200))}\n${text}`
  if (hasDecisionOrQuestion(unconditional(text)) || stated.test(text)) return false
  if (!acknowledged.test(whole) && !receivedWithNumber.test(text)) return false
  return byProgram.test(whole) || promised.test(text) || numbered.test(whole) || isBare(text)
}

/** Without what would only follow from a condition: 'if the site is not hosted by us' is said to everybody. */
const unconditional = (text: string): string => text.replace(/\b(?:if|unless|whether|in case) [^.,;!?]{0,160}/g, ' ')

/** Whether the text says what became of the report, or asks something: a person wrote it. */
export function decidesOrAsks(body: string): boolean {
  return hasDecisionOrQuestion(beginningOf(body))
}

const hasDecisionOrQuestion = (text: string): boolean => decided.test(text) || asked.test(text)

/** The first lines that are no quotation, folded. */
function beginningOf(body: string): string {
  const lines = body.slice(0, 4000).split(/\r?\n/)
  const quoted = lines.findIndex((line) =>
    /^-{2,} ?original message|^_{10,}|^on .{10,80} wrote:$|^am .{10,80} schrieb|^le .{10,80} a écrit/i.test(
      line.trim(),
    ),
  )
  const text = lines
    .slice(0, quoted < 0 ? undefined : quoted)
    .filter((line) => line.trim() !== '' && !/^\s*[>|]/.test(line))
    .slice(0, beginning.lines)
    .join(' ')
    .slice(0, beginning.characters)
  return folded(text)
}
