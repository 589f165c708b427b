import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { strFromU8, unzipSync, zipSync } from 'fflate'
import { afterAll, describe, expect, test } from 'vitest'
import { type CaseFileInfo, manifestName, manifestOf, manifestText } from '#kit/evidence/manifest.ts'
import { verifyFile } from '#kit/evidence/verify-file.ts'
import { writeZip } from './write-zip.ts'
import { centralHeader, endRecord, localHeader } from '#kit/evidence/zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-zip-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const info: CaseFileInfo = {
  id: '018f0000-0000-7000-8000-000000000001',
  product: 'Brandkeep',
  version: '1.2.3',
  madeBy: 'Nguyễn Văn Ä (Analyst)',
  madeAt: '2026-11-21T20:00:00.000Z',
  zone: 'Asia/Kolkata',
  findings: [
    {
      number: 1,
      id: '018f0000-0000-7000-8000-000000000002',
      platform: 'Domain',
      company: 'Acme',
      brand: 'Acme One',
      address: 'fake.example',
    },
  ],
}
type Content = readonly (readonly [string, Uint8Array])[]
const small: Content = [
  ['README.txt', Buffer.from('How to check it\n')],
  ['findings/001/finding.json', Buffer.from('{"domain":"fake.example"}\n')],
  ['findings/001/picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 13, 10])],
  ['file.pdf', Buffer.from('%PDF-1.7')],
]

/** An archive built as the program builds it. */
async function made(contents: Content): Promise<Buffer> {
  const path = join(folder, 'made.zip')
  const zip = await writeZip(path)
  const listed = []
  for (const [name, content] of contents) listed.push(await zip.add(name, content))
  await zip.add(manifestName, Buffer.from(manifestText(manifestOf(info, listed))))
  await zip.end()
  await zip.close()
  return readFileSync(path)
}

/** An archive forged by somebody who knows the format, with these entries. */
function forged(contents: Content): Buffer {
  const parts: Uint8Array[] = []
  const lines: Uint8Array[] = []
  let offset = 0
  for (const [name, content] of contents) {
    const entry = { name, bytes: content.length, crc: crc32(content), offset }
    parts.push(localHeader(entry), Buffer.from(content))
    lines.push(centralHeader(entry))
    offset += localHeader(entry).length + content.length
  }
  const directory = Buffer.concat(lines)
  return Buffer.concat([...parts, directory, endRecord({ entries: contents.length, bytes: directory.length, offset })])
}

const verify = (bytes: Buffer, head?: string) =>
  verifyFile({ bytes: bytes.length, read: (at, length) => Promise.resolve(bytes.subarray(at, at + length)) }, { head })
const problems = async (bytes: Buffer, head?: string) => (await verify(bytes, head)).problems.join('\n')
const contentsOf = (zip: Buffer): [string, Uint8Array][] => Object.entries(unzipSync(zip))

describe('an unaltered file', () => {
  test('is verified, has a head, and can be unpacked by other programs', async () => {
    const zip = await made(small)
    const verdict = await verify(zip)
    expect(verdict).toMatchObject({ problems: [], bytes: zip.length, manifest: { madeBy: info.madeBy } })
    const { head, entries } = (verdict as { manifest: { head: string; entries: { name: string }[] } }).manifest
    expect(head).toMatch(/^[0-9a-f]{64}$/)
    expect(entries.map(({ name }) => name)).toEqual(small.map(([name]) => name))
    const unpacked = unzipSync(zip)
    expect(Object.keys(unpacked)).toEqual([...small.map(([name]) => name), manifestName])
    expect(strFromU8(unpacked['findings/001/finding.json']!)).toContain('fake.example')
    expect(await problems(zip, head)).toBe('')
    expect(await problems(zip, 'a'.repeat(64))).toBe(`This is not the file that was issued: its head is ${head}`)
  })

  test('equal contents give equal bytes; any written contents are verified as unaltered', async () => {
    expect(await made(small)).toEqual(await made(small))
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,8}(\/[a-z0-9]{1,8}){0,2}\.(json|eml|png)$/), {
      minLength: 0,
      maxLength: 8,
    })
    await fc.assert(
      fc.asyncProperty(names, fc.infiniteStream(fc.uint8Array({ maxLength: 700 })), async (some, contents) => {
        const zip = await made(some.map((name) => [name, contents.next().value]))
        expect((await verify(zip)).problems).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})

describe('an altered file', () => {
  test('a change of any byte is detected: contents, headers, directory, end', async () => {
    const zip = await made(small)
    expect(zip.length).toBeGreaterThan(2000)
    const unnoticed: number[] = []
    let tried = 0
    for (let at = 0; at < zip.length; at++)
      for (const change of [0x01, 0x80, 0xff]) {
        const bytes = Buffer.from(zip)
        bytes[at]! ^= change
        tried++
        if ((await verify(bytes)).problems.length === 0) unnoticed.push(at)
      }
    expect(unnoticed).toEqual([])
    expect(tried).toBe(zip.length * 3)
  }, 60_000)

  test('random changes of random archives are detected', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 300 }),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 4 }),
        async (content, changes) => {
          const zip = await made([['a.bin', content]])
          const bytes = Buffer.from(zip)
          for (const [at, change] of changes) bytes[at % bytes.length]! ^= change
          // Two changes of the same byte may cancel each other.
          if (bytes.equals(zip)) return
          expect((await verify(bytes)).problems).not.toEqual([])
        },
      ),
      { numRuns: 300 },
    )
  })

  test('a changed entry is named', async () => {
    const zip = await made(small)
    const at = zip.indexOf('fake.example')
    const bytes = Buffer.from(zip)
    bytes[at]! ^= 1
    expect(await problems(bytes)).toBe('findings/001/finding.json is altered')
  })

  test('truncation, and bytes added at the end or the beginning, are detected', async () => {
    const zip = await made(small)
    for (let length = 0; length < zip.length; length += 7)
      expect((await verify(zip.subarray(0, length))).problems, String(length)).toHaveLength(1)
    expect(await problems(zip.subarray(0, -1))).toBe('The end of the archive is altered, or it was cut off')
    expect(await problems(Buffer.concat([zip, Buffer.from([0])]))).toBe('1 byte was added at the end of the archive')
    expect(await problems(Buffer.concat([Buffer.from([0]), zip]))).toContain('sizes do not add up')
  })
})

describe('a forged file', () => {
  test('an altered, missing, added or moved entry is named; a completely rebuilt file is detected by its head', async () => {
    const zip = await made(small)
    const head = (await verify(zip)) as { manifest: { head: string } }
    const all = contentsOf(zip)
    const with_ = (name: string, content: string): Content =>
      all.map(([own, bytes]) => [own, own === name ? Buffer.from(content) : bytes])
    expect(await problems(forged(with_('findings/001/finding.json', '{"domain":"real.example"}\n')))).toBe(
      'findings/001/finding.json is altered',
    )
    expect(await problems(forged(all.filter(([name]) => name !== 'file.pdf')))).toBe('file.pdf is missing')
    expect(await problems(forged([['extra.txt', Buffer.from('x')], ...all]))).toBe('extra.txt was added')
    expect(await problems(forged([...all, ['extra.txt', Buffer.from('x')]]))).toContain('extra.txt was added')
    const moved = [all[1]!, all[0]!, ...all.slice(2)]
    expect(await problems(forged(moved))).toBe('README.txt is not in its original position')
    expect(await problems(forged(all.filter(([name]) => name !== manifestName)))).toBe('manifest.json is missing')
    const manifest = manifestOf(info, [])
    expect(await problems(forged([[manifestName, Buffer.from(JSON.stringify(manifest))]]))).toBe(
      'manifest.json is altered',
    )
    const renamed = with_(manifestName, manifestText({ ...manifestOf(info, []), madeBy: 'Somebody else' }))
    expect(await problems(forged(renamed))).toContain('The head does not follow from the chain')
    // Completely rebuilt, with its chain: only the recorded head detects it.
    const anew = await made(small.map(([name, bytes]) => [name, name === 'file.pdf' ? Buffer.from('%PDF-1.4') : bytes]))
    expect(await problems(anew)).toBe('')
    expect(await problems(anew, head.manifest.head)).toContain('This is not the file that was issued')
  })

  test('duplicate names, unsafe paths, compressed entries and bombs are rejected with a message', async () => {
    const x = Buffer.from('brandkeep-case-file/1')
    expect(
      await problems(
        forged([
          ['a.txt', x],
          ['a.txt', x],
        ]),
      ),
    ).toBe('a.txt exists twice')
    for (const name of [
      '../a.txt',
      '/etc/passwd',
      'a/../../b',
      'C:\\a',
      'a\\b',
      'a//b',
      '.hidden',
      'a\nb',
      '',
      'é',
      'a/',
    ])
      expect(await problems(forged([[name, x]])), name).toMatch(/^".*" is not a valid name in a case file$/)
    const bomb = Buffer.from(zipSync({ 'findings/001/bomb.bin': new Uint8Array(50_000_000) }, { level: 9 }))
    expect(bomb.length).toBeLessThan(100_000)
    expect(await problems(bomb)).toBe('The directory of the archive is altered at entry 1 of 1')
    for (const bytes of [Buffer.alloc(0), Buffer.from('PK'), Buffer.alloc(5000), Buffer.from('%PDF-1.7'.repeat(99))]) {
      expect(await problems(bytes)).toMatch(/^It has nothing of a case file/)
      expect(await problems(Buffer.concat([x, bytes]))).toMatch(/not a case file|altered, or it was cut off/)
    }
    const lies = Buffer.concat([x, endRecord({ entries: 60_000, bytes: 4_000_000_000, offset: 0 })])
    expect(await problems(lies)).toContain('sizes do not add up')
  })
})
