import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listLine, listName, listStart } from '#kit/evidence/evidence-list.ts'
import { manifestName, readManifest } from '#kit/evidence/manifest.ts'
import { proofName, proofText, readProof } from '#kit/evidence/proof.ts'
import { certificatesOf } from '#kit/evidence/time-stamp.ts'
import { verdictOf } from '#kit/evidence/verdict.ts'
import type { VerifyOptions } from '#kit/evidence/verify-file.ts'
import { signingKeyOf } from './signing.ts'
import { verifyBytes } from './testing.ts'
import { flipped, rebuilt, signed, withText } from './testing-forgery.ts'
import { type TestAuthority, testAuthority } from './testing-authority.ts'
import { contents, issuedFiles } from './testing-issued.ts'
import { writeZip } from './write-zip.ts'

// What the verifier says about each kind of change: docs/generated/tamper-table.md is written by this test
// (with `--update` after a change of the texts).

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-tamper-'))
let authority: TestAuthority
let other: TestAuthority
const { issued, tokenOver, close } = issuedFiles(folder, () => authority)
beforeAll(async () => {
  authority = await testAuthority('Test Time Stamps')
  other = await testAuthority('Other Time Stamps')
})
afterAll(async () => {
  await authority.close()
  await other.close()
  await close()
  rmSync(folder, { recursive: true, force: true })
})

const oneItem = {
  kind: 'file',
  id: '018f0000-0000-7000-8000-000000000003',
  at: '2026-11-20T10:00:00.000Z',
  sha256: 'a'.repeat(64),
} as const

/** The list of a day as it is issued, of two items. */
async function issuedDay({ secret = 'issuer', day = '2026-11-20', previous = 'b'.repeat(64), token = '' } = {}) {
  const list = listStart({ day, previous }) + listLine(oneItem) + listLine({ ...oneItem, kind: 'notice' })
  const head = createHash('sha256').update(list).digest('hex')
  const stamps = [{ authority: authority.url, token: token || (await tokenOver(head)) }]
  const path = join(folder, 'day.zip')
  const zip = await writeZip(path)
  await zip.add(listName, Buffer.from(list))
  await zip.add(proofName, Buffer.from(proofText({ head, signature: signed(head, secret), stamps })))
  await zip.end()
  await zip.close()
  return { bytes: readFileSync(path), head }
}

/** The changes to the list of a day. */
async function dayCases(): Promise<[string, Buffer, VerifyOptions][]> {
  const { bytes, head } = await issuedDay()
  const keys = [signingKeyOf('issuer').publicKey]
  const all: VerifyOptions = { head, keys, roots: certificatesOf(authority.rootPem) }
  const withList = (change: (text: string) => string) => withText(bytes, listName, change)
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  return [
    ['nothing; code, keys and roots given', bytes, all],
    ['nothing; code given', bytes, { head }],
    ['nothing; keys given', bytes, { keys }],
    ['nothing; nothing given', bytes, {}],
    ['a character of a hash', flipped(bytes, 'aaaaaaaa'), all],
    ['a hash, archive rebuilt', withList((text) => text.replace('aaaa', 'aaab')), { keys }],
    ['a hash, archive rebuilt; nothing given', withList((text) => text.replace('aaaa', 'aaab')), {}],
    ['an item removed, archive rebuilt', withList((text) => text.slice(0, -oneLine.length)), all],
    ['a line that is no item', withList((text) => `${text}Also this picture\n`), all],
    ['cut off inside a line, archive rebuilt', withList((text) => text.slice(0, -9)), all],
    ['no day, archive rebuilt', withList((text) => text.replace(/^day .*$/m, 'day 2026-99-99')), all],
    ['everything, signed with another key; keys given', (await issuedDay({ secret: 'forger' })).bytes, { keys }],
    ['everything, signed with another key; nothing given', (await issuedDay({ secret: 'forger' })).bytes, {}],
    ['the list of another day; code given', (await issuedDay({ day: '2026-11-21' })).bytes, { head }],
    ['a stamp from before the end of the day', (await issuedDay({ day: tomorrow })).bytes, { keys }],
    ['a stamp over something else', (await issuedDay({ token: await tokenOver('f'.repeat(64)) })).bytes, all],
    ['a stamp that is no stamp', (await issuedDay({ token: 'AAAA' })).bytes, all],
    ['the proof removed; keys given', rebuilt(bytes, ([list]) => [list!]), { keys }],
    ['the proof removed; nothing given', rebuilt(bytes, ([list]) => [list!]), {}],
    ['the entries exchanged', rebuilt(bytes, ([list, proof]) => [proof!, list!]), all],
    ['an entry added', rebuilt(bytes, (entries) => [...entries, ['extra.txt', Buffer.from('x')]]), all],
  ]
}
const oneLine = listLine({ ...oneItem, kind: 'notice' })

const withProof = (zip: Uint8Array, change: (proof: NonNullable<ReturnType<typeof readProof>>) => object) =>
  withText(zip, proofName, (text) => proofText({ ...readProof(text)!, ...change(readProof(text)!) }))

/** The same bytes, of which base64 has several forms: the last bits before `==` are not read. */
const otherBase64 = (text: string) =>
  text.replace(/(.)=="/, (_, last: string) => `${{ A: 'B', Q: 'R', g: 'h', w: 'x' }[last]!}=="`)

const names = {
  foreign: 'not one of the issuer (3)',
  proved: 'unaltered (0)',
  altered: 'altered (1)',
  consistent: 'origin not proved (2)',
  unchecked: 'not checked (2)',
  undated: 'by when not proved (2)',
}

async function lineOf(what: string, zip: Buffer, options: VerifyOptions): Promise<string> {
  const { kind, title, lines } = verdictOf(await verifyBytes(zip, options))
  const sentence = kind === 'altered' || kind === 'foreign' ? lines.join('; ') : title
  const plain = sentence
    .replace(/[0-9a-f]{64}/g, '…')
    .replace(/not after [^\s,]+/, 'not after MOMENT')
    .replaceAll(authority.url, 'the authority')
  return `| ${what} | ${names[kind]} | ${plain} |`
}

test('each kind of change, with and without what the issuer published, gets the verdict of the table', async () => {
  const { bytes, head } = await issued()
  const keys = [signingKeyOf('issuer').publicKey]
  const all: VerifyOptions = { head, keys, roots: certificatesOf(authority.rootPem) }
  const forgedWithOwnKey = (
    await issued({ secret: 'forger', of: [...contents.slice(0, 2), ['file.pdf', Buffer.from('%PDF-1.4')]] })
  ).bytes
  const otherFile = await issued({ address: 'other.example' })
  const lateProof = String(Buffer.from(unzipSync(bytes)[proofName]!))
  const unstamped = withProof(bytes, () => ({ stamps: [] }))
  const otherStamp = await tokenOver('f'.repeat(64))
  const cases: [string, Buffer, VerifyOptions][] = [
    ['nothing; code, keys and roots given', bytes, all],
    ['nothing; code given', bytes, { head }],
    ['nothing; keys given', bytes, { keys }],
    ['nothing; nothing given', bytes, {}],
    ['nothing; roots given, neither code nor keys', bytes, { roots: all.roots }],
    ['nothing; the stamp came later, in a separate proof', unstamped, { ...all, proof: lateProof }],
    ['a character of an entry', flipped(bytes, 'fake.example'), all],
    ['an entry, archive rebuilt', withText(bytes, 'findings/001/finding.json', () => '{}'), all],
    ['an entry removed', rebuilt(bytes, (entries) => entries.filter(([name]) => name !== 'file.pdf')), all],
    ['an entry added', rebuilt(bytes, (entries) => [['extra.txt', Buffer.from('x')], ...entries]), all],
    ['two entries exchanged', rebuilt(bytes, ([a, b, ...others]) => [b!, a!, ...others]), all],
    [
      'an entry renamed',
      rebuilt(bytes, (entries) => entries.map(([name, was]) => [name.replace('file', 'fine'), was])),
      all,
    ],
    ['who made it', withText(bytes, manifestName, (text) => text.replace('First Last', 'Some Body')), all],
    ['when it was made', withText(bytes, manifestName, (text) => text.replace('"madeAt": "20', '"madeAt": "19')), all],
    [
      'a hash in the manifest',
      withText(bytes, manifestName, (text) => text.replace(/"sha256": "./, '"sha256": "f')),
      all,
    ],
    ['cut off', bytes.subarray(0, -40), all],
    ['bytes added at the end', Buffer.concat([bytes, Buffer.from('x')]), all],
    ['everything, chain rebuilt, signed with another key; keys given', forgedWithOwnKey, { keys }],
    ['everything, chain rebuilt, signed with another key; code given', forgedWithOwnKey, { head }],
    ['everything, chain rebuilt, signed with another key; nothing given', forgedWithOwnKey, {}],
    [
      'the proof removed; keys given',
      rebuilt(bytes, (entries) => entries.filter(([name]) => name !== proofName)),
      { keys },
    ],
    [
      'the proof removed; nothing given',
      rebuilt(bytes, (entries) => entries.filter(([name]) => name !== proofName)),
      {},
    ],
    [
      'the issuer in the signature',
      withProof(bytes, ({ signature }) => ({ signature: { ...signature, issuer: 'https://evil.example' } })),
      all,
    ],
    [
      'the public key in the signature',
      withProof(bytes, ({ signature }) => ({
        signature: { ...signature, publicKey: signingKeyOf('forger').publicKey },
      })),
      all,
    ],
    [
      'the moment in the signature',
      withProof(bytes, ({ signature }) => ({ signature: { ...signature, signedAt: '2020-01-01T00:00:00.000Z' } })),
      all,
    ],
    [
      'a stamp over something else',
      withProof(bytes, ({ stamps: [one] }) => ({ stamps: [{ ...one!, token: otherStamp }] })),
      all,
    ],
    [
      'a stamp that is no stamp',
      withProof(bytes, ({ stamps: [one] }) => ({ stamps: [{ ...one!, token: 'AAAA' }] })),
      all,
    ],
    ['nothing; the root of another authority given', bytes, { ...all, roots: certificatesOf(other.rootPem) }],
    ['the stamp removed', unstamped, all],
    ['the stamp removed; no roots given', unstamped, { head, keys }],
    ['a stamp repeated', withProof(bytes, ({ stamps: [one] }) => ({ stamps: [one!, one!] })), all],
    ['the signature in another base64', withText(bytes, proofName, otherBase64), all],
    ['three bytes (BOM) before the manifest', withText(bytes, manifestName, (text) => `\uFEFF${text}`), all],
    ['three bytes (BOM) before the proof', withText(bytes, proofName, (text) => `\uFEFF${text}`), all],
    [
      'the proof of another file',
      withText(bytes, proofName, () => String(Buffer.from(unzipSync(otherFile.bytes)[proofName]!))),
      all,
    ],
    ['the proof written another way', withText(bytes, proofName, (text) => `${text} `), all],
    ['the whole file; another file of the issuer', otherFile.bytes, all],
    ['the whole file; another file of the issuer, keys given', otherFile.bytes, { keys }],
    ['the whole file; made by another console', (await issued({ secret: 'another' })).bytes, { keys }],
    ['the whole file; any other .zip', Buffer.from(zipSync({ 'manifest.json': Buffer.from('{}') })), all],
    ['the whole file; no .zip', Buffer.from('%PDF-1.7'.repeat(99)), all],
    ['unpacked and packed anew', Buffer.from(zipSync(unzipSync(bytes))), all],
    ['cut off in the middle', bytes.subarray(0, bytes.length / 2), all],
  ]
  const lines = []
  for (const [what, zip, options] of cases) lines.push(await lineOf(what, zip, options))
  const dayLines = []
  for (const [what, zip, options] of await dayCases()) dayLines.push(await lineOf(what, zip, options))
  const table = [
    '# What the verifier says',
    '',
    'Written by `src/features/case-files/server/tamper.test.ts`. Each case file is signed and time-stamped; “all” is given',
    '(verification code, public keys, root of the authority) unless the line says what was. In brackets: exit code of',
    '`npm run verify-file`; `verify.html` says the same.',
    '',
    '| changed | verdict | what it says |',
    '|---|---|---|',
    ...lines,
    '',
    '## The list of a day',
    '',
    'The same for `evidence-DAY.zip`, the list of the evidence that was stored on a day.',
    '',
    '| changed | verdict | what it says |',
    '|---|---|---|',
    ...dayLines,
    '',
  ].join('\n')
  await expect(table).toMatchFileSnapshot('../../../../docs/generated/tamper-table.md')
  expect(readManifest(String(Buffer.from(unzipSync(bytes)[manifestName]!)))!.head).toBe(head)
})

test('what a verifier without a network cannot know of a time stamp is said', async () => {
  const { bytes, head } = await issued()
  const stampLineOf = async (options: VerifyOptions) => {
    const { lines } = verdictOf(await verifyBytes(bytes, options))
    return lines.find((line) => line.startsWith('Not after: '))
  }
  expect(await stampLineOf({ head, roots: certificatesOf(authority.rootPem) })).toContain('revocation not known')
  expect(await stampLineOf({ head })).toContain('whether to trust this authority was not checked')
  // With the root of somebody else it was checked.
  const given = { head, roots: certificatesOf(other.rootPem) }
  expect(await stampLineOf(given)).toBeUndefined()
  const { lines } = verdictOf(await verifyBytes(bytes, given))
  expect(lines.find((line) => line.startsWith('Time stamp, not proved: '))).toContain(
    'its certificate does not lead to a given root',
  )
})
