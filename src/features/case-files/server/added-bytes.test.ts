import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { listsName, manifestName, manifestText, readManifest, manifestOf } from '#kit/evidence/manifest.ts'
import { proofName } from '#kit/evidence/proof.ts'
import { centralHeader, endRecord, endSignature, localHeader } from '#kit/evidence/zip.ts'
import { sha256, verifyBytes } from './testing.ts'
import { rebuilt } from './testing-forgery.ts'
import { contents, issuedFiles } from './testing-issued.ts'

// Bytes where programs for archives do not look, or that a decoder drops: with every length and offset adapted.

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-added-'))
const { issued, close } = issuedFiles(folder, () => {
  throw new Error('Nothing is stamped here')
})
afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})

const problems = async (bytes: Buffer, head?: string) => (await verifyBytes(bytes, { head })).problems.join('\n')

const places = {
  before: '',
  localExtra: '',
  between: '',
  hiddenEntry: '',
  beforeDirectory: '',
  centralExtra: '',
  entryComment: '',
  inDirectory: '',
  beforeEnd: '',
  comment: '',
  after: '',
}

/** The archive with bytes added in these places. */
function withAdded(zip: Uint8Array, added: Partial<typeof places>): Buffer {
  const at = (place: keyof typeof places) => Buffer.from(added[place] ?? '', 'latin1')
  const parts: Uint8Array[] = []
  const lines: Uint8Array[] = []
  let offset = 0
  const push = (...more: Uint8Array[]) => {
    parts.push(...more)
    for (const { length } of more) offset += length
  }
  push(at('before'))
  const entries = Object.entries(unzipSync(zip))
  for (const [n, [name, content]] of entries.entries()) {
    const entry = { name, bytes: content.length, crc: crc32(content), offset }
    const [local, central] = [Buffer.from(localHeader(entry)), Buffer.from(centralHeader(entry))]
    if (n === 0) {
      local.writeUInt16LE(at('localExtra').length, 28)
      central.writeUInt16LE(at('centralExtra').length, 30)
      central.writeUInt16LE(at('entryComment').length, 32)
    }
    const extra = (place: keyof typeof places) => (n === 0 ? at(place) : Buffer.alloc(0))
    push(local.subarray(0, 30 + name.length), extra('localExtra'), content, extra('between'))
    lines.push(central, extra('centralExtra'), extra('entryComment'))
    const hidden = extra('hiddenEntry')
    if (hidden.length > 0)
      push(localHeader({ name: 'secret.txt', bytes: hidden.length, crc: crc32(hidden), offset }), hidden)
  }
  push(at('beforeDirectory'))
  const directory = Buffer.concat([...lines, at('inDirectory')])
  const end = Buffer.from(endRecord({ entries: entries.length, bytes: directory.length, offset }))
  end.writeUInt16LE(at('comment').length, 20)
  return Buffer.concat([...parts, directory, at('beforeEnd'), end, at('comment'), at('after')])
}

const signature = String.fromCharCode(...endSignature())
const cutOff = 'The end of the archive is altered, or it was cut off'

test.each<[keyof typeof places, string, string]>([
  ['before', 'x', 'wrong offset'],
  ['localExtra', 'x', 'wrong offset'],
  ['between', 'x', 'wrong offset'],
  ['hiddenEntry', 'x', 'wrong offset'],
  ['beforeDirectory', 'x', 'sizes do not add up'],
  ['centralExtra', 'x', 'The directory of the archive is altered at entry 1'],
  ['entryComment', 'x', 'The directory of the archive is altered at entry 1'],
  ['inDirectory', 'x', 'sizes do not add up'],
  ['beforeEnd', 'x', 'sizes do not add up'],
  ['comment', 'x', '1 byte was added at the end of the archive'],
  ['comment', signature, cutOff],
  ['after', 'x', '1 byte was added at the end of the archive'],
  ['after', signature, cutOff],
])('bytes %s (%j) are found', async (place, bytes, problem) => {
  const { bytes: zip, head } = await issued({ stamped: false })
  expect(withAdded(zip, {}).equals(zip)).toBe(true)
  const changed = withAdded(zip, { [place]: bytes })
  expect(changed.length).toBeGreaterThan(zip.length)
  expect(await problems(changed, head)).toContain(problem)
})

const entryAs = (zip: Buffer, name: string, change: (was: Uint8Array) => Uint8Array) =>
  rebuilt(zip, (all) => all.map(([own, was]) => [own, own === name ? change(was) : was]))
const marked = (was: Uint8Array) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), was])

test('a mark of the byte order before a text is found', async () => {
  const { bytes, head } = await issued({ stamped: false, of: [...contents, [listsName, Buffer.from('[]\n')]] })
  expect(await problems(bytes, head)).toBe('')
  for (const name of [manifestName, proofName, listsName])
    expect(await problems(entryAs(bytes, name, marked), head), name).toBe(`${name} is altered`)
})

test('bytes that are no UTF-8 are found, also where the text has the sign that stands for them', async () => {
  const { bytes } = await issued({ stamped: false })
  const unsigned = rebuilt(bytes, (all) => all.filter(([name]) => name !== proofName))
  const own = readManifest(String(Buffer.from(unzipSync(bytes)[manifestName]!)))!
  const listed = contents.map(([name, content]) => ({ name, bytes: content.length, sha256: sha256(content) }))
  const text = Buffer.from(manifestText(manifestOf({ ...own, madeBy: 'J\uFFFDrg' }, listed)))
  expect(await problems(entryAs(unsigned, manifestName, () => text))).toBe('')
  const at = text.indexOf('\uFFFD')
  const unreadable = Buffer.concat([text.subarray(0, at), Buffer.from([0xff]), text.subarray(at + 3)])
  expect(await problems(entryAs(unsigned, manifestName, () => unreadable))).toBe('manifest.json is altered')
})
