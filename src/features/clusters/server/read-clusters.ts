import { titlesOf } from '#features/findings/server/titles-of.ts'
import { visibleScopes } from '#features/findings/server/visible.ts'
import type {
  AlikeGroup,
  Cluster,
  ClusterEvent,
  ClusterMember,
  ClusterPage,
  SimilarCount,
} from '#features/clusters/contract.ts'
import { type Page, pageOf } from '#kit/contract/page.ts'
import type { Db } from '#kit/server/db.ts'
import type { LinkTo } from '#kit/server/files.ts'
import { notFound } from '#kit/server/problem.ts'
import { defaultPageSize } from '#kit/server/read-page.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { platforms } from '#platforms/all.ts'
import { namesSubject } from '#vocabulary/data-log.ts'
import { countOthers } from './count-others.ts'
import { companyOfFinding, membersOf } from './member-queries.ts'
import * as queries from './queries.ts'
import type { Seen } from './seen.ts'
import { wholeCompanies } from './whole-companies.ts'

type ListInput = queries.ClusterQuery & Requested

/** A page of clusters that the person may see. */
export async function listClusters(
  db: Db,
  session: Session,
  { input: { company, brand, platform, ...query }, linkTo }: { input: ListInput; linkTo: LinkTo },
): Promise<Page<Cluster>> {
  const seen = seenBy(session, { company, brand, platform })
  const companyIds = seen.isEverything ? undefined : await wholeCompanies(db, seen.scopes)
  const found = await queries.listClusters(db, { ...seen, companyIds }, query)
  return { ...found, docs: found.docs.map((one) => withLink(one, linkTo)) }
}

/** A cluster with all that its page shows; 404 unless a Client sees two of its findings, staff one. */
export async function readCluster(
  db: Db,
  session: Session,
  { id, linkTo }: { id: string; linkTo: LinkTo },
): Promise<ClusterPage> {
  const seen = seenBy(session)
  const { ref, cluster } = await requireCluster(db, seen, id)
  const [values, counts, events, elsewhere] = await Promise.all([
    queries.valuesOf(db, seen, ref),
    queries.countsOf(db, seen, ref),
    isStaff(session) ? namedEvents(db, ref) : [],
    isStaff(session) ? queries.clustersElsewhere(db, ref) : [],
  ])
  return { ...withLink(cluster, linkTo), ...values, ...counts, events, elsewhere }
}

/** The history; findings that were removed from the cluster are named, so that they can be found again. */
async function namedEvents(db: Db, ref: { companyId: string; id: string }): Promise<ClusterEvent[]> {
  const events = await queries.eventsOf(db, ref)
  const removed = events.flatMap((event) => event.removed)
  const addresses = await titlesOf(
    db,
    removed.map((one) => ({ ...one, companyId: ref.companyId })),
  )
  return events.map(({ removed: own, ...event }) => ({
    ...event,
    what:
      own.length === 0
        ? event.what
        : namesSubject(
            own.map(({ id }) => addresses.get(id) ?? ''),
            event.findings,
          ),
  }))
}

const withLink = ({ picture, ...cluster }: queries.FoundCluster, linkTo: LinkTo): Cluster => ({
  ...cluster,
  imageUrl: picture && linkTo(picture.bucket, picture.key, cluster.company.id),
})

type MembersInput = { id: string; page?: number | undefined; perPage?: number | undefined }
/** Findings on a page at most, and pages that can be reached. */
const largestSize = 100
const lastPage = 500

/** A page of the findings of a cluster that the person may see. */
export async function readMembers(
  db: Db,
  session: Session,
  { input: { id, page = 1, perPage = defaultPageSize }, linkTo }: { input: MembersInput; linkTo: LinkTo },
): Promise<Page<ClusterMember>> {
  const seen = seenBy(session)
  const { ref, cluster } = await requireCluster(db, seen, id)
  const size = Math.min(perPage, largestSize)
  const scopes = visibleScopes(session, isStaff(session) ? { clientCompanyId: ref.companyId } : {})
  const found =
    page > lastPage ? [] : await membersOf(db, { ...ref, scopes, isStaff: isStaff(session), page, perPage: size })
  const docs = found.map(({ image, imageBucket, imageKey, ...member }) => ({
    ...member,
    imageUrl:
      imageBucket && imageKey
        ? linkTo(imageBucket, imageKey, ref.companyId)
        : image && /^https?:\/\//.test(image)
          ? image
          : null,
  }))
  return pageOf(docs, page, size, Math.min(cluster.findings, lastPage * size))
}

/** The clusters of a finding; 404 when the person may not see it. */
export async function clustersOfFinding(
  db: Db,
  session: Session,
  findingId: string,
): Promise<{ groups: AlikeGroup[] }> {
  const seen = seenBy(session)
  const companyId = await companyOfFinding(db, seen.scopes, findingId)
  if (companyId === undefined) throw notFound()
  return { groups: await queries.clustersOfFinding(db, seen, { companyId, findingId }) }
}

/** How many others are in the clusters of the findings of a list, in these companies, that the person may see. */
export async function countSimilar(
  db: Db,
  session: Session,
  { ids, companies: companyIds }: { ids: readonly string[]; companies: readonly string[] },
): Promise<{ counts: SimilarCount[] }> {
  const seen = seenBy(session)
  return { counts: seen.scopes.length === 0 ? [] : await countOthers(db, seen, { companyIds, ids }) }
}

type Requested = {
  company?: string | undefined
  brand?: string | undefined
  /** A stored value. */
  platform?: string | undefined
}

/** What a person may see of clusters, which is what it may see of findings. */
export function seenBy(session: Session, { company, brand, platform }: Requested = {}): Seen {
  const isEverything = isStaff(session) && [company, brand, platform].every((one) => one === undefined)
  const on = platforms.filter(({ value }) => platform === undefined || value === platform)
  return {
    isEverything,
    isStaff: isStaff(session),
    scopes: visibleScopes(session, { clientCompanyId: company, brand }, on),
  }
}

async function requireCluster(db: Db, seen: Seen, id: string) {
  const located = await queries.locateCluster(db, id)
  const ref = located && { companyId: located.companyId, id: located.id }
  const cluster = ref && (await queries.findCluster(db, seen, ref))
  if (!cluster) throw notFound()
  return { ref, cluster }
}
