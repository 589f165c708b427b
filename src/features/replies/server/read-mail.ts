import type { Email } from 'postal-mime'
import type { NamedHost } from '#features/replies/contract.ts'
import type { AnswerKind } from '#features/replies/rules.ts'
import { textOfMarkup } from '#kit/server/text-of-markup.ts'
import { truncate } from '#vocabulary/truncate.ts'
import { cutMail } from './cut-mail.ts'
import { type DeliveryFailure, failureIn } from './delivery-failures.ts'
import { hasDeliveryReport, kindOf } from './mail-kinds.ts'
import { namedHostIn } from './named-host.ts'
import { ticketIn } from './ticket-numbers.ts'

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
  /** What a server says of a bounce; null for any other mail. */
  failure: DeliveryFailure | null
  /** It has a machine-readable delivery report (RFC 3464). */
  hasDeliveryReport: boolean
  /** The number that the desk gave the report, as its subject has it ('[Ticket#2026112200017]'). */
  ticket: string | null
  /** The host that it names. */
  host: NamedHost | null
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
  const body = plain(bodyTextOf(mail))
  const kind = kindOf(mail, body.slice(0, maxLength.scanned))
  const texts = textsOf(mail)
  const attached = (isMail: boolean) =>
    mail.attachments.filter(({ mimeType }) => (mimeType === 'message/rfc822') === isMail).map(textOf)
  return {
    kind,
    sender: mail.from?.address?.slice(0, 254) || null,
    subject: truncate(plain(mail.subject ?? ''), 500),
    body: truncate(body, maxLength.stored),
    recipients: recipientsOf(mail),
    noticeIds: noticeIdsIn(texts),
    failure: kind === 'bounce' ? failureIn(mail, [body, ...attached(false)], attached(true)) : null,
    hasDeliveryReport: hasDeliveryReport(mail),
    ticket: kind === 'bounce' ? null : ticketIn(mail.subject ?? '', body),
    host: (kind !== 'bounce' && namedHostIn(body, mail.from?.address ?? null)) || null,
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
  const own = [mail.inReplyTo ?? '', mail.references ?? '', mail.text ?? '', mail.html ?? '']
  return [...own.map((text) => text.slice(0, maxLength.scanned)), ...mail.attachments.map(textOf)]
}

const textOf = ({ content }: Email['attachments'][number]): string =>
  (typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('latin1')).slice(
    0,
    maxLength.scanned,
  )

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const idPatterns = [new RegExp(`<(${uuid})@`, 'gi'), new RegExp(`report_id["']?\\s*[:=]\\s*["']?(${uuid})`, 'gi')]

function noticeIdsIn(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) =>
    idPatterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, id]) => id!.toLowerCase())),
  )
  return [...new Set(found)].slice(0, 20)
}

/** The text without zero bytes, which PostgreSQL rejects, trimmed. */
const plain = (text: string): string => text.replaceAll('\u0000', '').trim()
