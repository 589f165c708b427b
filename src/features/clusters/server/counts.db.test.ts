import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { openStatuses } from '#vocabulary/statuses.ts'
import { setUpClusterTests } from './testing.ts'

const actions = setUpActionTests()
const { at } = actions
const { add, fold } = setUpClusterTests(actions)

/** What a count of all members of all clusters gives, and what is stored. */
const counted = `select s.cluster_id as id, count(distinct f.id)::int as findings,
    count(distinct f.id) filter (where f.status = any($1))::int as open, count(distinct f.brand_id)::int as brands,
    min(f.reporting_date)::text as first_seen, max(f.reporting_date)::text as last_seen
  from cluster_values s join finding_values v using (company_id, value_id)
  join findings f on f.company_id = v.company_id and f.id = v.finding_id and f.deleted_at is null
  where not v.is_parted group by 1 having count(distinct f.id) > 1 order by 1`
const stored = `select id, findings, open, brands, first_seen::text, last_seen::text
  from clusters where joined_into is null and findings > 1 and $1::text[] is not null order by 1`

/** Numbers that look random and are the same in each run. */
function sequence(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test.each([1, 2, 3])(
  'what new findings add to clusters is what counting them again gives, sequence %i',
  async (seed) => {
    const next = sequence(seed)
    const { companies, brands } = at.world
    const ids: string[] = []
    const some = () => [ids[next(ids.length)]!, ids[next(ids.length)]!]
    const change = [
      () =>
        at.database.pool.query(`update findings set status = $1 where id = any($2)`, [
          ['33', '00', '55'][next(3)],
          some(),
        ]),
      () => at.database.pool.query('update findings set deleted_at = now() where id = any($1)', [some()]),
      () =>
        at.database.pool.query('update findings_e_commerce set store_id = $1 where finding_id = any($2)', [
          `S${seed}-${next(6)}`,
          some(),
        ]),
      () =>
        at.database.pool.query('update findings set reporting_date = $1 where id = any($2)', [
          `2026-03-0${1 + next(9)}`,
          some(),
        ]),
    ]
    for (let round = 0; round < 25; round++) {
      const rows = Array.from({ length: 1 + next(6) }, () => ({
        storeId: next(2) ? `S${seed}-${next(6)}` : null,
        contactNumber: next(3) === 0 ? `+91 98${seed}00 1000${next(8)}` : null,
        username: next(3) === 0 ? `Seller ${seed} ${next(8)}` : null,
        reason: next(2) ? `Reason ${seed} ${next(2)}` : null,
        reportingDate: `2026-0${1 + next(9)}-11`,
      }))
      ids.push(
        ...(await add(eCommerce, rows, {
          companyId: companies.parent,
          brandId: next(2) ? brands.own : brands.disabled,
        })),
      )
      for (let n = next(3); n > 0; n--) await change[next(change.length)]!()
      if (next(3) === 0) continue
      await fold()
      const countsBy = (text: string) => at.database.pool.query(text, [openStatuses])
      expect([round, (await countsBy(stored)).rows]).toEqual([round, (await countsBy(counted)).rows])
    }
  },
)
