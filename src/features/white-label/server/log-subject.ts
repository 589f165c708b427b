import { logged } from '#features/white-label/messages.ts'
import { changedFields } from '#kit/server/changed-fields.ts'
import { type FieldChange, namesSubject, partsSubject } from '#vocabulary/data-log.ts'
import { platformTitleOf } from '#vocabulary/platform-names.ts'
import type { WhiteListRow } from './queries.ts'

/** A white list in the data log: company, brand and platform. */
export const whiteListSubject = ({ companyName, brandName, platform }: WhiteListRow): string =>
  partsSubject(companyName, brandName, platform && platformTitleOf(platform))

/** What a change of a white list changed: its state, and the first addresses that were removed and added. */
export function whiteListChanges(before: WhiteListRow, after: WhiteListRow): FieldChange[] {
  const without = (some: readonly string[], others: readonly string[]) => {
    const known = new Set(others)
    return some.filter((one) => !known.has(one))
  }
  const shown = (list: WhiteListRow, other: WhiteListRow) => ({
    enabled: list.enabled,
    addresses: namesSubject(without(list.addresses, other.addresses)),
  })
  return changedFields(logged, shown(before, after), shown(after, before))
}
