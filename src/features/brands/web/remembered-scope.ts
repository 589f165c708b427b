import { readStoredJson, writeStored } from '#kit/web/storage.ts'
import { findingPlatforms } from '#vocabulary/platform-names.ts'
import { nothingChosen, type StaffScope } from './staff-scope.ts'

/** Kept per person and over sign-out, because the same work goes on the next day. */
const nameFor = (userId: string) => `staff-scope.${userId}`

/** Remembers what a person works on, for all staff screens. */
export function rememberScope(userId: string, scope: StaffScope): void {
  writeStored(nameFor(userId), scope.companyId === undefined ? null : JSON.stringify(scope))
}

/**
 * The company, brand and platform that a staff screen starts with: those of a link when it names a company, else those
 * the person chose last on any staff screen, else none.
 */
export function startingScope(userId: string, search: Readonly<Record<string, unknown>>): StaffScope {
  const linked = scopeOfSearch(search)
  if (linked.companyId === undefined) return scopeFrom(readStoredJson<unknown>(nameFor(userId)))
  rememberScope(userId, linked)
  return linked
}

/** The scope that an address names with `company`, `brand` and `platform`. */
export function scopeOfSearch({ company, brand, platform }: Readonly<Record<string, unknown>>): StaffScope {
  return scopeFrom({ companyId: company, brandId: brand, platform })
}

/** A scope from parts that may be anything: a brand needs its company, a platform its brand. */
function scopeFrom(parts: unknown): StaffScope {
  const { companyId, brandId, platform } = (parts ?? {}) as Record<string, unknown>
  if (!isId(companyId)) return nothingChosen
  if (!isId(brandId)) return { ...nothingChosen, companyId }
  return { companyId, brandId, platform: findingPlatforms.find((one) => one === platform) }
}

const isId = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
