import { maxValues } from '#features/clusters/rules.ts'
import { type Db, inLongTransaction } from '#kit/server/db.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { countClusters, countTouched, longestStale } from './count-queries.ts'
import * as queries from './fold-queries.ts'
import { addEvents, joinInto, sizesOf } from './move-queries.ts'
import { unite } from './unite.ts'

/**
 * Reads the values of findings that were added or changed, joins clusters that share findings and counts them again.
 * Returns how many findings it took; the worker runs it every two seconds.
 */
export async function foldClusters({ pool, db }: Pick<AppContext, 'pool' | 'db'>): Promise<number> {
  await queries.endPictureWaits(db)
  if (!(await queries.isAnythingPending(db))) return inLongTransaction(pool, (tx) => countOneStale(tx.db))
  return inLongTransaction(pool, async (tx) => {
    if (!(await queries.takeFoldTurn(tx.db))) return 0
    for (const companyId of await queries.takePending(tx.db)) await queries.lockClusters(tx.db, companyId)
    const findings = await queries.openBatch(tx.db)
    await queries.readValues(tx.db)
    await queries.dropCommonValues(tx.db)
    await queries.storeValues(tx.db)
    await joinAlike(tx.db)
    await queries.touchBatch(tx.db)
    await countTouched(tx.db)
    return findings
  })
}

/** Counts the large cluster that waits longest, locked as a round is: nobody else writes its counts meanwhile. */
async function countOneStale(db: Db): Promise<number> {
  if (!(await queries.takeFoldTurn(db))) return 0
  const stale = await longestStale(db)
  if (!stale) return 0
  await queries.lockClusters(db, stale.companyId)
  await countClusters(db, stale.companyId, [stale.id])
  return 1
}

/** Joins the clusters of findings that have values of several. */
async function joinAlike(db: Db): Promise<void> {
  const pairs = await queries.pairsToJoin(db)
  for (const [companyId, ofCompany] of Map.groupBy(pairs, (pair) => pair.companyId)) {
    const ids = [...new Set(ofCompany.flatMap(({ one, other }) => [one, other]))]
    const sizes = new Map((await sizesOf(db, companyId, ids)).map((size) => [size.id, size]))
    const unions = unite(
      ofCompany.map(({ one, other }) => [one, other]),
      sizes,
      maxValues,
    )
    if (unions.length === 0) continue
    const seen = await joinInto(db, companyId, unions)
    await queries.readJoined(
      db,
      companyId,
      unions.map(({ from }) => from),
    )
    const shared = new Map(ofCompany.flatMap((pair) => [pair.one, pair.other].map((id) => [id, pair])))
    const events = unions
      .filter(({ from }) => seen.has(from))
      .map(({ from, into }) => {
        const { kind, value } = shared.get(from)!
        return { clusterId: into, type: 'joined-alike' as const, otherId: from, what: `${kind}: ${value}` }
      })
    await addEvents(db, companyId, events)
    await queries.touch(db, companyId, [...new Set(unions.map(({ into }) => into))])
  }
}
