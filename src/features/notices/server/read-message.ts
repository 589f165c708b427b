import type { Address, Email } from 'postal-mime'
import { textOfMarkup } from '#kit/server/text-of-markup.ts'
import { truncate } from '#vocabulary/truncate.ts'
import { maskHeaders, maskText, type Recipients, recipientsIn } from './mask-recipients.ts'

/** A message that leads to a page, with recipients masked. */
export type ReadMessage = {
  kind: 'email' | 'text'
  sender: string
  subject: string
  sentAt: string | null
  /** What leaves: headers, then the text and the links. */
  body: string
}

/** Characters of the parts that leave, and how many links and recipients are looked at. */
const limits = { headers: 60_000, text: 100_000, markup: 400_000, links: 50, recipients: 100 }

/** Reads an email in its original form; undefined where the bytes are none. */
export async function readEmail(bytes: Uint8Array): Promise<ReadMessage | undefined> {
  const read = await parsed(bytes)
  if (!read) return undefined
  // One that was forwarded as an attachment is the message; the email around it is that of whoever reported it.
  const forwarded = read.mail.attachments.find(({ mimeType }) => mimeType === 'message/rfc822')
  const inner = forwarded && (await parsed(bytesOf(forwarded.content)))
  return shown(inner ?? read)
}

/** Reads what somebody pasted: an email with its headers, else the text of another message from `sender`. */
export async function readPasted(text: string, sender: string): Promise<ReadMessage> {
  const email = looksLikeEmail(text) ? await readEmail(Buffer.from(text)) : undefined
  if (email) return email
  const own = text.trim()
  return { kind: 'text', sender, subject: '', sentAt: null, body: `${sender ? `From: ${sender}\n\n` : ''}${own}\n` }
}

type Parsed = { mail: Email; headers: string }

async function parsed(bytes: Uint8Array): Promise<Parsed | undefined> {
  const text = Buffer.from(bytes.slice(0, limits.headers)).toString('utf8').replaceAll('\r\n', '\n').trimStart()
  const headers = text.split(/\n[ \t]*\n/, 1)[0]!
  if (!looksLikeHeaders(headers)) return undefined
  const { default: PostalMime } = await import('postal-mime')
  const mail = await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: 20 }).catch(
    () => undefined,
  )
  return mail && { mail, headers }
}

function shown({ mail, headers }: Parsed): ReadMessage {
  const recipients = recipientsOf(mail, headers)
  const mask = (text: string) => maskText(text, recipients)
  const text = mail.text?.trim() ? mail.text : textOfMarkup((mail.html ?? '').slice(0, limits.markup))
  const links = linksIn(mail.html ?? '')
  const parts = [
    maskHeaders(headers, recipients),
    mask(text.replaceAll('\r\n', '\n').trim().slice(0, limits.text)),
    ...(links.length > 0 ? [`Links in the message:\n${links.map(mask).join('\n')}`] : []),
  ]
  return {
    kind: 'email',
    sender: mask(truncate(addressText(mail.from), 300)),
    subject: mask(truncate(mail.subject ?? '', 300)),
    sentAt: momentOf(mail.date),
    body: `${parts.join('\n\n')}\n`,
  }
}

function recipientsOf({ to, cc, bcc, from }: Email, headers: string): Recipients {
  const people = [to, cc, bcc].flatMap((list) => list ?? []).flatMap((one) => one.group ?? [one])
  const addresses = [...people.map(({ address }) => address ?? ''), ...recipientsIn(headers)].filter((one) =>
    /^[^\s@]+@[^\s@]+$/.test(one),
  )
  // A sender often gives the recipient the name of the brand; that one says nothing about a person.
  const names = people
    .map(({ name }) => name?.trim() ?? '')
    .filter((name) => name.length >= 3 && !name.includes('@') && name !== from?.name)
  return {
    addresses: [...new Set(addresses)].slice(0, limits.recipients),
    names: [...new Set(names)].slice(0, limits.recipients),
  }
}

const linksIn = (html: string): string[] =>
  [
    ...new Set(
      [...html.slice(0, limits.markup).matchAll(/href\s*=\s*["']?(https?:\/\/[^\s"'<>]{1,2000})/gi)].map(([, link]) =>
        link!.replaceAll('&amp;', '&'),
      ),
    ),
  ].slice(0, limits.links)

const addressText = (from: Address | undefined): string =>
  from?.name && from.address ? `${from.name} <${from.address}>` : (from?.address ?? from?.name ?? '')

function momentOf(date: string | undefined): string | null {
  const at = date === undefined ? Number.NaN : Date.parse(date)
  return at > Date.parse('2000-01-01') && at < Date.now() + 86_400_000 ? new Date(at).toISOString() : null
}

const headerLine =
  /^(?:received|return-path|delivered-to|from|to|date|subject|message-id|mime-version|dkim-signature):/gim

/** At least two of the fields that every email has. */
const looksLikeHeaders = (block: string): boolean =>
  new Set((block.match(headerLine) ?? []).map((one) => one.toLowerCase())).size >= 2

/** It begins with a header line and has a blank line after the headers. */
const looksLikeEmail = (text: string): boolean =>
  /^\s*[A-Za-z][\w-]{1,60}:[ \t]/.test(text) && /\n[ \t]*\r?\n/.test(text)

const bytesOf = (content: string | ArrayBuffer | Uint8Array): Uint8Array =>
  typeof content === 'string'
    ? Buffer.from(content)
    : content instanceof ArrayBuffer
      ? new Uint8Array(content)
      : content
