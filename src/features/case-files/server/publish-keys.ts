import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#kit/server/serve.ts'
import { noteKey, publishedKeys } from './proof-queries.ts'
import { signingKeyOf } from './signing.ts'

/** Where everybody finds the public keys of an installation, without signing in (RFC 8615). */
export const keysPath = '/.well-known/case-file-keys.json'

/**
 * Publishes every public key with which this installation has signed case files, and the present one, as
 * {issuer, keys: [{publicKey, since}]}; keys are Ed25519, in base64.
 */
export function publishKeys(server: FastifyInstance, { db, settings }: Pick<AppContext, 'db' | 'settings'>): void {
  let isNoted = false
  server.get(keysPath, async (_request, reply) => {
    if (!isNoted) await noteKey(db, signingKeyOf(settings.signingSecret).publicKey)
    isNoted = true
    const keys = await publishedKeys(db)
    return reply
      .type('application/json')
      .header('cache-control', 'public, max-age=3600')
      .header('access-control-allow-origin', '*')
      .send({ issuer: settings.appUrl, algorithm: 'Ed25519', keys })
  })
}
