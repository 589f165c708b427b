import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { certificatesOf, stampRequest, tokenOfResponse, verifyStamp } from '#kit/evidence/time-stamp.ts'
import { openEgress } from '#kit/server/egress.ts'
import { obtainStamp } from './obtain-stamp.ts'
import { type Behaviour, lies, type TestAuthority, testAuthority } from './testing-authority.ts'

const head = 'a'.repeat(64)
const egress = openEgress({ allowLoopback: true })
let authority: TestAuthority
beforeAll(async () => {
  authority = await testAuthority()
})
afterAll(async () => {
  await authority.close()
  await egress.close()
})

const obtain = (behaviour: Behaviour, options: { pem?: string; requestedAt?: Date; url?: string } = {}) => {
  authority.set(behaviour)
  const { pem, requestedAt = new Date(), url = authority.url } = options
  const roots = pem === undefined ? [] : certificatesOf(pem)
  // Half a second where it is waited for; a loaded machine needs more for an answer.
  const seconds = behaviour === 'silent' ? 0.5 : 10
  return obtainStamp({ egress, roots }, { authority: url, head, requestedAt, seconds })
}

test('an honest stamp names its moment and authority, is trusted by its root only, and is for one head only', async () => {
  const result = await obtain('honest', { pem: authority.rootPem })
  const { token, at, signer } = (result as Extract<typeof result, { got: object }>).got
  expect(signer).toBe('Test Time Stamps')
  expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000)
  const roots = certificatesOf(authority.rootPem)
  expect(await verifyStamp(token, { text: head, roots })).toEqual({ at, signer, isTrusted: true })
  expect(await verifyStamp(token, { text: head })).toMatchObject({ isTrusted: false })
  await expect(verifyStamp(token, { text: 'b'.repeat(64) })).rejects.toThrow('for something else')
  // Its form, the hash that is stamped, and the signature; what stands at a number of bytes differs between tokens.
  const imprint = Buffer.from(token).indexOf(createHash('sha256').update(head).digest())
  expect(imprint).toBeGreaterThan(20)
  for (const at_ of [20, imprint + 5, token.length - 3]) {
    const altered = Uint8Array.from(token)
    altered[at_]! ^= 4
    await expect(verifyStamp(altered, { text: head }), String(at_)).rejects.toThrow()
  }
  // Requested a day ago, answered today: a stamp says "not after", so it is as good.
  const yesterday = new Date(Date.now() - 86_400_000)
  expect(await obtain('honest', { requestedAt: yesterday })).toHaveProperty('got')
})

test.each([
  ['tomorrow', 'The time stamp is from the future'],
  ['last year', 'The time stamp is older than what it stamps'],
  ['another text', 'The time stamp is for something else'],
  ['another request', 'The time stamp answers another request'],
  ['broken signature', 'The signature of the time stamp is not valid'],
  ['no purpose', 'The certificate is not one of a time-stamp authority'],
  ['another certificate named', 'The time stamp does not name the certificate that signed it'],
  ['no certificate named', 'The time stamp does not name the certificate that signed it'],
  ['refuses', 'The authority refused the request'],
  ['down', 'It answered with HTTP 503'],
  ['garbage', 'It is not a time stamp'],
  ['silent', 'No response in time'],
  ['endless', 'The response is larger than 100000 bytes'],
] as const)('an authority that answers with “%s” gives no stamp', async (behaviour, problem) => {
  expect(await obtain(behaviour)).toEqual({ problem })
})

test('an authority that is not there, or inside the network and not named so, or of another root gives none', async () => {
  expect(lies).toHaveLength(8)
  expect(await obtain('honest', { url: 'http://127.0.0.1:1/' })).toEqual({
    problem: expect.stringMatching(/ECONNREFUSED/),
  })
  const inside = { authority: authority.url, head, requestedAt: new Date() }
  const guarded = openEgress()
  expect(await obtainStamp({ egress: guarded, roots: [] }, inside)).toEqual({
    problem: expect.stringMatching(/not allowed|no public address/),
  })
  await guarded.close()
  const own = openEgress({ internalServers: [new URL(authority.url).origin] })
  expect(await obtainStamp({ egress: own, roots: [] }, inside)).toHaveProperty('got')
  await own.close()
  const other = await testAuthority('Other Stamps')
  expect(await obtain('honest', { pem: other.rootPem })).toEqual({
    problem: 'Its certificate does not lead to a configured root',
  })
  await other.close()
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

test.runIf(hasOpenssl)('OpenSSL reads our request, and we read its answer', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'brandkeep-tsa-'))
  const run = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const write = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content)
  try {
    write('tsa.cnf', opensslConfiguration)
    const named = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-config', 'tsa.cnf']
    run('req', '-x509', ...named, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Peer Root', '-days', '30')
    run('req', ...named, '-keyout', 'tsa.key', '-out', 'tsa.csr', '-subj', '/CN=Peer Stamps')
    const signing = [
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-extfile',
      'tsa.cnf',
      '-extensions',
      'stamps',
    ]
    run('x509', '-req', '-in', 'tsa.csr', ...signing, '-out', 'tsa.pem', '-days', '20')
    write('serial', '01\n')
    const nonce = randomBytes(16)
    write('request', stampRequest(head, nonce))
    run('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'request', '-out', 'reply')
    const roots = certificatesOf(readFileSync(join(folder, 'ca.pem'), 'utf8'))
    const about = { text: head, nonce, notBefore: new Date(), roots }
    const { token, stamp } = await tokenOfResponse(readFileSync(join(folder, 'reply')), about)
    expect(stamp).toMatchObject({ signer: 'Peer Stamps', isTrusted: true })
    write('token', token)
    write('head', head)
    const verify = ['ts', '-verify', '-token_in', '-in', 'token', '-CAfile', 'ca.pem']
    expect(run(...verify, '-data', 'head').toString()).toContain('Verification: OK')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

const opensslConfiguration = `
[req]
distinguished_name = name
x509_extensions = ca
prompt = no
[name]
CN = unused
[ca]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign
[stamps]
basicConstraints = critical,CA:false
extendedKeyUsage = critical,timeStamping
[tsa]
default_tsa = authority
[authority]
serial = ./serial
signer_cert = ./tsa.pem
signer_key = ./tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
`
