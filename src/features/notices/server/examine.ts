import { messages as texts } from '#features/notices/messages.ts'
import { type Desk, finalLacks, type Lack, lacks, type TestPurchase } from '#features/notices/rules.ts'
import type { Missing } from '#features/notices/contract.ts'
import { inVisibleSigns } from '#features/enforcement-config/server/compose-notice.ts'
import { inForceOn } from '#features/enforcement-config/server/stored-document.ts'
import type { Scope } from '#features/findings/server/visible.ts'
import type { Db } from '#kit/server/db.ts'
import { type FindingPlatformDefinition, isIdentifiedByDomain } from '#platforms/platform.ts'
import { isDomainName, isWebAddress, normaliseAddress, normaliseDomain, reportedHost } from '#vocabulary/addresses.ts'
import type { Day } from '#vocabulary/dates.ts'
import { harmOf, harms, registrarsActOn } from '#vocabulary/harm-kinds.ts'
import { harmOfCode } from '#vocabulary/harm-texts.ts'
import type { NoticeNeed } from '#vocabulary/harm-names.ts'
import { unicodeLabel } from '#vocabulary/labels.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import { chooseMark } from './choose-mark.ts'
import { genuineArticles } from './genuine-article.ts'
import type { GenuineArticle } from './genuine-queries.ts'
import { type NoticeCase, casesOf, marksOf, ownSites, type RegisteredMark, whiteListed } from './queries.ts'
import { isOneSite, registeredName } from './registered-names.ts'
import { testPurchases } from './test-purchase.ts'
import { messagesOf, type StatedMessage } from './message-queries.ts'
import { reportTypeFor } from './report-types.ts'

/** A case with the mark it names, the article it imitates and the items that are missing before a notice about it may be sent. */
export type ExaminedCase = NoticeCase & {
  ownSite: string | null
  mark: RegisteredMark | null
  /** Of a counterfeit: the article that it imitates. */
  genuine: GenuineArticle | null
  /** Of a counterfeit: the test purchase that proves it. */
  purchase: TestPurchase | null
  /** Of DNS abuse: the messages that led people to the page. */
  messages: readonly StatedMessage[]
  lacking: Lack[]
}

/** Whose desk gets the notice about a finding, by its id; 'unknown' for the others. */
export type DeskOf = ReadonlyMap<string, Desk>

export type ExamineParams = {
  scope: Scope
  ids: readonly string[]
  /** Today in the business zone: marks and documents that have expired do not count. */
  day: Day
  deskOf?: DeskOf
}

/** Checks these findings, of those in scope, in the order of their ids; a fixed number of statements. */
export async function examine(
  db: Db,
  platform: FindingPlatformDefinition,
  { scope, ids, day, deskOf = new Map() }: ExamineParams,
): Promise<ExaminedCase[]> {
  const cases = (await casesOf(db, platform, scope, ids)).map(inAddressVisible).map((one) => ({
    ...(isIdentifiedByDomain(platform) ? withoutRedirect(one) : one),
    documents: one.documents.filter(inForceOn(day)),
  }))
  const targets = cases.flatMap((one) => targetsOf(one).map((address) => ({ brandId: one.brandId, address })))
  const listed = await whiteListed(db, platform.value, {
    brandIds: targets.map((one) => one.brandId),
    addresses: targets.map((one) => one.address),
  })
  const covered = new Set(listed.map((one) => `${one.brandId} ${one.listed}`))
  const brandIds = [...new Set(cases.map((one) => one.brandId))]
  const sites = new Map((await ownSites(db, brandIds)).map((one) => [one.brandId, one.host]))
  const marks = Map.groupBy(await marksOf(db, brandIds, day), (one) => one.brandId)
  const genuine = await genuineArticles(db, cases)
  const purchases = await testPurchases(db, cases)
  const messages = await messagesByFinding(db, cases)
  return cases.map((one) => {
    const ownSite = siteOf(sites.get(one.brandId))
    const mark = chooseMark(marks.get(one.brandId) ?? [], { brand: one.brand, host: hostOf(one) ?? '' })
    const isListed = targetsOf(one).some((address) => covered.has(`${one.brandId} ${address}`))
    const examined = {
      ...one,
      ownSite,
      mark,
      genuine: genuine.get(one.id) ?? null,
      purchase: purchases.get(one.id) ?? null,
      messages: messages.get(one.id) ?? [],
      lacking: [],
    }
    return { ...examined, lacking: lackingOf(examined, isListed, deskOf.get(one.id) ?? 'unknown') }
  })
}

const inAddressVisible = (one: NoticeCase): NoticeCase => ({ ...one, url: one.url && inVisibleSigns(one.url) })

/** The messages that led to the pages of DNS abuse, by the finding's id. */
async function messagesByFinding(db: Db, cases: readonly NoticeCase[]): Promise<Map<string, StatedMessage[]>> {
  const abuse = cases.filter(({ reasonCode }) => harms[harmOf(reasonCode)].dnsAbuse !== null)
  if (abuse.length === 0) return new Map()
  const found = await messagesOf(
    db,
    abuse.map(({ id }) => id),
  )
  return Map.groupBy(found, ({ findingId }) => findingId)
}

/** The missing items of all cases, each once with the number of records. */
export function summary(platform: FindingPlatformDefinition, examined: readonly ExaminedCase[]): Missing[] {
  return lacks.flatMap((lack) => {
    const affected = examined.filter((one) => one.lacking.includes(lack))
    if (affected.length === 0) return []
    const message = messageOf(lack, affected, { of: examined.length, platform: platform.value })
    return [{ lack, records: affected.length, message, isFinal: finalLacks.includes(lack) }]
  })
}

/** What is missing in these cases, of so many in all. */
function messageOf(
  lack: Lack,
  affected: readonly ExaminedCase[],
  { of, platform }: { of: number; platform: FindingPlatform },
): string {
  if (lack === 'noAbuse') return texts.ofRecords(noAbuseMessage(affected, platform), affected.length, of)
  if (lack === 'authority') {
    const without = affected.filter((one) => !one.isConfigured).length
    return [
      ...(without > 0 ? [texts.ofRecords(texts.noConfiguration, without, of)] : []),
      ...(without < affected.length ? [texts.lacking(lack, affected.length - without, of)] : []),
    ].join('. ')
  }
  if (lack === 'evidence') {
    const outside = affected.filter((one) => isOutside(one)).length
    return [
      ...(outside < affected.length ? [texts.lacking(lack, affected.length - outside, of)] : []),
      ...(outside > 0 ? [texts.ofRecords(texts.evidenceOutside, outside, of)] : []),
    ].join('. ')
  }
  if (lack !== 'instrument') return texts.lacking(lack, affected.length, of)
  const alone = affected.filter(isNameAlone)
  const unregistered = affected.filter((one) => !isNameAlone(one) && isUnregistered(one))
  const others = affected.length - alone.length - unregistered.length
  return [
    ...(alone.length > 0 ? [texts.ofRecords(texts.nameAlone, alone.length, of)] : []),
    ...(unregistered.length > 0 ? [texts.ofRecords(texts.noRegistrar, unregistered.length, of)] : []),
    ...(others > 0 ? [texts.lacking(lack, others, of)] : []),
  ].join('. ')
}

/** What one finding lacks, as a sentence. */
export const lackText = (lack: Lack, finding: Pick<NoticeCase, 'picture' | 'image'>): string =>
  lack === 'evidence' && isOutside(finding) ? texts.evidenceOutside : texts.lack[lack]

/** The picture is only named by a web address: Brandkeep has none to show, and does not know when it was taken. */
const isOutside = ({ picture, image }: Pick<NoticeCase, 'picture' | 'image'>): boolean =>
  picture === null && isWebAddress(image ?? '')

/** The web address of a picture that is not stored; undefined of every other. */
export const outsidePicture = (finding: Pick<NoticeCase, 'picture' | 'image'>): string | undefined =>
  isOutside(finding) ? finding.image! : undefined

/** Only the domain name infringes, so that no desk acts, whoever gets the notice. */
export const isNameAlone = ({ reasonCode }: Pick<NoticeCase, 'reasonCode'>): boolean =>
  harmOf(reasonCode) === 'trademark-in-domain'

/** What each kind of these cases is, and who could be asked instead. */
function noAbuseMessage(affected: readonly ExaminedCase[], platform: FindingPlatform): string {
  const kinds = [...new Set(affected.map(({ reasonCode }) => harmOf(reasonCode)))]
  return kinds.map((kind) => texts.noAbuse(kind, { platform, alternative: harms[kind].alternative! })).join(' ')
}

/** The reported host; undefined where the finding names none. */
export function hostOf(finding: Pick<NoticeCase, 'url' | 'domain'>): string | undefined {
  const host = reportedHost(finding)
  return isDomainName(host) ? host : undefined
}

/** How browsers may show a host with letters outside ASCII; undefined for every other. */
export function shownAs(host: string | undefined): string | undefined {
  const shown = host?.split('.').map(unicodeLabel).join('.')
  return shown === host ? undefined : shown
}

/** The reported host as such a desk knows it: to a registrar the name that was registered, of which it may be a part. */
export function nameFor(finding: Pick<NoticeCase, 'url' | 'domain'>, desk: Desk): string | undefined {
  const host = hostOf(finding)
  return desk === 'registrar' && host ? (registeredName(host) ?? host) : host
}

/** Nobody registered the reported host: it is an IP address, or a name that a platform gave. */
const isUnregistered = (finding: Pick<NoticeCase, 'url' | 'domain'>): boolean => {
  const host = reportedHost(finding)
  return host !== '' && registeredName(host) === undefined
}

/**
 * Where a domain was reported, a page elsewhere is where it leads to: who runs that page has not registered the name, and
 * may be the brand itself.
 */
function withoutRedirect(one: NoticeCase): NoticeCase {
  if (!namesTwoSites(one) || hasUserInformation(one.url!)) return one
  return { ...one, url: null, seen: one.seen && { ...one.seen, leadsTo: one.seen.leadsTo ?? one.url } }
}

/** The part before the @ of an address is there to be taken for its host. */
const hasUserInformation = (url: string): boolean => URL.canParse(url) && new URL(url).username !== ''

/** The page lies elsewhere than under the domain name that the finding states: one of them is wrong. */
function namesTwoSites({ url, domain }: Pick<NoticeCase, 'url' | 'domain'>): boolean {
  if (!url || !domain) return false
  return !isOneSite(normaliseDomain(url), normaliseDomain(domain))
}

/** What a notice about a finding to such a desk lacks, in the order in which it is shown; empty if it may be sent. */
export function lackingOf(finding: Omit<ExaminedCase, 'lacking'>, isListed: boolean, desk: Desk): Lack[] {
  const kind = harmOf(finding.reasonCode)
  const harm = harmOfCode(finding.reasonCode)
  if (harm.alternative !== null) return isListed ? ['whitelisted', 'noAbuse'] : ['noAbuse']
  const isMissing: Record<NoticeNeed, boolean> = {
    authority: !finding.documents.some((one) => one.type === 'authority'),
    right:
      (finding.mark === null || (finding.mark.source === 'brand' && finding.mark.number === '') || harm.isDesign) &&
      !finding.documents.some(({ type }) => ['registration', 'copyright', 'court-order'].includes(type ?? '')),
    work: finding.works.length === 0,
    evidence: finding.picture === null && !isProvedOutside(finding, harm.dnsAbuse !== null),
    ownSite: finding.ownSite === null,
    signer: finding.signer === null,
  }
  const isNeeded = (need: NoticeNeed) => harm.needs.includes(need) || (need === 'ownSite' && reportNeedsSite(finding))
  // Without a reason code it is not known whether a registrar would act.
  const isKnown = finding.reasonCode !== null
  const isForNobody = desk === 'registrar' && (isUnregistered(finding) || (isKnown && !registrarsActOn(kind)))
  const isLacking: Record<Lack, boolean> = {
    ...(Object.fromEntries(
      Object.entries(isMissing).map(([need, missing]) => [need, missing && isNeeded(need as NoticeNeed)]),
    ) as Record<NoticeNeed, boolean>),
    whitelisted: isListed,
    oneSite: namesTwoSites(finding),
    instrument: isNameAlone(finding) || isForNobody,
    noAbuse: false,
  }
  return lacks.filter((lack) => isLacking[lack])
}

/**
 * A picture elsewhere is enough where the harm can still be looked up. DNS abuse is gone or hidden when the desk looks: its
 * evidence states when the page was seen, so a visit must have reached it.
 */
const isProvedOutside = (finding: Pick<NoticeCase, 'picture' | 'image' | 'seen'>, isDnsAbuse: boolean): boolean =>
  isOutside(finding) && (!isDnsAbuse || finding.seen?.by === 'visit')

/** A report of a brand infringement, or of a registration without a known date, must name the brand's own site. */
function reportNeedsSite(finding: Omit<ExaminedCase, 'lacking'>): boolean {
  const { type } = reportTypeFor(finding.reasonCode, hostOf(finding) ?? null)
  return type === 'brand_infringement' || (type === 'suspicious_registration' && finding.registrationDate === null)
}

/** The page and its host, normalised as in white lists (G63). */
function targetsOf({ url, domain }: NoticeCase): string[] {
  const addresses = [url, domain].flatMap((one) => (one ? [normaliseAddress(one)] : []))
  const hosts = [url, domain].flatMap((one) => (one ? [normaliseDomain(one)] : []))
  return [...new Set([...addresses, ...hosts])]
}

const siteOf = (host: string | undefined): string | null => (host && isDomainName(host) ? `https://${host}/` : null)
