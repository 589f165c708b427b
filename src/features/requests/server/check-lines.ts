import { identityKey } from '#features/findings/server/identity-key.ts'
import { type Scope, visible } from '#features/findings/server/visible.ts'
import type { CheckedLine, Line } from '#features/requests/contract.ts'
import { brandMessages } from '#features/brands/messages.ts'
import { inLine, labels, noAddress } from '#features/requests/messages.ts'
import { isNotValid } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { invalid } from '#kit/server/problem.ts'
import type { ScopeBrand, Session } from '#kit/server/session.ts'
import { comparedAddress } from '#platforms/compared-address.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { isDomainOrPage } from '#vocabulary/addresses.ts'
import * as queries from './queries.ts'

type RequestScopeInput = { company: string; brand: string; platform: FindingPlatformDefinition }

export type RequestScope = { platform: FindingPlatformDefinition; scope: Scope; brand: ScopeBrand }

/** The brand of a request. Throws 403 outside the client's scope, 422 when company, brand and platform do not match. */
export function requestScopeOf(session: Session, { company, brand, platform }: RequestScopeInput): RequestScope {
  const scope = visible(platform, session, { clientCompanyId: company, brand })
  const found = session.brands.find((one) => one.id === brand)
  if (!found || found.companyId !== company) throw invalid({ brand: isNotValid(labels.brand) })
  if (scope.brandIds?.length === 0) throw invalid({ platform: brandMessages.platformMissing })
  return { platform, scope, brand: found }
}

/**
 * The identity key of each line, the same that a finding with this address would have. Throws 422 for a line that names
 * another brand or has no valid address.
 */
export function identityKeysOf({ platform, brand }: RequestScope, field: string, lines: readonly Line[]): string[] {
  return lines.map((line) => {
    const isOwnBrand = ['', brand.id, brand.brandName.toLowerCase()].includes(line.brand.trim().toLowerCase())
    if (!isOwnBrand) throw invalid({ [field]: inLine(line.number, isNotValid(labels.brand)) })
    if (!isDomainOrPage(line.domain)) throw invalid({ [field]: inLine(line.number, noAddress(line.domain)) })
    return identityKey(platform, comparedAddress(platform, line.domain))
  })
}

/** Flags every line: repeated (the later one), already requested and waiting, or an existing record (C-218). */
export async function checkLines(
  db: Db,
  requestScope: RequestScope,
  lines: readonly Line[],
  keys: readonly string[],
): Promise<CheckedLine[]> {
  const uniqueKeys = [...new Set(keys)]
  const records = new Map<string, queries.ExistingRecord>(
    (await queries.existingRecords(db, requestScope.platform, requestScope.scope, uniqueKeys)).map((one) => [
      one.key,
      one,
    ]),
  )
  const waiting = new Map(
    (await queries.waitingRequests(db, requestScope.brand.id, uniqueKeys)).map(({ key, since }) => [key, since]),
  )
  const seen = new Set<string>()
  return lines.map((line, index) => {
    const key = keys[index]!
    const since = waiting.get(key)
    const isDuplicate = seen.has(key) || since !== undefined
    seen.add(key)
    const { key: _, ...record } = records.get(key) ?? { key }
    return {
      ...record,
      id: line.id ?? newId(),
      brand: requestScope.brand.brandName,
      domain: line.domain,
      remarks: line.remarks,
      isExists: records.has(key),
      isDuplicate,
      ...(since === undefined ? {} : { requestedAt: since }),
    }
  })
}
