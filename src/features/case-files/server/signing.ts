import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from 'node:crypto'
import type { Db } from '#kit/server/db.ts'
import type { Settings } from '#kit/server/serve.ts'
import { type Signature, signedStatement } from '#kit/evidence/proof.ts'
import { noteKey } from './proof-queries.ts'

/** The header of a PKCS #8 Ed25519 key (RFC 8410), before its 32 bytes. */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The signing key of this installation. It follows from SIGNING_SECRET, so every process has the same one. */
export function signingKeyOf(signingSecret: string): { key: KeyObject; publicKey: string } {
  const seed = Buffer.from(hkdfSync('sha256', signingSecret, '', 'signature of case files, Ed25519', 32))
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
  const { x } = createPublicKey(key).export({ format: 'jwk' })
  return { key, publicKey: Buffer.from(x!, 'base64url').toString('base64') }
}

/** Signs the head of a case file, after its public key was recorded for publication. */
export async function signHead(db: Db, settings: Settings, head: string): Promise<Signature> {
  const { key, publicKey } = signingKeyOf(settings.signingSecret)
  await noteKey(db, publicKey)
  const about = { issuer: settings.appUrl, signedAt: new Date().toISOString() }
  const value = sign(null, Buffer.from(signedStatement({ head, ...about })), key).toString('base64')
  return { ...about, publicKey, value }
}
