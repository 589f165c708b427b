import { messages } from '#features/domain-search/messages.ts'
import { logDataChange } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import { type FieldChange, namesSubject } from '#vocabulary/data-log.ts'
import type { Actable } from './searched-queries.ts'

const ignored = 'Ignore'

/**
 * Writes who ignored searched domains, or took that back: of other decisions the findings are logged. One line for each
 * company.
 */
export async function logIgnored(
  db: Db,
  session: Session,
  domains: readonly Actable[],
  isTakenBack = false,
): Promise<void> {
  const [before, after] = isTakenBack ? [ignored, ''] : ['', ignored]
  const changes: FieldChange[] = [{ field: messages.decision, before, after }]
  for (const [companyId, ofCompany] of Map.groupBy(domains, (one) => one.companyId))
    await logDataChange(db, session, {
      type: 'update',
      model: 'DomainSearch',
      total: ofCompany.length,
      subject: namesSubject(ofCompany.map(({ domain }) => domain).toSorted()),
      recordId: ofCompany.length === 1 ? ofCompany[0]!.id : undefined,
      companyId,
      changes,
    })
}
