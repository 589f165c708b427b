import { z } from 'zod'
import { identityKey } from '#features/findings/server/identity-key.ts'
import { titlesOf } from '#features/findings/server/titles-of.ts'
import { type Scope, visible, visibleScopes } from '#features/findings/server/visible.ts'
import type { FoundRecord } from '#features/search/contract.ts'
import { messages } from '#features/search/messages.ts'
import { type RecordKind, searchBounds } from '#features/search/rules.ts'
import type { Db } from '#kit/server/db.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { platforms, sellerPlatform } from '#platforms/all.ts'
import { comparedAddress } from '#platforms/compared-address.ts'
import { normaliseDomain, normaliseLid } from '#vocabulary/addresses.ts'
import * as queries from './queries.ts'

type Records = { records: FoundRecord[] }

/** A few records of each kind that the text names, within what the person may see. None for a text that is too short. */
export async function findRecords(db: Db, session: Session, text: string): Promise<Records> {
  if (text.length < searchBounds.shortest) return { records: [] }
  const scopes = visibleScopes(session)
  const [findings, sellers, ...named] = await Promise.all([
    queries.findFindings(db, { ...searchedFor(text), ...ownersOf(session), scopes }),
    queries.findSellers(db, { scope: sellerScope(session), text: text.toLowerCase() }),
    ...namedSources(db, session, { text }),
  ])
  return { records: [...(await asRecords(db, findings)), ...sellers.map(sellerRecord), ...named.flat()] }
}

/** The records that the person opened last and may still see, newest first. */
export async function recentRecords(db: Db, session: Session): Promise<Records> {
  const recent = (await queries.recentRecords(db, session.userId)).filter(
    ({ kind, record }) => kind === 'seller' || isId(record),
  )
  const ofKind = (kind: RecordKind) => recent.filter((one) => one.kind === kind)
  const ids = (kind: RecordKind) => ofKind(kind).map(({ record }) => record)
  const keys = ofKind('finding').flatMap(({ record, companyId }) => (companyId ? [{ companyId, id: record }] : []))
  const [findings, sellers, ...named] = await Promise.all([
    queries.findingsByIds(db, visibleScopes(session), keys),
    Promise.all(
      ofKind('seller').map(({ record: only, companyId }) =>
        queries.findSellers(db, { scope: sellerScope(session), only, companyId }),
      ),
    ),
    ...namedSources(db, session, { ids }),
  ])
  const found = [
    ...(await asRecords(db, findings)),
    ...sellers.flatMap((same) => same.slice(0, 1).map(sellerRecord)),
    ...named.flat(),
  ]
  return {
    records: recent.flatMap(({ kind, record }) => found.find((one) => one.kind === kind && one.id === record) ?? []),
  }
}

const isId = (text: string): boolean => z.uuid().safeParse(text).success

const sellerScope = (session: Session): Scope => visible(sellerPlatform, session)

/** The companies and brands of a Client; undefined for staff, who see all. */
function ownersOf(session: Session): Pick<queries.FindingSearch, 'companyIds' | 'brandIds'> {
  if (isStaff(session)) return { companyIds: undefined, brandIds: undefined }
  const brands = session.brands.filter(({ enabled }) => enabled)
  return {
    companyIds: [...new Set(brands.map(({ companyId }) => companyId))],
    brandIds: brands.map(({ id }) => id),
  }
}

/** What a text may be of a finding. */
function searchedFor(text: string): Pick<queries.FindingSearch, 'keys' | 'domain' | 'isPartOfDomain' | 'lid' | 'id'> {
  const id = isId(text) ? text : undefined
  if (/\s/.test(text)) return { keys: [], domain: undefined, isPartOfDomain: false, lid: undefined, id }
  const domain = normaliseDomain(text)
  const isLid = /^[\w-]{3,60}$/.test(text)
  return {
    keys: [...new Set(platforms.map((platform) => identityKey(platform, comparedAddress(platform, text))))],
    domain: domain.length >= searchBounds.shortest && domain.length <= 253 ? domain : undefined,
    isPartOfDomain: !text.includes('/'),
    lid: isLid ? normaliseLid(text) : undefined,
    id,
  }
}

type By = { text: string } | { ids: (kind: RecordKind) => string[] }

/** Companies, brands and users: staff find all companies and brands, Admins all users, Analysts staff, a Client its own. */
function namedSources(db: Db, session: Session, by: By): Promise<FoundRecord[]>[] {
  if (!isStaff(session)) return [Promise.resolve(ownNames(session, by))]
  const onlyStaff = session.role !== 'Admin'
  const sources = {
    company: queries.findCompanies,
    brand: queries.findBrands,
    user: (from: Db, chosen: Parameters<typeof queries.findUsers>[1]) => queries.findUsers(from, chosen, { onlyStaff }),
  }
  return (['company', 'brand', 'user'] as const).map(async (kind) => {
    const chosen = 'text' in by ? by : { ids: by.ids(kind) }
    if ('ids' in chosen && chosen.ids.length === 0) return []
    return (await sources[kind](db, chosen)).map((one) => ({ ...nothing, ...one, kind }))
  })
}

function ownNames(session: Session, by: By): FoundRecord[] {
  const nameOf = (id: string) => session.names?.[id] ?? ''
  const all: FoundRecord[] = [
    ...session.companyIds.map((id) => ({
      ...nothing,
      kind: 'company' as const,
      id,
      title: nameOf(id),
      hint: '',
      companyId: id,
    })),
    ...session.brands
      .filter(({ enabled }) => enabled)
      .map(({ id, brandName, companyId }) => ({
        ...nothing,
        kind: 'brand' as const,
        id,
        title: brandName,
        hint: nameOf(companyId),
        companyId,
        brandId: id,
      })),
  ]
  if ('ids' in by) return all.filter(({ kind, id }) => by.ids(kind).includes(id))
  const text = by.text.toLowerCase()
  const found = all.filter(({ title }) => title.toLowerCase().includes(text))
  return (['company', 'brand'] as const).flatMap((kind) =>
    found.filter((one) => one.kind === kind).slice(0, searchBounds.records),
  )
}

const nothing = { companyId: null, brandId: null, platform: null, status: null, reportingDate: null }

async function asRecords(db: Db, found: readonly queries.FoundFinding[]): Promise<FoundRecord[]> {
  const titles = await titlesOf(db, found)
  return found.map(({ company, brand, ...one }) => ({
    ...one,
    kind: 'finding',
    title: titles.get(one.id) ?? '',
    hint: `${brand}, ${company}`,
  }))
}

/** Sites that are named beside a seller; the rest are counted. */
const namedSites = 2

const sellerRecord = ({ id, name, sites, companyId, company }: queries.FoundSeller): FoundRecord => ({
  ...nothing,
  kind: 'seller',
  id,
  title: name,
  hint: [...sites.slice(0, namedSites), ...moreSites(sites.length - namedSites), company].join(', '),
  companyId,
  platform: sellerPlatform.value,
})

const moreSites = (count: number): string[] => (count > 0 ? [messages.moreSites(count)] : [])
