import { beforeAll, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { platformOf } from '#platforms/all.ts'

const { at, get, one } = setUpActionTests()
type Figures = { steps: { step: string; of: number; agreed: number; late: number }[]; groups: { name: string }[] }
const clock = async (query: Record<string, string>, who = 'client') => {
  const answer = await get(`enforcement/clock?${new URLSearchParams({ step: 'answer', ...query }).toString()}`, who)
  return { code: answer.statusCode, ...(answer.json() as Figures) }
}
const sentOf = ({ steps }: Figures) => steps.find(({ step }) => step === 'answer')!.of
const namesOf = ({ groups }: Figures) => groups.map(({ name }) => name)

/** A finding with a notice that was acknowledged after so many hours. */
async function acknowledged(platform: string, hours: number, more: object): Promise<void> {
  const id = await one(platformOf(platform)!, '11', more)
  await at.database.pool.query(
    `insert into finding_clocks (company_id, finding_id, brand_id, platform, detected_at, sent_at, acknowledged_at, is_folded)
     select company_id, id, brand_id, platform, '2026-02-01', '2026-02-02',
       '2026-02-02'::timestamptz + make_interval(hours => $2), true from findings where id = $1`,
    [id, hours],
  )
}

beforeAll(async () => {
  const { companies, brands, people } = at.world
  for (const hours of [1, 2, 3]) await acknowledged('website', hours, {})
  await acknowledged('domain', 7, {})
  await acknowledged('website', 50, { brandId: brands.disabled })
  await acknowledged('domain', 10, { companyId: companies.child, brandId: brands.child })
  // The brand has no websites any more.
  await acknowledged('website', 20, { companyId: companies.child, brandId: brands.child })
  for (const hours of [100, 200])
    await acknowledged('website', hours, { companyId: companies.foreign, brandId: brands.foreign })
  for (const company of Object.values(companies))
    await at.database.pool.query(
      `insert into agreed_days (company_id, platform, step, priority, days, is_business, changed_by)
       values ($1, 'website', 'answer', '', 1, false, $2)`,
      [company, people.admin],
    )
})

describe('G34 a Client reads the clock', () => {
  test('of the enabled brands of its own companies, with the figures that staff see for the same', async () => {
    const { companies, brands } = at.world
    const own = await clock({ by: 'brand' })
    expect([sentOf(own), namesOf(own)]).toEqual([5, ['Acme Junior', 'Acme One']])
    const asked: Record<string, string>[] = [
      { brand: brands.own },
      { company: companies.parent, brand: brands.own, platform: 'website' },
    ]
    for (const query of asked) {
      const figures = await clock({ by: 'platform', ...query })
      expect(figures.code).toBe(200)
      expect(sentOf(figures)).toBe('platform' in query ? 3 : 4)
      expect(figures).toEqual(await clock({ by: 'platform', ...query }, 'analyst'))
    }
    const ofCompany = await clock({ company: companies.parent, by: 'brand' })
    expect([sentOf(ofCompany), namesOf(ofCompany)]).toEqual([4, ['Acme One']])
    const ofChild = await clock({ company: companies.child, by: 'platform' })
    expect([sentOf(ofChild), namesOf(ofChild)]).toEqual([1, ['Domain']])
    expect(sentOf(await clock({ platform: 'app-store' }))).toBe(0)
    expect(sentOf(await clock({ by: 'brand' }, 'analyst'))).toBe(9)
  })

  test('late ones count by what its own companies agreed', async () => {
    const answer = ({ steps }: Figures) => steps.find(({ step }) => step === 'answer')
    expect(answer(await clock({}))).toMatchObject({ agreed: 3, late: 0 })
    expect(answer(await clock({}, 'foreignClient'))).toMatchObject({ agreed: 2, late: 2 })
  })

  test.each([
    ['client', 'company', () => at.world.companies.foreign],
    ['client', 'brand', () => at.world.brands.foreign],
    ['client', 'brand', () => at.world.brands.disabled],
    ['childClient', 'company', () => at.world.companies.parent],
    ['childClient', 'brand', () => at.world.brands.own],
  ])('and not of another: %s asks for a %s', async (who, name, value) => {
    const { code, ...refusal } = await clock({ [name]: value() }, who)
    expect([code, Object.keys(refusal)]).toEqual([403, ['message']])
  })
})

describe('G34 a Client reads the agreed days', () => {
  const agreed = async (query = '', who = 'client') => {
    const answer = await get(`enforcement/agreed-days${query}`, who)
    return { code: answer.statusCode, rows: answer.json() as { company: string }[] }
  }

  test('of its own companies, and does not learn who changed them', async () => {
    const { rows } = await agreed()
    expect(rows.map(({ company }) => company)).toEqual(['Acme', 'Acme Child'])
    expect(Object.keys(rows[0]!).toSorted()).toEqual(
      ['company', 'companyId', 'days', 'isBusiness', 'platform', 'priority', 'step'].toSorted(),
    )
    expect((await agreed(`?company=${at.world.companies.child}`)).rows).toHaveLength(1)
    expect((await agreed('', 'childClient')).rows.map(({ company }) => company)).toEqual(['Acme Child'])
    expect((await agreed(`?company=${at.world.companies.foreign}`)).code).toBe(403)
    expect((await agreed(`?company=${at.world.companies.parent}`, 'childClient')).code).toBe(403)
    expect((await agreed('', 'analyst')).rows).toHaveLength(3)
  })

  test('and changes none', async () => {
    const answer = await at.testApp.server.inject({
      method: 'PUT',
      url: '/api/enforcement/agreed-days',
      payload: { company: at.world.companies.parent, platform: 'website', step: 'answer', days: 9 },
      headers: { authorization: `Bearer ${at.tokens['client']!}` },
    })
    expect(answer.statusCode).toBe(403)
    const { rows } = await at.database.pool.query('select distinct days from agreed_days')
    expect(rows).toEqual([{ days: 1 }])
  })
})
