import type { OutgoingEmail } from '#kit/server/mail.ts'
import type { Settings } from '#kit/server/serve.ts'
import { platformOf } from '#platforms/all.ts'
import { defangAddress } from '#vocabulary/addresses.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { escapeHtml } from '#vocabulary/escape-html.ts'
import { withArticle } from '#vocabulary/names.ts'
import { counted, countText, sum } from '#vocabulary/numbers.ts'
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

/** The same with its address, which no mail program makes a link of: 'a Domain finding of Acme, evil[.]test'. */
function nameInEmail(subject: Subject): string {
  const name = nameOfSubject(subject)
  return subject.title === '' ? name : `${name}, ${titleInEmail(subject)}`
}

/** A title, shortened, with an address that no mail program makes a link of. */
export const titleInEmail = ({ title }: Pick<Subject, 'title'>): string =>
  defangAddress(shorten(onOneLine(title), excerptLength))

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

/** The last paragraph of each email that a person can choose. */
export const howToChange = ({ appUrl }: Settings): string => `Change how you are notified:\n${appUrl}/activity-settings`

export const linkToWork = ({ appUrl }: Settings): string => `Open your work:\n${appUrl}/my-work`

const linkTo = ({ appUrl }: Settings, subject: Subject): string =>
  `Open it in the console:\n${addressOfThread(appUrl, subject)}`

/**
 * The email about one line; internal lines are not quoted, because emails leave the system. Its subject names the
 * finding, because mailboxes show emails of one subject as one thread.
 */
export function lineEmail(settings: Settings, subject: Subject, line: StoredLine): Omit<OutgoingEmail, 'to'> {
  const about = nameInEmail(subject)
  const title = subject.title === '' ? nameOfSubject(subject) : titleInEmail(subject)
  return {
    kind: 'activity',
    subject: `${settings.productName}: ${line.author} wrote on ${title}`,
    text: [
      line.isInternal
        ? `${line.author} wrote an internal message on ${about}.`
        : `${line.author} wrote on ${about}:\n\n${quoted(line.text)}`,
      linkTo(settings, subject),
      howToChange(settings),
    ].join('\n\n'),
  }
}

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')

export type DigestLine = { subject: Subject; line: StoredLine }

/** How many findings somebody assigned to the person. */
export type AssignedBy = { by: string; count: number }

type Digest = { firstName: string; lines: readonly DigestLine[]; count: number; assigned: readonly AssignedBy[] }

/**
 * The daily email: assigned work, then one part for each thread, its newest lines last. Of `count` lines some may not be
 * in it.
 */
export function digestEmail(
  settings: Settings,
  { firstName, lines, count, assigned }: Digest,
): Omit<OutgoingEmail, 'to'> {
  const newMessages = `${countText(count)} new ${count === 1 ? 'message' : 'messages'}`
  const work = sum(assigned.map((one) => one.count))
  const subject = [
    ...(count > 0 ? [newMessages] : []),
    ...(work > 0 ? [`${counted(work, 'finding')} assigned to you`] : []),
  ]
  const left = count - lines.length
  const zone = settings.businessZone
  return {
    kind: 'activity-digest',
    subject: `${settings.productName}: ${subject.join(', ')}`,
    text: [
      `Hello ${firstName},`,
      ...(work > 0 ? [assignedPart(settings, assigned)] : []),
      ...(count > 0 ? [`${newMessages} ${count === 1 ? 'concerns' : 'concern'} you. Times are those of ${zone}.`] : []),
      ...threadParts(settings, lines),
      ...(left > 0 ? [`${countText(left)} more in the console.`] : []),
      howToChange(settings),
    ].join('\n\n'),
  }
}

const assignedPart = (settings: Settings, assigned: readonly AssignedBy[]): string =>
  [
    'Assigned to you:',
    ...assigned.map(({ by, count }) => `${counted(count, 'finding')} by ${by}`),
    linkToWork(settings),
  ].join('\n')

function threadParts(settings: Settings, lines: readonly DigestLine[]): string[] {
  const threads = [...Map.groupBy(lines, ({ subject }) => subject.id).values()]
  return threads.map((thread) => {
    const { subject } = thread[0]!
    const written = thread.map(({ line }) => {
      const what = line.isInternal ? 'internal message' : excerptOf(line.text)
      return `${line.author}, ${showMoment(line.createdAt, settings.businessZone)}: ${what}`
    })
    return [`On ${nameInEmail(subject)}:`, ...written, linkTo(settings, subject)].join('\n')
  })
}
