import { beforeAll, describe, expect, test } from 'vitest'
import { onePicture } from '#features/purchases/server/testing.ts'
import { setUpActionTests } from '#app/testing-world.ts'
import { addFiles } from '#features/files/server/stored-exports.ts'
import { readyEmail } from '#features/tool-jobs/server/tool-email.ts'
import { newKey, signedPath } from '#kit/server/files.ts'
import { newId } from '#kit/server/id.ts'
import { domain as platform } from '#platforms/domain.ts'

const { at, get, one } = setUpActionTests()
const status = async (url: string) => (await at.testApp.server.inject({ url })).statusCode
const query = (text: string, id: string) => at.database.pool.query(text, [id])
let key: string

beforeAll(async () => {
  const { files, db } = at.testApp.app
  const bytes = await onePicture()
  key = newKey('png')
  await files.put(key, bytes, 'image/png')
  const file = { name: 'a.png', key, mediaType: 'image/png', bytes: bytes.length, sha256: Buffer.alloc(32) }
  await addFiles(db, { bucket: files.bucket, userId: at.world.people.analyst, files: [file] })
  await one(platform, '33', { image: 'a.png', imageBucket: files.bucket, imageKey: key })
})

/** The link to the picture, as this person's list has it. */
async function linkOf(who: string): Promise<string> {
  const docs = (await get(`${platform.path}?startDate=2000-01-01&endDate=2099-12-31`, who)).json().docs as {
    imageUrl: string | null
  }[]
  return docs.find(({ imageUrl }) => imageUrl?.startsWith('/api/files/'))!.imageUrl!
}

describe('G119 a link ends with the access of the user it was made for', () => {
  test.each([
    ['the brand is disabled', 'brands', 'enabled = false', 'enabled = true', 'own'],
    ['the brand is deleted', 'brands', 'deleted_at = now()', 'deleted_at = null', 'own'],
    ['the company is deleted', 'companies', 'deleted_at = now()', 'deleted_at = null', 'parent'],
    ['the user is of another company', 'users', 'company_id = foreign', 'company_id = parent', 'client'],
    ['the user is blocked', 'users', 'is_blocked = true', 'is_blocked = false', 'client'],
    ['the user is deleted', 'users', 'deleted_at = now()', 'deleted_at = null', 'client'],
  ])('of a client: %s', async (_, table, lost, back, which) => {
    const { brands, companies, people } = at.world
    const id = { ...brands, ...companies, ...people }[which as 'own']
    const change = (to: string) => {
      const value = to.replace('foreign', `'${companies.foreign}'`).replace('parent', `'${companies.parent}'`)
      return query(`update ${table} set ${value} where id = $1`, id)
    }
    const link = await linkOf('client')
    expect(await status(link)).toBe(200)
    await change(lost)
    expect([await status(link), await status(`${link}&size=thumb`)]).toEqual([403, 403])
    await change(back)
    expect(await status(link)).toBe(200)
  })

  test('of staff: blocked, or a client meanwhile; also one in an email', async () => {
    const { app } = at.testApp
    const { analyst } = at.world.people
    const file = { name: 'a.xlsx', key, mediaType: 'image/png', bytes: 1, sha256: 'ab', records: 1 }
    const title = { title: 'Scan', path: '/tools' }
    const { text } = readyEmail(app, { jobId: newId(), userId: analyst, title }, [file])
    const links = [await linkOf('analyst'), /\/api\/files\/\S+/.exec(text)![0]]
    const all = async () => [await status(links[0]!), await status(links[1]!)]
    expect(await all()).toEqual([200, 200])
    await query('update users set is_blocked = true where id = $1', analyst)
    expect(await all()).toEqual([403, 403])
    await query(
      `update users set is_blocked = false, role = 'Client', company_id = '${at.world.companies.parent}' where id = $1`,
      analyst,
    )
    // A finding of its company now, which says so; the file of the job is for staff.
    expect(await all()).toEqual([200, 403])
    await query(`update users set role = 'Analyst', company_id = null where id = $1`, analyst)
    expect(await all()).toEqual([200, 200])
  })

  test('nobody else can be put into it, and nothing left out', async () => {
    const link = await linkOf('client')
    const { foreignClient, admin } = at.world.people
    for (const altered of [
      link.replace(/user=[^&]+/, `user=${admin}`),
      link.replace(/user=[^&]+/, `user=${foreignClient}`),
      link.replace(/&user=[^&]+/, ''),
      link.replace(/scope=[^&]+/, `scope=${at.world.brands.foreign}`),
      link.replace(/&scope=[^&]+/, ''),
      `${link}&user=${admin}`,
      link.replace('user=', 'reader='),
    ])
      expect([400, 403, 422], altered).toContain(await status(altered))
    const { bucket } = at.testApp.app.files
    const secret = at.testApp.app.settings.signingSecret
    expect(await status(signedPath(secret, { bucket, key, user: newId() }))).toBe(403)
    // In emails that were sent before links named their user.
    expect(await status(signedPath(secret, { bucket, key }))).toBe(200)
  })
})
