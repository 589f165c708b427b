import { randomBytes } from 'node:crypto'
import type { Certificate } from 'pkijs'
import { BadStamp, type Stamp, stampRequest, tokenOfResponse } from '#kit/evidence/time-stamp.ts'
import { type Egress, EgressError } from '#kit/server/egress.ts'

/** How a stamp is requested: `egress` reaches the authority; a stamp that does not lead to `roots`, if any, is refused. */
export type StampDeps = { egress: Egress; roots: Certificate[] }

/** A stamp over a head that was requested at `requestedAt` first, or why there is none yet. */
export type StampResult = { got: { token: Uint8Array; at: string; signer: string } } | { problem: string }

const maxBytes = 100_000
const contentType = 'application/timestamp-query'

/**
 * Requests one time stamp over HTTP (RFC 3161, 3.4) and verifies it. What an authority does wrong is the result's
 * problem, never an error: the case file is made anyway.
 */
export async function obtainStamp(
  { egress, roots }: StampDeps,
  {
    authority,
    head,
    requestedAt,
    seconds = 20,
  }: { authority: string; head: string; requestedAt: Date; seconds?: number },
): Promise<StampResult> {
  const nonce = randomBytes(16)
  try {
    const body = Buffer.from(stampRequest(head, nonce))
    const answer = await egress.safeFetch(authority, 'application/timestamp-reply', {
      method: 'POST',
      body,
      headers: { 'content-type': contentType },
      seconds,
      maxBytes,
      configuredOrigin: new URL(authority).origin,
    })
    if (answer.status !== 200) return { problem: `It answered with HTTP ${answer.status}` }
    const about = { text: head, nonce, notBefore: requestedAt, roots }
    const { token, stamp } = await tokenOfResponse(answer.body, about)
    if (roots.length > 0 && !stamp.isTrusted) return { problem: 'Its certificate does not lead to a configured root' }
    return { got: { token, ...momentOf(stamp) } }
  } catch (problem) {
    if (problem instanceof BadStamp || problem instanceof EgressError) return { problem: problem.message }
    throw problem
  }
}

const momentOf = ({ at, signer }: Stamp) => ({ at, signer })
