import { readFile } from 'node:fs/promises'
import type { SignedMarkContent } from '#features/trademarks/contract.ts'
import { messages, signedMarkRefusals } from '#features/trademarks/messages.ts'
import type { Db } from '#kit/server/db.ts'
import { invalid, Problem } from '#kit/server/problem.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { today } from '#vocabulary/dates.ts'
import { icannRoot } from './icann-root.ts'
import { revokedSince } from './queries.ts'
import { certificatesOf, revocationListOf, type Trust } from './trust.ts'

/**
 * Verifies a signed mark file against the trusted certificates, both revocation lists and today's date, and returns its
 * content. 422 on `file` when a check fails, 503 when the trusted certificates cannot be read.
 */
export async function checkSignedMark(
  { settings }: Pick<AppContext, 'settings'>,
  db: Db,
  file: string,
): Promise<SignedMarkContent> {
  const zone = settings.businessZone
  const trust = await trustOf(settings.tmch)
  // Loaded on demand: its XML libraries take 3 MB, and few installations ever read such a file.
  const { readSignedMark } = await import('./read-signed-mark.ts')
  const content = readSignedMark(file, { trust, now: new Date(), zone })
  const revoked = await revokedSince(db, content.smdId)
  if (revoked) throw invalid({ file: signedMarkRefusals.revoked(today(zone, new Date(revoked))) })
  return content
}

async function trustOf({ rootFile, crlFile }: AppContext['settings']['tmch']): Promise<Trust> {
  const roots = await orUnavailable(messages.noRoot, async () =>
    certificatesOf(rootFile ? await readFile(rootFile, 'utf8') : icannRoot),
  )
  if (!crlFile) return { roots, revokedSerials: new Set() }
  const list = await orUnavailable(messages.noCrl, async () => revocationListOf(await readFile(crlFile), roots))
  return { roots, revokedSerials: list.serials, revokedUntil: list.nextUpdate }
}

/** Without readable certificates no signed mark can be verified: 503 instead of trusting one. */
async function orUnavailable<T>(sentence: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new Problem(503, `${sentence} (${(error as Error).message})`)
  }
}
