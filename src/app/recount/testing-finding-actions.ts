import { edits } from '#features/editing/server/testing.ts'
import { removeOldDeleted } from '#features/editing/server/remove-deleted.ts'
import { runDecisionBatches } from '#features/findings/server/run-decision.ts'
import { sampleRows, uploads } from '#features/intake/server/testing.ts'
import { sql } from '#kit/server/db.ts'
import {
  type Action,
  idsOf,
  pictureCells,
  platformNamed,
  type Random,
  type Stored,
  type Tests,
} from './testing-random.ts'

type Shown = { id: string; reason: string | null; bucket: string | null; key: string | null }

/** For tests: what people do with findings, each at random. `from`: the number of the first row that is uploaded. */
export function findingActions({ at, post }: Tests, random: Random, from: number): Record<string, Action> {
  const { next, pick, query, some, cells, picture } = random
  let uploaded = from
  const analyst = () => ({ authorization: `Bearer ${at.tokens['analyst']!}` })
  const callsOf = ({ company, brand, platform, day }: Stored) =>
    edits(at.testApp.server, analyst(), { company, brand, platform, reportingDate: day })
  const statusOf = (platform: string) =>
    pick(['22', '00', '88', '33', '11', '55', ...(platform === 'e-commerce' ? ['44'] : [])])

  return {
    upload: async () => {
      const platform = random.platform()
      const data = sampleRows(platform, 1 + next(7), uploaded).map((row) => ({
        ...row,
        ...cells(platform),
        ...picture(),
        status: pick(['33', '33', '22', '88', '00']),
      }))
      uploaded += data.length
      const calls = uploads(at.testApp.server, analyst(), random.owner())
      return calls.save(data, { platform: platform.value, reportingDate: random.day() })
    },
    edit: async () => {
      const found = await some(6)
      if (found.length === 0) return undefined
      const same = found.filter(({ brand, day }) => brand === found[0]!.brand && day === found[0]!.day)
      const platform = platformNamed(found[0]!.platform)
      const names = [pick(random.cellsOf(platform)), pick(random.cellsOf(platform))]
      const data = same.map(({ id }) => ({
        id,
        ...cells(platform, names),
        ...(next(3) === 0 ? picture() : {}),
        ...(next(4) === 0 ? { status: pick(['33', '22', '88', '55', '11']) } : {}),
      }))
      return callsOf(found[0]!).save(data, { duplicateLidCheck: false })
    },
    'pass cells on': async () => {
      const [first] = await some(1)
      if (!first) return undefined
      const list =
        await query<Shown>(sql`select f.id, f.reason, f.image_bucket as bucket, f.image_key as key from findings f
        where f.company_id = ${first.company} and f.brand_id = ${first.brand} and f.platform = ${first.platform}
          and f.reporting_date = ${first.day}::date and f.deleted_at is null order by f.identity_key limit 5`)
      const isPicture = next(2) === 0
      const data = list.map(({ id }, n) => {
        const { reason, bucket, key } = list[(n + 1) % list.length]!
        return { id, ...(isPicture ? pictureCells(bucket && key ? { bucket, key } : undefined) : { reason }) }
      })
      return callsOf(first).save(data, { duplicateLidCheck: false })
    },
    'delete and restore': async () => {
      const found = await some(5)
      if (found.length === 0) return undefined
      const ids = idsOf(found.filter(({ brand }) => brand === found[0]!.brand))
      const answer = await callsOf(found[0]!).remove(ids)
      return next(2) === 0 ? callsOf(found[0]!).undo(ids.slice(0, 1 + next(5))) : answer
    },
    'remove for good': async () => {
      const long = sql`update findings set deleted_at = now() - interval '2 years' where deleted_at is not null`
      if (next(2) === 0) await query(long)
      await removeOldDeleted(at.testApp.app)
      return undefined
    },
    approve: async () => {
      const found = (await some(8)).filter(({ status }) => status === '33')
      if (found.length === 0) return undefined
      const recordIds = idsOf(found).map((id) => ({ id }))
      const { path } = platformNamed(found[0]!.platform)
      const moved = { recordIds, statusfrom: '33', status: '22' }
      const answer = await post(`${path}/update-bulk-infrigement-status`, moved, 'admin')
      if (next(3) > 0) return answer
      return post(`${path}/undo-bulk-approve`, { recordIds: recordIds.slice(next(2)) }, 'admin')
    },
    'approve all that match': async () => {
      const { path } = random.platform()
      const list = { status: '33', startDate: random.day(), endDate: '2030-12-31' }
      const call = (count: number) => post(`${path}/approve-matching`, { ...list, count }, 'admin')
      const preview = await call(25_000)
      if (!preview.json().matching) return preview
      const answer = await call(preview.json().matching)
      return next(2) === 0 ? post(`${path}/undo-matching`, { moment: answer.json().moment }, 'admin') : answer
    },
    'decide on one': async () => {
      const [one] = await some(1)
      if (!one) return undefined
      const { platform, status: statusfrom } = one
      const who = pick(['analyst', 'admin'])
      const answer = await post(`decisions/one/${one.id}`, { platform, statusfrom, status: statusOf(platform) }, who)
      if (answer.statusCode !== 200 || next(3) > 0) return answer
      return post(`decisions/undo-one/${one.id}`, { platform, moment: answer.json().moment }, who)
    },
    'decide on many': async () => {
      const found = await some(9)
      if (found.length === 0) return undefined
      const { platform } = found[0]!
      const who = pick(['analyst', 'admin'])
      const subject = { platform, status: statusOf(platform), ids: idsOf(found) }
      const preview = await post('decisions/preview', subject, who)
      if (!preview.json().changes) return preview
      const answer = await post('decisions', { ...subject, changes: preview.json().changes }, who)
      if (answer.statusCode !== 200) return answer
      const { id } = answer.json().decision
      if (next(2) === 0) await runDecisionBatches(at.testApp.app, id)
      return next(3) === 0 ? post(`decisions/${id}/undo`, {}, who) : answer
    },
    comment: async () => {
      const [one] = await some(1, sql`f.brand_id = ${at.world.brands.own}`)
      if (!one) return undefined
      const { path, commentPath } = platformNamed(one.platform)
      return post(`${path}/${one.id}/${commentPath}`, { clientComment: `Seen ${next(4)}` }, 'client')
    },
  }
}
