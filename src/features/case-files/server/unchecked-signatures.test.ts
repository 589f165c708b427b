import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { proofName, proofText, readProof } from '#kit/evidence/proof.ts'
import { certificatesOf } from '#kit/evidence/time-stamp.ts'
import { type Verdict, verdictOf } from '#kit/evidence/verdict.ts'
import type { VerifyOptions } from '#kit/evidence/verify-file.ts'
import { signingKeyOf } from './signing.ts'
import { verifyBytes } from './testing.ts'
import { type TestAuthority, testAuthority } from './testing-authority.ts'
import { flipped, withText } from './testing-forgery.ts'
import { issuedFiles } from './testing-issued.ts'

// A page from plain HTTP has no Web Crypto, and older browsers have no Ed25519: what they cannot check is not altered.

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-unchecked-'))
let authority: TestAuthority
const { issued, tokenOver, close } = issuedFiles(folder, () => authority)
let file: Awaited<ReturnType<typeof issued>>
beforeAll(async () => {
  authority = await testAuthority('Test Time Stamps')
  file = await issued()
})
afterEach(() => void vi.unstubAllGlobals())
afterAll(async () => {
  await authority.close()
  await close()
  rmSync(folder, { recursive: true, force: true })
})

const { crypto } = globalThis
const notSupported = () => Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'))
const { subtle } = crypto
type ImportKey = (...args: Parameters<typeof subtle.importKey>) => ReturnType<typeof subtle.importKey>
const withImport = (importKey: ImportKey) => {
  const { verify, digest } = { verify: subtle.verify.bind(subtle), digest: subtle.digest.bind(subtle) }
  return { subtle: { importKey, verify, digest } }
}
const browsers = {
  'from plain HTTP': { getRandomValues: crypto.getRandomValues.bind(crypto) },
  'without keys': withImport(notSupported),
  'without Ed25519': withImport((...args) => (args[2] === 'Ed25519' ? notSupported() : subtle.importKey(...args))),
}

const verdict = async (bytes: Buffer, options: VerifyOptions = {}): Promise<Verdict> =>
  verdictOf(await verifyBytes(bytes, options))
const keys = () => [signingKeyOf('issuer').publicKey]

test.each(Object.entries(browsers))('a browser %s says that it cannot check signatures', async (which, lacking) => {
  vi.stubGlobal('crypto', lacking)
  const { kind, title, lines } = await verdict(file.bytes, { keys: keys() })
  expect([kind, title]).toEqual(['unchecked', 'This browser cannot check signatures'])
  const text = lines.join('\n')
  expect(text).toContain('It says that it was signed 2026-11-22T20:00:00.000Z by https://console.example')
  expect(text).toContain('not checked')
  expect(text).toContain('https://')
  expect(text).not.toContain('not valid')
  expect(/^Not after/m.test(text)).toBe(which === 'without Ed25519')
})

test.each(Object.entries(browsers))('a browser %s proves by the verification code', async (which, lacking) => {
  vi.stubGlobal('crypto', lacking)
  const { head, bytes } = file
  const { kind, title, lines } = await verdict(bytes, { head, keys: keys() })
  expect([kind, title]).toEqual(['proved', 'Unaltered, the file with the given verification code'])
  expect(lines.join('\n')).toContain('It says that it was signed')
  const roots = certificatesOf(authority.rootPem)
  const dated = await verdict(bytes, { head, roots })
  expect(/not after/.test(dated.title)).toBe(which === 'without Ed25519')
})

test.each(Object.entries(browsers))('a browser %s sees what hashes and names show', async (_, lacking) => {
  const late = await tokenOver('f'.repeat(64))
  vi.stubGlobal('crypto', lacking)
  expect(await verdict(flipped(file.bytes, 'fake.example'))).toMatchObject({
    kind: 'altered',
    lines: ['findings/001/finding.json is altered'],
  })
  expect((await verdict(file.bytes, { head: 'f'.repeat(64) })).kind).toBe('altered')
  expect((await verdict(file.bytes, { keys: [signingKeyOf('another').publicKey] })).kind).toBe('foreign')
  const stampedElse = withText(file.bytes, proofName, (text) => {
    const proof = readProof(text)!
    return proofText({ ...proof, stamps: proof.stamps.map((one) => ({ ...one, token: late })) })
  })
  expect((await verdict(stampedElse)).lines.join()).toContain('The time stamp is for something else')
})

test('a browser with everything proves, and sees a changed signature', async () => {
  expect((await verdict(file.bytes, { keys: keys() })).kind).toBe('proved')
  const changed = withText(file.bytes, proofName, (text) => text.replace('2026-11-22T20', '2026-11-22T19'))
  expect(await verdict(changed, { keys: keys() })).toMatchObject({
    kind: 'altered',
    lines: ['The signature is not valid'],
  })
})
