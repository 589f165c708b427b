import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { platforms } from '#platforms/all.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import type { Platform } from '#platforms/platform.ts'
import { addFindings } from './testing.ts'

const { at, post, own, one, stored, logOf, change } = setUpActionTests()

describe('bulk approval', () => {
  const approve = (platform: Platform, ids: string[], more: object = {}, who?: string) =>
    post(
      `${platform.path}/update-bulk-infrigement-status`,
      {
        recordIds: ids.map((id) => ({ id, company: at.world.companies.parent, brand: at.world.brands.own, url: 'x' })),
        module: platform.module,
        statusfrom: 33,
        status: 22,
        platform: platform.value,
        ...more,
      },
      who,
    )
  const ids = {
    domain: 'C-291',
    website: 'C-292',
    'social-media': 'C-293',
    'e-commerce': 'C-294',
    'app-store': 'C-295',
  }

  test.each(platforms.map((platform) => [ids[platform.value], platform.title, platform] as const))(
    '%s C-201 C-321 approves %s findings, skips those no longer in 33, and logs each',
    async (_id, _title, platform) => {
      const [a, b, c, d] = (await own(platform, ['33', '33', '33', '88'])) as [string, string, string, string]
      const answer = await approve(platform, [a, b, d, a])
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { message: 'Record successfully updated', updated: 2, skipped: 1 },
      ])
      expect((await Promise.all([a, b, c, d].map(stored))).map((row) => row.status)).toEqual(['22', '22', '33', '88'])
      expect(await logOf(a)).toMatchObject([{ module: 'bulk-approve', status_from: '33', status_to: '22' }])
      expect(await logOf(d)).toEqual([])
      const again = await approve(platform, [a, b])
      expect([again.statusCode, again.json().message]).toEqual([
        409,
        'Status has already been changed. Please refresh.',
      ])
    },
  )
  test('one id outside the scope rejects the call and changes nothing', async () => {
    const mine = await one(domain, '33')
    const [foreign] = await addFindings(at.database.db, domain, [
      { companyId: at.world.companies.foreign, brandId: at.world.brands.foreign },
    ])
    for (const wrong of [foreign!, newId(), 'no id', await one(eCommerce, '33')])
      expect((await approve(domain, [mine, wrong])).statusCode, wrong).toBe(404)
    expect(await stored(mine)).toMatchObject({ status: '33', version: 1 })
    expect(await logOf(mine)).toEqual([])
    expect((await approve(domain, [mine], {}, 'admin')).statusCode).toBe(200)
  })
  test('only 33 to 22, 1 to 20,000 records, by a Client or an Admin', async () => {
    const id = await one(domain, '33')
    expect((await approve(domain, [id], { statusfrom: '88' })).statusCode).toBe(422)
    expect((await approve(domain, [id], { statusfrom: null })).json().message).toBe('Status from is not valid')
    expect((await approve(domain, [id], { status: '00' })).statusCode).toBe(422)
    expect((await approve(domain, [])).statusCode).toBe(422)
    expect(
      (
        await approve(
          domain,
          Array.from({ length: 20_001 }, () => id),
        )
      ).statusCode,
    ).toBe(422)
    expect((await approve(domain, [id], {}, 'analyst')).statusCode).toBe(403)
    expect(await stored(id)).toMatchObject({ status: '33' })
    const largest = await approve(
      domain,
      Array.from({ length: 20_000 }, () => id),
    )
    expect(largest.json()).toMatchObject({ updated: 1, skipped: 0 })
  })
  test('G38 G67 another platform or module is 422, a company or brand of others 403, and nothing changes', async () => {
    const id = await one(domain, '33')
    const errorsOf = async (more: object) => {
      const answer = await approve(domain, [id], more)
      return [answer.statusCode, answer.json().errors]
    }
    for (const platform of ['website', 'nonsense'])
      expect(await errorsOf({ platform })).toEqual([422, [{ platform: 'Platform is not valid' }]])
    expect(await errorsOf({ module: 'website' })).toEqual([422, [{ module: 'Module is not valid' }]])
    for (const claim of [{ company: at.world.companies.foreign }, { brand: { id: at.world.brands.foreign } }])
      expect(await errorsOf({ recordIds: [{ id, ...claim }] })).toEqual([403, undefined])
    expect(await stored(id)).toMatchObject({ status: '33', version: 1 })
  })
  test('two approvals of the same rows in different orders do not deadlock, and every row changes once', async () => {
    const list = await own(
      domain,
      Array.from({ length: 200 }, () => '33'),
    )
    const answers = await Promise.all([approve(domain, list), approve(domain, list.toReversed(), {}, 'admin')])
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 409])
    const logged = await rows(at.database.db, sql`select 1 from status_log where finding_id = any(${list}::uuid[])`)
    expect(logged).toHaveLength(200)
  })
  test('the same person can undo it for some seconds, for rows that were not changed since', async () => {
    const [a, b, c] = (await own(domain, ['33', '33', '22'])) as [string, string, string]
    await approve(domain, [a, b])
    await change(b, { status: '00', statusfrom: '22' })
    const undo = (who?: string) => post('domain/undo-bulk-approve', { recordIds: [a, b, c].map((id) => ({ id })) }, who)
    expect((await undo('admin')).statusCode).toBe(409)
    expect((await undo()).json()).toMatchObject({ updated: 1, skipped: 2 })
    expect((await Promise.all([a, b, c].map(stored))).map((row) => row.status)).toEqual(['33', '00', '22'])
    expect((await undo()).statusCode).toBe(409)
  })
})

describe('the data log', () => {
  test('approvals, single moves and comments each write one entry with the number of records', async () => {
    const before = newId()
    const [a, b] = (await own(eCommerce, ['33', '33'])) as [string, string]
    await post('ecommerce/update-bulk-infrigement-status', {
      recordIds: [{ id: a }, { id: b }],
      statusfrom: '33',
      status: '22',
    })
    await change(a, { status: '88', statusfrom: '22' })
    await post(`ecommerce/${a}/update-client-comment`, { clientComment: 'x' })
    const entries = await rows(
      at.database.db,
      sql`select type, model, total_affected, user_id from data_log where id > ${before} order by id`,
    )
    const entry = { type: 'update', model: 'Ecommerce', user_id: at.world.people.client }
    expect(entries).toEqual([2, 1, 1].map((total_affected) => ({ ...entry, total_affected })))
  })
})
