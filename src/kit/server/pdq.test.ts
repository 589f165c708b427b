import { createCipheriv } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hashPicture, nearBits, poorQuality } from './pdq.ts'
import { hashDistance, indexPictures } from './pdq-index.ts'

const picture = readFileSync(join(import.meta.dirname, '../../../tests/fixtures/pictures/bridge.jpg'))

/** What Meta's program prints for the original of the picture and its seven turns (pdq/cpp/reg_test). */
const reference = [
  'd8f8f0cee0f4a84f0637022a078f67f0b36e2ed596621e1d33e6339c4e9c9b22',
  'f0a10efd51c83d429053d48d0fffbc52e34e0e17ada956a9d29685211ea9e58f',
  'adad5a64b5a102e55b62a88052dacd5ae63b847fc337b4b766b399361bc93188',
  'a5f0b457248995e8c1065c275aaa56d8b61ba4bdf8fcfc0383c32f8b0bfc4f05',
  'd8f80f31e0f457b00637f5d5038f980fb36ed12a9662c1e233e64c634e9c64dd',
  '8dada49991a1bd1a5362577742da32a5e63b7b80c2364b4866b346c91bc9ce77',
  'f0a1e10271ccc0bd90530b720fff038de34ef1e8ada9a956d6967ade5ea91a50',
  'a5f44ba8a4996a17cd06a1d85aaaa927b61b5b42f8fc03fc83c3d0740bfcb0fa',
]

test('PDQ: the picture and its seven turns lie within ten bits of the hashes of the reference', async () => {
  const { hash, quality, variants } = (await hashPicture(picture))!
  expect(quality).toBe(100)
  for (const [at, one] of [hash, ...variants].entries())
    expect(hashDistance(one, reference[at]!), `turn ${at}`).toBeLessThanOrEqual(10)
})

test('a turned or mirrored file has the hash that was foreseen, and no other', async () => {
  const { hash, variants } = (await hashPicture(picture))!
  const [turned, mirrored] = await Promise.all([
    sharp(picture).rotate(180).png().toBuffer().then(hashPicture),
    sharp(picture).flop().webp({ quality: 90 }).toBuffer().then(hashPicture),
  ])
  expect(hashDistance(turned!.hash, variants[1]!)).toBeLessThanOrEqual(20)
  expect(hashDistance(mirrored!.hash, variants[4]!)).toBeLessThanOrEqual(20)
  expect(hashDistance(turned!.hash, hash)).toBeGreaterThan(nearBits)
})

test('a smaller and a badly compressed copy is near, another picture is not, a blank one says nothing', async () => {
  const { hash } = (await hashPicture(picture))!
  const copy = await sharp(picture).resize(300).jpeg({ quality: 25 }).toBuffer().then(hashPicture)
  expect(hashDistance(copy!.hash, hash)).toBeLessThanOrEqual(nearBits)
  const grain = {
    create: { width: 300, height: 300, channels: 3, noise: { type: 'gaussian', mean: 99, sigma: 90 } },
  } as const
  const other = await sharp({ ...grain, create: { ...grain.create, background: '#fff' } })
    .png()
    .toBuffer()
    .then(hashPicture)
  expect(hashDistance(other!.hash, hash)).toBeGreaterThan(nearBits)
  const blank = { create: { width: 800, height: 600, channels: 3, background: '#eee' } } as const
  expect((await sharp(blank).png().toBuffer().then(hashPicture))!.quality).toBeLessThanOrEqual(poorQuality)
})

test('what is no picture, cut off or too large is refused', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30000" height="30000"/>'
  for (const bytes of [Buffer.from('no picture'), Buffer.alloc(0), picture.subarray(0, 2000), bomb(), Buffer.from(svg)])
    expect(await hashPicture(bytes)).toBeUndefined()
  const dot = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  expect((await hashPicture(dot))!.quality).toBe(0)
})

/** A PNG of 65,000 × 65,000 pixels in a few kilobytes. */
function bomb(): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(name), data, Buffer.alloc(4)])
  }
  const head = Buffer.from([0, 0, 0xfd, 0xe8, 0, 0, 0xfd, 0xe8, 1, 0, 0, 0, 0])
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(8000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('the index finds, among a million hashes, all planted within 31 bits and none further', {
  timeout: 20_000,
}, () => {
  const million = noise(1_000_001)
  const hashes = Array.from({ length: 1_000_000 }, (_, at) => million.toString('hex', at * 32, at * 32 + 32))
  const wanted = million.toString('hex', 32_000_000)
  const distances = [0, 1, 16, 30, 31, 32, 40]
  for (const [at, bits] of distances.entries()) hashes[at * 137_001 + 5] = flipped(wanted, bits)
  const index = indexPictures(hashes)
  // Measured 3 ms; a look at all million takes 60.
  expect(() => index.near(wanted)).toTakeLessThan(30)
  const found = index.near(wanted)
  expect(found.map(({ distance }) => distance)).toEqual([0, 1, 16, 30, 31])
  expect(found.map(({ at }) => at)).toEqual([0, 1, 2, 3, 4].map((at) => at * 137_001 + 5))
  expect(index.near(wanted, 16)).toHaveLength(3)
  expect(() => index.near(wanted, 32)).toThrow(RangeError)
  expect(() => indexPictures(['f8'])).toThrow(RangeError)
})

/** Random bytes, 32 for each hash, always the same. */
const noise = (hashes: number): Buffer =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(hashes * 32))

/** The hash with this many different bits flipped, spread over it. */
function flipped(hash: string, bits: number): string {
  const digits = Array.from(hash, (digit) => Number.parseInt(digit, 16))
  for (let bit = 0; bit < bits; bit++) {
    const flipped = (bit * 37 + 11) % 256
    digits[flipped >> 2]! ^= 1 << (flipped & 3)
  }
  return digits.map((digit) => digit.toString(16)).join('')
}
