import type { exportCalls } from '#features/exports/contract.ts'
import { messages } from '#features/exports/messages.ts'
import { maxDomains, readDomains } from '#features/exports/rules.ts'
import { requestedRange } from '#features/findings/server/range.ts'
import type { HandlerInput } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { invalid } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { domain } from '#platforms/domain.ts'
import { refuseTooMany } from './refuse-too-many.ts'
import { addExport } from './queries.ts'

/**
 * Queues a domain data download (G84). 422 unless 1 to 5,000 domains can be read from the text, 429 when the user has 20
 * waiting ones. Lines that are no domain are left out; the screen shows them before.
 */
export async function requestDomains(
  db: Db,
  session: Session,
  input: HandlerInput<typeof exportCalls.requestDomains> & { zone: string },
): Promise<{ message: string; id: string }> {
  const { domains } = readDomains(input.domains)
  if (domains.length === 0) throw invalid({ domains: messages.noDomain })
  if (domains.length > maxDomains) throw invalid({ domains: messages.domainCount })
  const { startDate, endDate } = requestedRange(input, input.zone)
  await refuseTooMany(db, session.userId, 'domain')
  const id = newId()
  await addExport(db, {
    id,
    kind: 'domain',
    userId: session.userId,
    companyId: null,
    brandIds: [],
    allBrands: false,
    platform: domain.value,
    startDate,
    endDate,
    choices: {},
    domains,
    format: 'xlsx',
    records: domains.length,
  })
  return { message: messages.queued, id }
}
