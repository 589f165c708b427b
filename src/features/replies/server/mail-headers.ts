import type { Email } from 'postal-mime'

/** Reads a header of one mail by its name in lower case; empty where the mail has none. */
export type ReadHeader = (name: string) => string

/** The headers of a mail, each by its first value. */
export const headersOf =
  (mail: Email): ReadHeader =>
  (name) =>
    mail.headers.find(({ key }) => key === name)?.value ?? ''

/** Whether a program says that it sent the mail itself (RFC 3834). */
export const isAutoSubmitted = (header: ReadHeader): boolean => /^auto/i.test(header('auto-submitted').trim())

const strong =
  /^x-(?:.*auto-?(?:repl|respon|generat|submit|ack).*|vacation|out-?of-?office.*|kayako-autoresponder|apple-action)$/
const value =
  /^(?:auto(?:mat(?:ic|ed))?[ ._-]?(?:repl(?:y|ied)|respon[sd]\w*|generated|submitted|ack\w*)?|vacation|true|yes)\b/i
const senders =
  /^(?:(?:no|do-?not|donot|not?)[._-]?(?:reply|replay|response|responda|responder|respondas|answer)|ne-?pas-?r[eé]pondre|noresponder|nao-?respond[ae]r?|non-?rispondere|nicht-?antworten|keine-?antwort|niet-?(?:beantwoorden|antwoorden)|svara-?(?:inte|ej)|ikke-?svar|ei-?vastata|nie-?odpowiadaj|neodpovidej(?:te)?|auto(?:matic|mated|mailer)?[._-]?(?:reply|response|responder|confirm|mail)|robot|notifications?|notify|notificaciones|powiadomienia|benachrichtigung(?:en)?)(?:[._+-].*)?@|^noreply[\w.+-]*@|[._-]no-?reply@/i

/**
 * Whether headers or the sender's address say that a program sent the mail by itself: Auto-Submitted (RFC 3834), the
 * headers of responders under whatever name, a null return path, an address that takes no answers, a list of news.
 */
export function isSentByProgram(mail: Email, header: ReadHeader): boolean {
  return (
    isAutoSubmitted(header) ||
    mail.headers.some(({ key, value: given }) => isAutomaticHeader(key, given.trim())) ||
    /auto.?reply/i.test(header('precedence')) ||
    header('return-path').trim() === '<>' ||
    senders.test(mail.from?.address ?? '') ||
    /^(?:accettazione|avvenuta-consegna|presa-in-carico)/i.test(header('x-ricevuta')) ||
    /^(?:accettazione|consegna|presa in carico): /i.test(mail.subject ?? '') ||
    (header('list-unsubscribe') !== '' && !mail.inReplyTo)
  )
}

function isAutomaticHeader(key: string, given: string): boolean {
  if (given === '' || /^(?:no|none|false|0)$/i.test(given) || key === 'x-auto-response-suppress') return false
  if (key === 'x-apple-action') return /vacation/i.test(given)
  return strong.test(key) || (key.startsWith('x-') && value.test(given) && /auto|vacation|generated/i.test(key + given))
}

const marks = [
  'x-auto-response-suppress',
  'rt-ticket',
  'x-rt-loop-prevention',
  'x-loop',
  'x-otrs-loop',
  'x-zammad-ticket',
]

/** Whether a header says that no program should answer: ticket systems set it on all their mail, of persons as well. */
export const isMarkedAutomatic = (_mail: Email, header: ReadHeader): boolean =>
  marks.some((name) => header(name) !== '' && !/^(?:no|none)$/i.test(header(name).trim()))

/** Whether the mail was written with a program that only persons answer with. */
export const isFromPersonsProgram = (header: ReadHeader): boolean =>
  personsPrograms.test(`${header('x-mailer')}\n${header('user-agent')}`)
const personsPrograms =
  /microsoft (?:office )?outlook|outlook express|microsoft-macoutlook|apple mail|i(?:phone|pad) mail|thunderbird|evolution|kmail|\bmutt\b|the bat!|em client|claws mail/i
