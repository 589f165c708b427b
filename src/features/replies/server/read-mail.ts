import type { Email } from 'postal-mime'
import type { AnswerKind } from '#features/replies/rules.ts'
import { textOfMarkup } from '#kit/server/text-of-markup.ts'
import { cutMail } from './cut-mail.ts'

/** The parsed parts of an incoming mail. */
export type InboundMail = {
  kind: AnswerKind
  sender: string | null
  subject: string
  body: string
  /** Every address to which it was delivered or sent. */
  recipients: string[]
  /** Ids of notices that it names: in its reply headers, in quoted or returned content, in a report. */
  noticeIds: string[]
  /** The server's text of a permanent bounce; null for any other mail. */
  failure: string | null
}

/** How many characters of a text are scanned and stored. */
const maxLength = { scanned: 200_000, stored: 20_000 }

/** Parses the raw bytes of a mail. Rejects when they are not a mail. */
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
    body: plain(bodyTextOf(mail)).slice(0, maxLength.stored),
    recipients: recipientsOf(mail),
    noticeIds: noticeIdsIn(texts),
    failure: kind === 'bounce' ? failureIn(mail, texts) : null,
  }
}

/** The text of the body; many replies are HTML only. */
const bodyTextOf = ({ text, html }: Email): string =>
  text?.trim() ? text : textOfMarkup((html ?? '').slice(0, maxLength.scanned))

/** Replaces line ends by line feeds where a mail has carriage returns only. */
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

const maxRecipients = 20_000
const recipientHeaders = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-delivered-to']

function recipientsOf(mail: Email): string[] {
  const lists = [...(mail.to ?? []), ...(mail.cc ?? [])].flatMap((one) => [
    one.address ?? '',
    ...(one.group ?? []).map(({ address }) => address ?? ''),
  ])
  const headers = mail.headers.filter(({ key }) => recipientHeaders.includes(key)).map(({ value }) => value)
  // Headers of the delivering servers come first, so that a list of thousands does not cut them off.
  return [...headers, ...lists]
    .map((one) => one.toLowerCase())
    .filter(Boolean)
    .slice(0, maxRecipients)
}

/** The reply headers, the bodies and all attachments, as text. */
function textsOf(mail: Email): string[] {
  const attached = mail.attachments.map(({ content }) =>
    typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('latin1'),
  )
  return [mail.inReplyTo ?? '', mail.references ?? '', mail.text ?? '', mail.html ?? '', ...attached].map((text) =>
    text.slice(0, maxLength.scanned),
  )
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const idPatterns = [new RegExp(`<(${uuid})@`, 'gi'), new RegExp(`report_id["']?\\s*[:=]\\s*["']?(${uuid})`, 'gi')]

function noticeIdsIn(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) =>
    idPatterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, id]) => id!.toLowerCase())),
  )
  return [...new Set(found)].slice(0, 20)
}

const permanent = /\b5\.\d{1,3}\.\d{1,3}\b|\b55\d[ -]|user unknown|no such (user|mailbox)|unknown user|does not exist/i

/** The server's text of a permanent failure; null for a delay. */
function failureIn(mail: Email, texts: readonly string[]): string | null {
  const status = mail.attachments.find(({ mimeType }) => mimeType.endsWith('delivery-status'))
  const report = status ? Buffer.from(status.content as ArrayBuffer).toString('latin1') : texts.join('\n')
  if (status && !(/^action:\s*failed/im.test(report) && /^status:\s*5/im.test(report))) return null
  const diagnostic = /^diagnostic-code:\s*(.+(?:\r?\n[ \t].+)*)/im.exec(report)?.[1] ?? lineWith(permanent, report)
  if (diagnostic === undefined && !status) return null
  return plain(diagnostic ?? 'Permanent failure')
    .replace(/\s+/g, ' ')
    .slice(0, 500)
}

const lineWith = (pattern: RegExp, text: string): string | undefined =>
  text.split(/\r?\n/).find((line) => pattern.test(line))

/** The text without zero bytes, which PostgreSQL rejects, trimmed. */
const plain = (text: string): string => text.replaceAll('\u0000', '').trim()
