import type { bulkQueue, exportCalls } from '#features/exports/contract.ts'
import { messages } from '#features/exports/messages.ts'
import { allBrands, choicesOf, type Choices } from '#features/exports/rules.ts'
import { visible } from '#features/findings/server/visible.ts'
import type { HandlerInput } from '#kit/contract/endpoint.ts'
import type { DayRange } from '#vocabulary/dates.ts'
import { isNotValid } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { invalid, Problem } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { type ChoiceScope, countsByBrand } from './choice-queries.ts'
import { countSelected } from './finding-queries.ts'
import * as queries from './queries.ts'
import { refuseTooMany } from './refuse-too-many.ts'
import { saveSchedule } from './schedules.ts'

/** A request without what the server takes from the session. */
export type BulkInput = Omit<HandlerInput<typeof exportCalls.confirm>, 'email' | 'username' | 'numOfRecords'> & DayRange

/** The chosen company and brands, checked: 422 unless the company exists and the brands are its own. */
export async function scopeOf(
  db: Db,
  session: Session,
  { company, brand, platform }: Pick<BulkInput, 'company' | 'brand' | 'platform'>,
): Promise<{ companyName: string; brands: queries.ExportBrand[]; scope: ChoiceScope }> {
  const companyName = await queries.companyName(db, company)
  if (companyName === undefined) throw invalid({ company: isNotValid('Company') })
  const ids = brand.includes(allBrands) ? undefined : brand.map((one) => one.toLowerCase())
  const brands = await queries.brandsOf(db, company, ids)
  if (ids && brands.length < new Set(ids).size) throw invalid({ brand: messages.brandsNotValid })
  const scope: ChoiceScope = {
    ...visible(platform, session, { clientCompanyId: company }),
    companyIds: [company],
    brandIds: brands.map(({ id }) => id),
  }
  return { companyName, brands, scope }
}

/** How many findings of each brand a download would contain (G117); brands without any are listed with 0. */
export async function confirmRecords(db: Db, session: Session, input: BulkInput) {
  const { companyName, brands, scope } = await scopeOf(db, session, input)
  const counts = await countRecords(db, input, scope)
  return {
    companyName,
    result: brands.map(({ id, name }) => ({ brandName: name, noOfDocument: counts.get(id) ?? 0 })),
  }
}

/** Queues a bulk download (G83, G87). 422 without findings, 429 when the user has 20 waiting ones. */
export async function requestBulk(
  db: Db,
  session: Session,
  input: HandlerInput<typeof bulkQueue.request>,
): Promise<{ message: string; id: string }> {
  const { company, brand, platform, startDate, endDate, format } = input
  const { brands, scope } = await scopeOf(db, session, input)
  const counts = await countRecords(db, input, scope)
  const records = [...counts.values()].reduce((sum, n) => sum + n, 0)
  if (records === 0) throw new Problem(422, messages.noRecords)
  await refuseTooMany(db, session.userId, 'bulk')
  const id = newId()
  await queries.addExport(db, {
    id,
    kind: 'bulk',
    userId: session.userId,
    companyId: company,
    brandIds: brands.map((one) => one.id),
    allBrands: brand.includes(allBrands),
    platform: platform.value,
    startDate,
    endDate,
    choices: choicesIn(input),
    domains: [],
    format,
    records,
  })
  if (!input.repeat) return { message: messages.queued, id }
  await saveSchedule(db, session, {
    rhythm: input.repeat,
    companyId: company,
    brandIds: brand.includes(allBrands) ? [] : brands.map((one) => one.id),
    allBrands: brand.includes(allBrands),
    platform: platform.value,
    choices: choicesIn(input),
    format,
  })
  return { message: messages.scheduled, id }
}

/** The chosen filters that the platform has. */
export function choicesIn(input: BulkInput): Choices {
  const offered = choicesOf(input.platform.value)
  return Object.fromEntries(offered.filter((name) => input[name].length > 0).map((name) => [name, input[name]]))
}

/** Findings by brand id: from the stored counters unless a filter needs the findings themselves. */
async function countRecords(db: Db, input: BulkInput, scope: ChoiceScope): Promise<Map<string, number>> {
  const range = { startDate: input.startDate, endDate: input.endDate }
  const { status = [], ...others } = choicesIn(input)
  if (Object.keys(others).length === 0) {
    const counted = await countsByBrand(db, scope, range, status)
    return new Map(counted.map(({ brandId, n }) => [brandId, n]))
  }
  const counts = new Map<string, number>()
  for (const brandId of scope.brandIds) {
    const owner = { companyId: scope.companyIds[0], brandIds: [brandId] }
    counts.set(brandId, await countSelected(db, { platform: scope.platform, range, choices: choicesIn(input), owner }))
  }
  return counts
}
