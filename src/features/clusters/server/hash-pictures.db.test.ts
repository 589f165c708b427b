import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import type { AlikeGroup } from '#features/clusters/contract.ts'
import { inTransaction } from '#kit/server/db.ts'
import { locksWaitedFor } from '#kit/server/testing.ts'
import { website } from '#platforms/website.ts'
import { foldClusters } from './fold-clusters.ts'
import { hashPictures, pictureThreads } from './hash-pictures.ts'

const { at, get, own } = setUpActionTests()
const threads = pictureThreads()
afterAll(() => threads.close())

const bucket = 'newscrapper'
let pictures = 0

/** Stores a picture as an upload does, or for another purpose; without bytes the store has lost it. */
async function store(bytes: Uint8Array | undefined, type = 'image/png', purpose = 'images'): Promise<string> {
  const key = `2026/11/22/picture-${++pictures}.png`
  if (bytes) await at.testApp.app.files.put(key, bytes, type)
  await at.database.pool.query(
    `insert into files (id, bucket, key, purpose, original_name, media_type, bytes, sha256)
     values (gen_random_uuid(), $1, $2, $4, $2, $3, 1, '')`,
    [bucket, key, type, purpose],
  )
  return key
}

/** A scene of some shapes; another seed is another scene. */
function scene(seed: number): Promise<Buffer> {
  const shapes = Array.from({ length: 24 }, (_, n) => {
    const at = (seed * 7919 + n * 104_729) % 1_000_003
    return `<rect x="${at % 500}" y="${(at >> 3) % 380}" width="${40 + (at % 90)}" height="${30 + (at % 70)}" fill="hsl(${at % 360},70%,${20 + (at % 60)}%)"/>`
  })
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="450"><rect width="600" height="450" fill="white"/>${shapes.join('')}</svg>`,
    ),
  )
    .png()
    .toBuffer()
}

const work = async () => {
  while ((await hashPictures(at.testApp.app, threads)) > 0);
  while ((await foldClusters(at.testApp.app)) > 0);
}
const withPicture = async (imageKey: string, domain: string) =>
  (
    await own(website, ['33'], {
      imageBucket: bucket,
      imageKey,
      domain,
      ipAddress: null,
      reason: null,
      advertiser: null,
    })
  )[0]!
const groupsOf = async (id: string) => (await get(`clusters/of-finding/${id}`)).json().groups as AlikeGroup[]

test('pictures that are nearly the same are one cluster, whether the finding or its hash is stored first', async () => {
  const original = await scene(1)
  const smaller = await sharp(original).resize(260).jpeg({ quality: 55 }).toBuffer()
  const [first, second, other] = [await store(original), await store(smaller), await store(await scene(2))]
  await hashPictures(at.testApp.app, threads)
  const after = await withPicture(first, 'one.example')
  const late = await store(await sharp(original).modulate({ brightness: 1.05 }).webp().toBuffer(), 'image/webp')
  const before = await withPicture(late, 'two.example')
  const compressed = await withPicture(second, 'three.example')
  const unlike = await withPicture(other, 'four.example')
  // Values are read while a picture is not hashed yet, and again when it is.
  await foldClusters(at.testApp.app)
  expect((await groupsOf(after))[0]).toMatchObject({ findings: 2 })
  expect(await groupsOf(before)).toEqual([])
  await work()
  expect(await groupsOf(after)).toMatchObject([{ findings: 3, links: [{ kind: 'picture', text: '' }] }])
  const [group] = await groupsOf(before)
  expect(group).toMatchObject({ findings: 3, clusterId: (await groupsOf(compressed))[0]!.clusterId })
  expect(await groupsOf(unlike)).toEqual([])
  // The picture has no text: the cluster is named by the brand and the host of a finding with it.
  const page = (await get(`clusters/${group!.clusterId}`)).json() as { kind: string; name: string }
  expect(page).toMatchObject({ kind: 'picture', name: expect.stringMatching(/^\S.*, (one|two|three)\.example$/) })
  const { docs } = (await get(`clusters/${group!.clusterId}/findings`)).json() as { docs: { imageUrl: string }[] }
  expect(docs[0]!.imageUrl).toContain('/api/files/newscrapper/')
})

test('a picture that is hashed while the values of its finding are read joins it, too', async () => {
  const original = await scene(3)
  const ids = [await withPicture(await store(original), 'five.example')]
  await work()
  const smaller = await sharp(original).resize(300).png().toBuffer()
  ids.push(await withPicture(await store(smaller), 'six.example'))
  const { round } = await inTransaction(at.database.pool, async ({ client }) => {
    await client.query('lock table cluster_values in access exclusive mode')
    // The round has read the cells of the findings, and waits where it compares their values with those known.
    const begun = foldClusters(at.testApp.app)
    await expect.poll(() => locksWaitedFor(at.database)).toBe(1)
    while ((await hashPictures(at.testApp.app, threads)) > 0);
    return { round: begun }
  })
  await round
  await work()
  for (const id of ids) expect(await groupsOf(id)).toMatchObject([{ findings: 2 }])
})

test('the picture of a page that a machine took is compared when it becomes that of a finding, also later', async () => {
  const page = await scene(5)
  const smaller = await sharp(page).resize(400).png().toBuffer()
  const [atOnce, later, unused] = [
    await store(page, 'image/png', 'evidence'),
    await store(smaller, 'image/png', 'evidence'),
    await store(page, 'image/png', 'evidence'),
  ]
  const first = await withPicture(atOnce, 'seven.example')
  const [second] = await own(website, ['33'], {
    domain: 'eight.example',
    ipAddress: null,
    reason: null,
    advertiser: null,
  })
  await work()
  await at.database.pool.query('update findings set image_bucket = $1, image_key = $2 where id = $3', [
    bucket,
    later,
    second,
  ])
  await work()
  await work()
  for (const id of [first, second!])
    expect(await groupsOf(id)).toMatchObject([{ findings: 2, links: [{ kind: 'picture' }] }])
  expect((await at.database.pool.query('select from picture_hashes where key = $1', [unused])).rowCount).toBe(0)
})

test('pictures that are broken, lost, blank or one pixel have no hash, join nothing and are not tried for ever', async () => {
  const blank = (width: number) =>
    sharp({ create: { width, height: width, channels: 3, background: 'white' } })
      .png()
      .toBuffer()
  const keys = [
    await store(Buffer.from('no picture')),
    await store((await scene(3)).subarray(0, 900)),
    await store(undefined),
    await store(await blank(400)),
    await store(await blank(400)),
    await store(await blank(1)),
  ]
  const ids = []
  for (const key of keys) ids.push(await withPicture(key, `${key}.example`))
  await work()
  const found = await at.database.pool.query<{ state: string }>(
    'select state from picture_hashes where key = any($1) order by array_position($1::text[], key)',
    [keys],
  )
  expect(found.rows.map(({ state }) => state)).toEqual([
    'unreadable',
    'unreadable',
    'unreadable',
    'poor',
    'poor',
    'poor',
  ])
  for (const id of ids) expect(await groupsOf(id)).toEqual([])
  expect((await at.database.pool.query('select from picture_waits')).rowCount).toBe(0)
})

test('a picture waits for a store that is away, however long, and is hashed when it is back', async () => {
  const key = await store(await scene(4))
  const { app } = at.testApp
  const away = { ...app, files: { ...app.files, read: () => Promise.reject(new Error('connect ECONNREFUSED')) } }
  const state = async () =>
    (await at.database.pool.query('select state, tries from picture_hashes where key = $1', [key])).rows[0]
  for (let tries = 1; tries <= 5; tries++) {
    await hashPictures(away, threads)
    await at.database.pool.query(`update picture_hashes set not_before = now() where state = 'waiting'`)
  }
  expect(await state()).toEqual({ state: 'waiting', tries: 0 })
  await work()
  expect((await state()).state).toBe('done')
})
