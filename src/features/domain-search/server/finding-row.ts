import { getPublicSuffix } from 'tldts'
import { type Action, reasonCode } from '#features/domain-search/rules.ts'
import { isOneSite } from '#features/notices/server/registered-names.ts'
import { awaitingApproval } from '#vocabulary/statuses.ts'
import { truncate } from '#vocabulary/truncate.ts'
import type { Actable } from './searched-queries.ts'
import { plainLine } from './see-page.ts'

type Made = { sn: number; action: Exclude<Action, 'ignore'>; bucket: string }

const maxNote = 2000

/** The cells of the finding that a searched domain becomes (G96), as an upload would have them. */
export function findingRow(one: Actable, { sn, action, bucket }: Made): Record<string, unknown> {
  return {
    sn,
    domain: one.domain,
    tld: getPublicSuffix(one.domain) ?? '',
    url: pageOf(one),
    priority: action === 'high' ? 'High' : 'Low',
    status: awaitingApproval,
    reasonCode,
    registrar: one.registrar ?? '',
    ipAddress: one.addresses[0] ?? '',
    registrationDate: one.registeredOn ?? '',
    expiryDate: one.expiresOn ?? '',
    lastMofifiedDate: one.changedOn ?? '',
    // Cleaned here too: titles stored before were cleaned less.
    note: truncate(plainLine(noteOf(one)), maxNote),
    ...(one.imageKey && { image: `${one.domain}.png`, s3BucketName: bucket, s3FullImagePath: one.imageKey }),
  }
}

/** The page that was opened: where the name leads elsewhere, its own first page, for that is what is reported. */
function pageOf({ domain, visit }: Actable): string {
  const { finalAddress } = visit
  if (finalAddress === null) return ''
  return isOneSite(domain, finalAddress) ? finalAddress : `http://${domain}/`
}

/** What was seen, in words: the evidence that goes with the finding besides the picture. */
function noteOf(one: Actable): string {
  const { visit } = one
  const lines = [
    `Found by domain search for “${one.keyword}”${one.seenAt ? `, seen ${one.seenAt.slice(0, 16).replace('T', ' ')} UTC` : ''}.`,
    `Likeness ${Math.round(100 * one.likeness)}%: ${one.likenessParts.map(({ text }) => text).join('; ')}.`,
    visit.finalAddress && !isOneSite(one.domain, visit.finalAddress) ? `It leads to ${visit.finalAddress}` : '',
    visit.title ? `Page title: ${visit.title}.` : '',
    visit.note ? `${visit.note}.` : '',
    one.nameServers.length > 0 ? `Name servers: ${one.nameServers.join(', ')}.` : '',
    one.mailServers.length > 0 ? `Mail servers: ${one.mailServers.join(', ')}.` : 'No mail server.',
    visit.certificate ? `Certificate by ${visit.certificate.issuer} from ${visit.certificate.validFrom}.` : '',
  ]
  return lines.filter((line) => line !== '').join(' ')
}
