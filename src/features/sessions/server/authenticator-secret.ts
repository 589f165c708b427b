import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { recoveryCodeCount } from '#features/sessions/rules.ts'

// Loaded with the first person who uses an authenticator app.
const loadOtp = () => import('otpauth')

const SECONDS = 30
/** Clocks of phones may be so many steps of thirty seconds off, either way. */
const STEPS_OFF = 1
const IV_BYTES = 12
const TAG_BYTES = 16

const keyFor = (signingSecret: string, use: string) => Buffer.from(hkdfSync('sha256', signingSecret, '', use, 32))

/** A new secret of 160 bits, as RFC 4226 recommends. */
export const newSecret = (): Buffer => randomBytes(20)

/** Encrypts a secret for storage (AES-256-GCM); it can be read only for the same person and signing secret. */
export function sealSecret(signingSecret: string, userId: string, secret: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(signingSecret, 'authenticator secrets'), iv)
  cipher.setAAD(Buffer.from(userId))
  const body = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** Decrypts a stored secret. Throws when it was stored for somebody else or under another signing secret. */
export function openSecret(signingSecret: string, userId: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keyFor(signingSecret, 'authenticator secrets'),
    sealed.subarray(0, IV_BYTES),
  )
  decipher.setAAD(Buffer.from(userId))
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}

async function totp(secret: Buffer, names: { issuer: string; label: string } = { issuer: '', label: '' }) {
  const { Secret, TOTP } = await loadOtp()
  // A copy of its own: a small Buffer is a view of a larger pool.
  const own = new Secret({ buffer: new Uint8Array(secret).buffer })
  return new TOTP({ ...names, secret: own, algorithm: 'SHA1', digits: 6, period: SECONDS })
}

/** The secret for typing and as the address in the QR code. */
export async function describeSecret(secret: Buffer, names: { issuer: string; label: string }) {
  const otp = await totp(secret, names)
  return { secret: otp.secret.base32, uri: otp.toString() }
}

/** The step of thirty seconds since 1970 for which a code is right; undefined when it is wrong (RFC 6238). */
export async function stepOfCode(secret: Buffer, code: string, now = Date.now()): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined
  const off = (await totp(secret)).validate({ token: code, timestamp: now, window: STEPS_OFF })
  return off === null ? undefined : Math.floor(now / 1000 / SECONDS) + off
}

/** The code of an app at a time; for tests and for nothing else. */
export async function codeAt(secret: string, now: number): Promise<string> {
  const { Secret, TOTP } = await loadOtp()
  return new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: SECONDS }).generate({ timestamp: now })
}

/** Letters and digits that are not mistaken for others. */
const codeLetters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** New codes of sixty bits, like abcd-efgh-jkmn. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    Array.from(randomBytes(12), (byte) => codeLetters[byte & 31])
      .join('')
      .replace(/(.{4})(.{4})/, '$1-$2-'),
  )
}

/** What is stored of a recovery code, however it is typed. */
export function hashRecoveryCode(signingSecret: string, userId: string, code: string): Buffer {
  const bare = code.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHmac('sha256', keyFor(signingSecret, 'recovery codes')).update(`${userId} ${bare}`).digest()
}
