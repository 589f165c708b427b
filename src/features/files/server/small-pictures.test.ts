import { setImmediate as soon } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import type { FileStore } from '#kit/server/files.ts'
import { type Decoder, openSmallPictures } from './small-pictures.ts'

/** A store in memory; `bytes` of an original are its number of pixels, as the decoder of these tests reads it. */
function store(originals: Record<string, string>) {
  const files = new Map(Object.entries(originals).map(([key, text]) => [key, Buffer.from(text)]))
  const put = (key: string, bytes: Uint8Array) => Promise.resolve(void files.set(key, Buffer.from(bytes)))
  const read = vi.fn<FileStore['read']>((key) => Promise.resolve(files.get(key)))
  return { files, read, store: { put, read } as unknown as FileStore }
}

/** A decoder whose pictures are ready when the test says so. */
function decoder() {
  const running: { pixels: number; end: () => void; fail: (problem?: Error) => void }[] = []
  let most = { all: 0, large: 0 }
  const note = () => {
    const large = running.filter(({ pixels }) => pixels > 12_000_000).length
    most = { all: Math.max(most.all, running.length), large: Math.max(most.large, large) }
  }
  const decode: Decoder = {
    pixelsOf: (bytes) => Promise.resolve(Number(bytes.toString()) || undefined),
    shrink: (bytes, longestSide) => {
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
      const one = {
        pixels: Number(bytes.toString()) || 0,
        end: () => (running.splice(running.indexOf(one), 1), resolve(Buffer.from(`small ${longestSide}`))),
        fail: (problem = new Error('Broken')) => (running.splice(running.indexOf(one), 1), reject(problem)),
      }
      running.push(one)
      note()
      return promise
    },
  }
  return { decode, running, most: () => most }
}
const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await soon()
}
const nobodyLeaves = () => new AbortController().signal

test('at most two pictures are decoded at once and one of them may be large, whatever is asked for', async () => {
  const sizes = ['50000000', '1000000', '50000000', '1000000', '50000000', '2000000']
  const { store: files } = store(Object.fromEntries(sizes.map((pixels, at) => [`${at}.png`, pixels])))
  const { decode, running, most } = decoder()
  const small = openSmallPictures(files, decode)
  const asked = sizes.flatMap((_, at) => [1, 2, 3].map(() => small.read(`${at}.png`, 'card', nobodyLeaves())))
  let decoded = 0
  for (await settled(); running.length > 0; await settled()) {
    decoded++
    running[0]!.end()
  }
  expect((await Promise.all(asked)).map(String)).toEqual(asked.map(() => 'small 480'))
  expect(decoded, 'each once, however many ask').toBe(sizes.length)
  expect(most()).toEqual({ all: 2, large: 1 })
})

test('originals are read only in their turn, and what nobody waits for is neither read nor decoded', async () => {
  const keys = Array.from({ length: 40 }, (_, at) => `${at}.png`)
  const { store: files, read } = store(Object.fromEntries(keys.map((key) => [key, '1000000'])))
  const { decode, running } = decoder()
  const small = openSmallPictures(files, decode)
  const reader = new AbortController()
  const asked = keys.map((key) => small.read(key, 'card', reader.signal))
  const both = small.read('5.png', 'card', nobodyLeaves())
  await settled()
  expect(running.length).toBe(2)
  const originals = () => read.mock.calls.filter(([key]) => keys.includes(key)).length
  expect(originals()).toBe(2)
  reader.abort()
  for (await settled(); running.length > 0; await settled()) running[0]!.end()
  expect(String(await both), 'somebody else still waits for this one').toBe('small 480')
  expect(originals()).toBe(3)
  expect((await Promise.all(asked)).slice(10)).toEqual(keys.slice(10).map(() => undefined))
  const again = small.read('30.png', 'card', nobodyLeaves())
  await settled()
  running[0]!.end()
  expect(String(await again)).toBe('small 480')
})

test('the original is decoded once for both sizes, both are stored; a broken or too large one is not tried again', async () => {
  const { store: files, files: stored } = store({
    'a.png': '1000000',
    'b.png': 'nothing',
    'c.png': '70000000',
    'd.png': '9',
  })
  const { decode, running } = decoder()
  const pixelsOf = vi.spyOn(decode, 'pixelsOf')
  const small = openSmallPictures(files, decode)
  const thumb = small.read('a.png', 'thumb', nobodyLeaves())
  await settled()
  running[0]!.end()
  await settled()
  running[0]!.end()
  expect(String(await thumb)).toBe('small 96')
  expect(String(await small.read('a.png', 'card', nobodyLeaves()))).toBe('small 480')
  expect(pixelsOf).toHaveBeenCalledTimes(1)
  expect([...stored.keys()].filter((key) => key.startsWith('a'))).toEqual([
    'a.png',
    'a.png.card.webp',
    'a.png.thumb.webp',
  ])
  for (const _ of ['first', 'second']) {
    expect(await small.read('b.png', 'card', nobodyLeaves())).toBeUndefined()
    await expect(small.read('c.png', 'card', nobodyLeaves())).rejects.toMatchObject({ status: 404 })
  }
  expect(pixelsOf).toHaveBeenCalledTimes(3)
  const broken = small.read('d.png', 'card', nobodyLeaves())
  await settled()
  running[0]!.fail()
  expect(await broken).toBeUndefined()
  expect(await small.read('d.png', 'card', nobodyLeaves())).toBeUndefined()
  expect(pixelsOf).toHaveBeenCalledTimes(4)
})

test('a store that fails and a decoder out of time do not make a picture a broken one', async () => {
  const { store: files } = store({ 'a.png': '9' })
  const { decode, running } = decoder()
  const read = vi.spyOn(files, 'read')
  const small = openSmallPictures(files, decode)
  read.mockImplementation((key) =>
    key === 'a.png' ? Promise.reject(new Error('no store')) : Promise.resolve(undefined),
  )
  await expect(small.read('a.png', 'card', nobodyLeaves())).rejects.toThrow('no store')
  read.mockRestore()
  const late = small.read('a.png', 'card', nobodyLeaves())
  await settled()
  running[0]!.fail(new Error('timeout: 57% complete'))
  expect(await late).toBeUndefined()
  const made = small.read('a.png', 'card', nobodyLeaves())
  await settled()
  running[0]!.end()
  expect(String(await made)).toBe('small 480')
})

test('too many that wait are refused with 503, not queued', async () => {
  const keys = Array.from({ length: 700 }, (_, at) => `${at}.png`)
  const { store: files } = store(Object.fromEntries(keys.map((key) => [key, '1000000'])))
  const { decode, running } = decoder()
  const small = openSmallPictures(files, decode)
  const leave = new AbortController()
  const answers = keys.map((key) =>
    small.read(key, 'card', leave.signal).catch((problem: { status: number }) => problem),
  )
  await settled()
  leave.abort()
  for (await settled(); running.length > 0; await settled()) running[0]!.end()
  const refused = (await Promise.all(answers)).filter(
    (one) => one !== undefined && 'status' in one && one.status === 503,
  )
  expect(refused.length).toBe(100)
  expect(refused[0]).toMatchObject({ status: 503 })
})

test('a real picture of 50 megapixels that must be decoded whole becomes a card, turned as its camera held it', async () => {
  const [width, height] = [10_000, 5000]
  const blank = { create: { width, height, channels: 3 as const, background: '#b33' } }
  const whole = await sharp(blank).png({ progressive: true, compressionLevel: 1 }).toBuffer()
  const turned = await sharp({ create: { ...blank.create, width: 600, height: 300 } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { store: files, files: stored } = store({})
  stored.set('whole.png', whole)
  stored.set('turned.jpg', turned)
  const small = openSmallPictures(files)
  const card = await small.read('whole.png', 'card', nobodyLeaves())
  expect(await sharp(card).metadata()).toMatchObject({ format: 'webp', width: 480, height: 240 })
  const thumb = await small.read('turned.jpg', 'thumb', nobodyLeaves())
  expect(await sharp(thumb).metadata()).toMatchObject({ format: 'webp', width: 48, height: 96 })
}, 120_000)
