import type { Email } from 'postal-mime'
import type { answerKinds } from '#features/replies/messages.ts'
import { textOfMarkup } from '#kit/server/text-of-markup.ts'
import { cutMail } from './cut-mail.ts'

/** What matters of a mail that came back. */
export type InboundMail = {
  kind: (typeof answerKinds)[number]
  sender: string | null
  subject: string
  body: string
  /** Every address to which it came. */
  recipients: string[]
  /** Ids of letters that it names: in the headers that answer, in what it sends back, in a report. */
  names: string[]
  /** A bounce that will not be better tomorrow; the server's words for it. */
  failure: string | null
}

/** How much of a text is looked at and kept. */
const longest = { looked: 200_000, kept: 20_000 }

/** Reads a mail as it came. Rejects when it is none. */
export async function readMail(bytes: Uint8Array): Promise<InboundMail> {
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(cutMail(withLineFeeds(bytes)), {
    forceRfc822Attachments: true,
    maxNestingDepth: 20,
  })
  const kind = kindOf(mail)
  const texts = textsOf(mail)
  return {
    kind,
    sender: mail.from?.address?.slice(0, 254) || null,
    subject: plain(mail.subject ?? '').slice(0, 500),
    body: plain(wordsOf(mail)).slice(0, longest.kept),
    recipients: recipientsOf(mail),
    names: namesIn(texts),
    failure: kind === 'bounce' ? failureIn(mail, texts) : null,
  }
}

/** What is written in it; many answers come as HTML alone. */
const wordsOf = ({ text, html }: Email): string =>
  text?.trim() ? text : textOfMarkup((html ?? '').slice(0, longest.looked))

/** Some servers end lines with a carriage return alone. */
function withLineFeeds(bytes: Uint8Array): Uint8Array {
  const [lf, cr] = [10, 13]
  return bytes.includes(lf) || !bytes.includes(cr) ? bytes : bytes.map((byte) => (byte === cr ? lf : byte))
}

const daemons = /^(mailer-daemon|postmaster|mail-?daemon|mail\.?delivery|mdaemon|bounces?)\b/i
const bounceSubject =
  /undeliver|returned mail|delivery (status )?notification|delivery (has )?(failed|failure|report|problem)|failure notice|mail delivery|(could|can) ?not (be )?deliver|non.?delivery|rejected|unable to deliver|message you sent|delivery error|user unknown/i
const automaticSubject =
  /^(re: *)?(auto(matic|mated)?[ -]?(reply|response|answer)|out of (the )?office|vacation|abwesend|ticket received)/i

function kindOf(mail: Email): InboundMail['kind'] {
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value ?? ''
  const holds = (type: string) => mail.attachments.some(({ mimeType }) => mimeType === type)
  if (holds('message/feedback-report') || /feedback-report/i.test(header('content-type'))) return 'report'
  const isBounce =
    holds('message/delivery-status') ||
    holds('message/global-delivery-status') ||
    header('x-failed-recipients') !== '' ||
    daemons.test(mail.from?.address ?? '') ||
    (bounceSubject.test(mail.subject ?? '') && !mail.inReplyTo)
  if (isBounce) return 'bounce'
  const isAutomatic =
    /^auto/i.test(header('auto-submitted')) ||
    ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'x-autoresponder'].some((name) => header(name) !== '') ||
    /auto.?reply|bulk|junk/i.test(header('precedence')) ||
    header('return-path').trim() === '<>' ||
    automaticSubject.test(mail.subject ?? '')
  return isAutomatic ? 'automatic' : 'reply'
}

const mostRecipients = 20_000
const recipientHeaders = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-delivered-to']

function recipientsOf(mail: Email): string[] {
  const lists = [...(mail.to ?? []), ...(mail.cc ?? [])].flatMap((one) => [
    one.address ?? '',
    ...(one.group ?? []).map(({ address }) => address ?? ''),
  ])
  const headers = mail.headers.filter(({ key }) => recipientHeaders.includes(key)).map(({ value }) => value)
  // What the servers on its way wrote is never lost in a list of thousands.
  return [...headers, ...lists]
    .map((one) => one.toLowerCase())
    .filter(Boolean)
    .slice(0, mostRecipients)
}

/** Headers that answer, the words, and all that is attached, as text. */
function textsOf(mail: Email): string[] {
  const attached = mail.attachments.map(({ content }) =>
    typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('latin1'),
  )
  return [mail.inReplyTo ?? '', mail.references ?? '', mail.text ?? '', mail.html ?? '', ...attached].map((text) =>
    text.slice(0, longest.looked),
  )
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const named = [new RegExp(`<(${uuid})@`, 'gi'), new RegExp(`report_id["']?\\s*[:=]\\s*["']?(${uuid})`, 'gi')]

function namesIn(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) =>
    named.flatMap((pattern) => [...text.matchAll(pattern)].map(([, id]) => id!.toLowerCase())),
  )
  return [...new Set(found)].slice(0, 20)
}

const permanent = /\b5\.\d{1,3}\.\d{1,3}\b|\b55\d[ -]|user unknown|no such (user|mailbox)|unknown user|does not exist/i

/** What the server said when it gave up for good; null for a delay. */
function failureIn(mail: Email, texts: readonly string[]): string | null {
  const status = mail.attachments.find(({ mimeType }) => mimeType.endsWith('delivery-status'))
  const told = status ? Buffer.from(status.content as ArrayBuffer).toString('latin1') : texts.join('\n')
  if (status && !(/^action:\s*failed/im.test(told) && /^status:\s*5/im.test(told))) return null
  const words = /^diagnostic-code:\s*(.+(?:\r?\n[ \t].+)*)/im.exec(told)?.[1] ?? lineWith(permanent, told)
  if (words === undefined && !status) return null
  return plain(words ?? 'Failed for good')
    .replace(/\s+/g, ' ')
    .slice(0, 500)
}

const lineWith = (pattern: RegExp, text: string): string | undefined =>
  text.split(/\r?\n/).find((line) => pattern.test(line))

/** PostgreSQL takes no zero bytes. */
const plain = (text: string): string => text.replaceAll('\u0000', '').trim()
