import { storedDays } from '#features/exports/rules.ts'
import { aboutLinks, emailedLink } from '#kit/server/emailed-files.ts'
import type { OutgoingEmail } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { platformOf } from '#platforms/all.ts'
import { showDay } from '#vocabulary/dates.ts'
import { counted } from '#vocabulary/numbers.ts'
import type { ClaimedExport, NewFile } from './queries.ts'

type Email = Omit<OutgoingEmail, 'to'>

const screens = {
  bulk: { title: 'bulk data download', path: '/bulk-data-download' },
  domain: { title: 'domain data download', path: '/domain-data-download' },
} as const

const aboutOf = ({ kind, platform, startDate, endDate }: ClaimedExport): string => {
  const dates = `${showDay(startDate)} to ${showDay(endDate)}`
  return kind === 'bulk' ? `${platformOf(platform)!.title}, ${dates}` : dates
}

/** The email with the links to the files, valid for seven days (G83), and the SHA-256 of each. */
export function readyEmail(app: AppContext, job: ClaimedExport, made: readonly NewFile[]): Email {
  const { title, path } = screens[job.kind]
  const records = made.reduce((sum, { rows }) => sum + rows, 0)
  const list = made.map(
    ({ name, key, rows, sha256 }) =>
      `${name}${rows > 0 ? ` (${counted(rows, 'record')})` : ''}\n${emailedLink(app, { key, user: job.userId })}\nSHA-256: ${sha256.toString('hex')}`,
  )
  return {
    id: job.id,
    kind: 'export',
    subject: `${app.settings.productName}: your ${title} is ready (${aboutOf(job)})`,
    text: [
      `Your ${title} is ready: ${counted(records, 'record')}, ${aboutOf(job)}.`,
      ...list,
      aboutLinks(app, { storedDays, path }),
    ].join('\n\n'),
  }
}

/** The email that says that a download failed, and why (G87). */
export function failedEmail({ settings }: AppContext, job: ClaimedExport, reason: string): Email {
  const { appUrl, productName } = settings
  const { title, path } = screens[job.kind]
  return {
    kind: 'export-failed',
    subject: `${productName}: your ${title} failed (${aboutOf(job)})`,
    text: [`Your ${title} failed: ${reason}`, `You can repeat it under:\n${appUrl}${path}`].join('\n\n'),
  }
}
