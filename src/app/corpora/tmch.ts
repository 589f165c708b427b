import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSignedMark } from '#features/trademarks/server/read-signed-mark.ts'
import { certificatesOf, revocationListOf, type RevocationList } from '#features/trademarks/server/trust.ts'
import { type Corpus, filesIn, judged, truthIn } from './corpus.ts'

/** Signed mark files, judged with the certificates and revocation lists of the same folder. */
export const tmch: Corpus = {
  name: 'tmch',
  read: async (folder) => {
    const truth = truthIn(folder)
    const bytesOf = (file: string) => readFileSync(join(folder, file))
    const roots = filesIn(folder, (file) => file.endsWith('.crt'))
      .flatMap((file) => certificatesOf(bytesOf(file).toString('utf8')))
      .filter((one) => one.ca && one.subject === one.issuer)
    const lists = filesIn(folder, (file) => file.endsWith('.crl')).flatMap((file) => listIn(bytesOf(file), roots))
    const revokedSerials = new Set(lists.flatMap(({ serials }) => [...serials]))
    const revokedUntil = lists
      .flatMap(({ nextUpdate }) => nextUpdate ?? [])
      .sort((a, b) => a.getTime() - b.getTime())
      .at(-1)
    return filesIn(folder, (file) => file.endsWith('.smd')).map((file) => {
      const result = resultOf(bytesOf(file).toString('utf8'), { roots, revokedSerials, revokedUntil })
      const known = truth[file]
      // Verified either way, but not silently: what was not compared is named.
      const kind = known === 'verified' && result.kind === notKnown ? 'verified' : result.kind
      return { file, ...judged(typeof known === 'string' ? known : undefined, kind), ...result }
    })
  },
}

type Trust = Parameters<typeof readSignedMark>[1]['trust']

const notKnown = 'verified, revocation not known'

function listIn(file: Buffer, roots: Trust['roots']): RevocationList[] {
  try {
    return [revocationListOf(file, roots)]
  } catch {
    // A list of another authority, or one that is not signed.
    return []
  }
}

function resultOf(file: string, trust: Trust): { kind: 'verified' | typeof notKnown | 'refused'; reason?: string } {
  try {
    const { isRevocationKnown } = readSignedMark(file, { trust, now: new Date(), zone: 'UTC' })
    return { kind: isRevocationKnown ? 'verified' : notKnown }
  } catch (problem) {
    const { fields, message } = problem as { fields?: Record<string, string>; message: string }
    return { kind: 'refused', reason: fields?.['file'] ?? message }
  }
}
