import { foldClusters } from '#features/clusters/server/fold-clusters.ts'
import { foldClocks } from '#features/revisits/server/update-clocks.ts'
import { type Sql, sql } from '#kit/server/db.ts'
import { type Action, idsOf, pictures, platformNamed, type Random, type Tests } from './testing-random.ts'

type Named = { id: string }
type ClusterRow = { id: string; version: number; company: string }

/** For tests: assigned work, notices and their answers, clusters, and what jobs do. */
export function workActions({ at, post }: Tests, random: Random): Record<string, Action> {
  const { next, pick, query, some, facts } = random
  const change = async (statement: Sql) => {
    await query(statement)
    return undefined
  }
  const cluster = async (onlyJoining: boolean) => {
    const found = await query<ClusterRow>(sql`select c.id, c.version, c.company_id as company from clusters c
      join (select cluster_id, min(kind || value) as name, max(findings) as findings from cluster_values
        where is_joining or not ${onlyJoining} group by 1) k on k.cluster_id = c.id
      where c.joined_into is null and c.findings > 1 order by k.name, k.findings, c.findings, c.first_seen, c.last_seen`)
    return found.length > 0 ? { found, one: pick(found) } : undefined
  }
  const sentRecords = () =>
    query<Named>(sql`select e.id from enforcements e join mails m on m.id = e.id and m.sent_at is not null
      order by e.created_at, e.id`)
  const answerKind = () => pick(['automatic', 'reply', 'bounce'])

  return {
    assign: async () => {
      const { analyst, admin } = at.world.people
      return post('work/assign', { ids: idsOf(await some(6)), to: pick([analyst, admin, null]) }, 'admin')
    },
    take: () =>
      post('work/take', { platform: random.platform().value, count: 1 + next(4) }, pick(['analyst', 'admin'])),
    'move work': async () => {
      const { analyst, admin } = at.world.people
      const person = pick([analyst, admin])
      const to = pick([person === analyst ? admin : analyst, null])
      const answer = await post('work/move', { person, to }, 'admin')
      if (answer.statusCode !== 200 || next(2) === 0) return answer
      return post('work/undo-move', { person, to, moment: answer.json().moment }, 'admin')
    },
    'leave and return': async () => {
      const id = at.world.people[pick(['analyst', 'admin'] as const)]
      await query(sql`update users set is_blocked = true where id = ${id}`)
      return change(sql`update users set is_blocked = false where id = ${id}`)
    },
    'part a cluster': async () => {
      const chosen = await cluster(next(2) === 0)
      if (!chosen) return undefined
      const { id, version } = chosen.one
      const values = await query<Named>(
        sql`select value_id as id from cluster_values where cluster_id = ${id} order by kind, value`,
      )
      const findings =
        await query<Named>(sql`select distinct f.id, f.identity_key from cluster_values s join finding_values v using (company_id, value_id)
        join findings f on f.id = v.finding_id where s.cluster_id = ${id} order by f.identity_key`)
      const isValue = next(2) === 0 && values.length > 1
      const taken = isValue ? { values: [pick(values).id] } : { findings: [pick(findings).id] }
      return post(`clusters/${id}/part`, { version, ...taken }, 'analyst')
    },
    'join clusters': async () => {
      const chosen = await cluster(next(9) > 0)
      if (!chosen) return undefined
      const { id, version, company } = chosen.one
      const others = chosen.found.filter((other) => other.company === company)
      const ofCompany = sql`f.company_id = ${company}`
      const added = next(2) === 0 ? { clusterId: pick(others).id } : { findings: idsOf(await some(3, ofCompany)) }
      return post(`clusters/${id}/join`, { version, ...added }, 'analyst')
    },
    'decide on a cluster': async () => {
      const chosen = await cluster(next(2) === 0)
      if (!chosen) return undefined
      const call = (count: number) => post(`clusters/${chosen.one.id}/decide`, { status: '22', count }, 'admin')
      const preview = await call(200_000)
      return preview.json().matching > 0 ? call(preview.json().matching) : preview
    },
    enforce: async () => {
      const found = await some(3)
      if (found.length === 0) return undefined
      const { path } = platformNamed(found[0]!.platform)
      const actionTaken = pick(['Other', 'Reminder Sent'])
      const body = { ...facts(), actionTaken, infrigementStatus: pick(['11', '55', '88']) }
      return found.length === 1
        ? post(`${path}/${found[0]!.id}/enforcement`, body, 'analyst')
        : post(`${path}/bulk/enforcement`, { ...body, recordIds: idsOf(found) }, 'analyst')
    },
    'send notices': async () => {
      const found = await some(
        3,
        sql`f.brand_id = ${at.world.brands.own} and f.platform in ('domain', 'website') and f.reason_code = '12201'`,
      )
      if (found.length < 2) return undefined
      const { path } = platformNamed(found[0]!.platform)
      const notice = { actionTaken: 'Abuse E-mail Sent', infrigementStatus: '11' }
      const body = { ...facts(), ...notice, abusiveEmailId: `abuse@desk-${next(3)}.test`, recordIds: idsOf(found) }
      return post(`${path}/bulk/sendEnforcementMail`, body, 'analyst')
    },
    'recall notices': async () => {
      const found = await query<Named>(sql`select id from mails where claimed_at is null and sent_at is null
        order by created_at desc limit ${1 + next(3)}`)
      if (found.length === 0) return undefined
      return post('enforcement/recall-notices', { recordIds: found.map(({ id }) => id) }, 'analyst')
    },
    deliver: () =>
      change(sql`update mails set claimed_at = now(), sent_at = now() where id in (
        select id from mails where sent_at is null and sent_with is null order by created_at limit ${1 + next(3)})
        and sent_at is null`),
    answer: async () => {
      const records = await sentRecords()
      if (records.length === 0) return undefined
      return change(sql`insert into inbound_mails
          (id, name, kind, sender, subject, body, enforcement_id, doubt, received_at, stored_key, stored_sha256)
        values (gen_random_uuid(), gen_random_uuid()::text, ${answerKind()}, ${`abuse@desk-${next(3)}.test`}, 's', 'b', ${pick(records).id},
          ${next(3) === 0 ? 'no-reference' : null}, now(), '', '')`)
    },
    'correct an answer': async () => {
      const records = await sentRecords()
      if (records.length === 0) return undefined
      const one = sql`(select id from inbound_mails order by received_at desc offset ${next(3)} limit 1)`
      return change(
        pick([
          sql`update inbound_mails set kind = ${answerKind()} where id in ${one}`,
          sql`update inbound_mails set doubt = null where id in ${one}`,
          sql`update inbound_mails set enforcement_id = ${pick(records).id} where id in ${one} and doubt is null`,
        ]),
      )
    },
    'hash a picture': () =>
      change(sql`update picture_hashes set state = 'done', hashed_at = now(), hash = 0::bit(256), quality = 100,
          group_id = id_of_text(${String(next(4))}) where key = ${pick(pictures)} and state = 'waiting'`),
    'fold some counters': () => {
      const n = 1 + next(9)
      return change(sql`select fold_counters(${n}), fold_values(${n}), fold_sellers(${n})`)
    },
    'fold the log': () => change(sql`select fold_log_rows()`),
    'fold clusters': async () => {
      await foldClusters(at.testApp.app)
      return undefined
    },
    'fold clocks': async () => {
      await foldClocks(at.testApp.app, 1)
      return undefined
    },
  }
}
