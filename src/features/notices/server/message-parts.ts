import { onOneLine } from '#features/enforcement-config/server/compose-notice.ts'
import { messages } from '#features/notices/messages.ts'
import type { StoredAttachment } from '#kit/server/mail.ts'
import { dayInWords } from '#vocabulary/dates.ts'
import { largestEvidence } from './compose-report.ts'
import type { ExaminedCase } from './examine.ts'
import type { StatedMessage } from './message-queries.ts'
import { momentIn } from './moment-in.ts'
import type { Section } from './render-email.ts'

const texts = messages.message

/** A message as an attachment; a picture has the id under which the HTML part shows it. */
export type AttachedMessage = {
  message: StatedMessage
  fileName: string
  cid: string | null
  attachment: StoredAttachment
}

/** How much text of a message the email itself has; all of it is attached. */
const quoted = 800

/** The messages of a finding as attachments beside files of so many bytes: those for which there is no room are left out. */
export function attachedMessages(
  { messages: all }: ExaminedCase,
  { name, usedBytes }: { name: string; usedBytes: number },
): AttachedMessage[] {
  let bytes = usedBytes
  return all.flatMap((message, n) => {
    bytes += message.bytes
    if (bytes > largestEvidence) return []
    const { bucket, key } = message
    const fileName = `${name}-${n + 1}.${key.split('.').at(-1)!}`
    const cid = message.kind === 'picture' ? `${fileName}@message` : null
    return [{ message, fileName, cid, attachment: { fileName, bucket, key, ...(cid ? { cid } : {}) } }]
  })
}

/** A message in one line: what it is, from whom, its subject, when, and where all of it is. */
export function messageLine(message: StatedMessage, zone: string, fileName?: string): string {
  const { kind, sender, subject, sentAt, receivedOn, sha256 } = message
  const facts = [
    [texts.kinds[kind], sender && texts.from(sender)].filter(Boolean).join(' '),
    subject && texts.subject(subject),
    sentAt ? texts.sent(momentIn(sentAt, zone)) : receivedOn && texts.received(dayInWords(receivedOn)),
    fileName && (kind === 'email' ? texts.withHeaders : texts.attached)(fileName),
    texts.hash(sha256),
  ]
  return onOneLine(facts.filter(Boolean).join('; '))
}

/** The messages in the email: each in one line, the text of a text message, the picture of a screenshot where it is attached. */
export function messageSections(
  attached: readonly AttachedMessage[],
  { zone, areAttached }: { zone: string; areAttached: boolean },
): Section[] {
  if (attached.length === 0) return []
  const lines = attached.flatMap(({ message, fileName }) => [
    messageLine(message, zone, areAttached ? fileName : undefined),
    ...(message.kind === 'text' ? [onOneLine(`“${(message.text ?? '').trim().slice(0, quoted)}”`)] : []),
  ])
  const pictures = attached.flatMap(({ fileName, cid }) =>
    cid && areAttached ? [{ fileName, cid, caption: texts.caption }] : [],
  )
  return [{ title: texts.title, lines }, ...(pictures.length > 0 ? [{ title: texts.caption, pictures }] : [])]
}
