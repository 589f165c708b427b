import type { OutgoingEmail } from '#kit/server/mail.ts'
import type { Settings } from '#kit/server/serve.ts'
import { platformOf } from '#platforms/all.ts'
import { escapeHtml } from '#vocabulary/escape-html.ts'
import { withArticle } from '#vocabulary/names.ts'
import { countText } from '#vocabulary/numbers.ts'
import { onOneLine } from '#vocabulary/one-line.ts'
import { shorten, truncate } from '#vocabulary/truncate.ts'
import type { StoredLine } from './queries.ts'
import type { Subject } from './subject.ts'

/** As many characters of a line are in the bell. */
const excerptLength = 140

const excerptOf = (text: string): string => {
  const flat = onOneLine(text)
  return flat.length > excerptLength ? `${truncate(flat, excerptLength - 1).trimEnd()}…` : flat
}

/** 'a Domain finding of Acme', 'a group of findings of Acme'. */
function nameOfSubject({ kind, platform, brand }: Pick<Subject, 'kind' | 'platform' | 'brand'>): string {
  const title = platformOf(platform)?.title
  const what = kind === 'finding' && title ? `${withArticle(title)} finding` : 'a group of findings'
  return brand === '' ? what : `${what} of ${brand}`
}

/**
 * The notice of a line. That of an internal line says only that there is one: whoever is staff today may sign in as a
 * client tomorrow, with the same bell.
 */
export function noticeText(subject: Subject, { author, text, isInternal }: StoredLine): string {
  const title = subject.title === '' ? '' : `, <b>${escapeHtml(shorten(subject.title, excerptLength))}</b>`
  const about = `${escapeHtml(nameOfSubject(subject))}${title}`
  const by = `<b>${escapeHtml(author)}</b>`
  if (isInternal) return `${by} wrote an internal message on ${about}.`
  return `${by} wrote on ${about}: <i>${escapeHtml(excerptOf(text))}</i>`
}

const addressOfThread = (appUrl: string, { kind, id }: Pick<Subject, 'kind' | 'id'>): string =>
  `${appUrl}/activity?subject=${kind}&id=${id}`

const footer = ({ appUrl }: Settings): string => `To change how you are notified:\n${appUrl}/activity-settings`

/** The email about one line; internal lines are not quoted, because emails leave the system. */
export function lineEmail(settings: Settings, subject: Subject, line: StoredLine): Omit<OutgoingEmail, 'to'> {
  const about = nameOfSubject(subject)
  return {
    kind: 'activity',
    subject: `${settings.productName}: ${line.author} wrote on ${about}`,
    text: [
      line.isInternal
        ? `${line.author} wrote an internal message on ${about}.`
        : `${line.author} wrote on ${about}:\n\n${quoted(line.text)}`,
      `Open it in the console:\n${addressOfThread(settings.appUrl, subject)}`,
      footer(settings),
    ].join('\n\n'),
  }
}

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

export type DigestLine = { subject: Subject; line: StoredLine }

/** The daily email: one part for each thread, its newest lines last. `left` more lines are not in it. */
export function digestEmail(
  settings: Settings,
  { lines, left }: { lines: readonly DigestLine[]; left: number },
): Omit<OutgoingEmail, 'to'> {
  const threads = [...Map.groupBy(lines, ({ subject }) => subject.id).values()]
  const count = lines.length + left
  const parts = threads.map((thread) => {
    const { subject } = thread[0]!
    const written = thread.map(({ line }) =>
      line.isInternal ? `${line.author} wrote an internal message.` : `${line.author}: ${excerptOf(line.text)}`,
    )
    return [`On ${nameOfSubject(subject)}:`, ...written, addressOfThread(settings.appUrl, subject)].join('\n')
  })
  return {
    kind: 'activity-digest',
    subject: `${settings.productName}: ${countText(count)} new ${count === 1 ? 'message' : 'messages'}`,
    text: [...parts, ...(left > 0 ? [`${countText(left)} more in the console.`] : []), footer(settings)].join('\n\n'),
  }
}
