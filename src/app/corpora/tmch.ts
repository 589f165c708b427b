import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSignedMark } from '#features/trademarks/server/read-signed-mark.ts'
import { certificatesOf, revokedSerialsOf } from '#features/trademarks/server/trust.ts'
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
    const revokedSerials = new Set(
      filesIn(folder, (file) => file.endsWith('.crl')).flatMap((file) => serialsOf(bytesOf(file), roots)),
    )
    return filesIn(folder, (file) => file.endsWith('.smd')).map((file) => {
      const result = resultOf(bytesOf(file).toString('utf8'), { roots, revokedSerials })
      const known = truth[file]
      return { file, ...judged(typeof known === 'string' ? known : undefined, result.kind), ...result }
    })
  },
}

type Trust = Parameters<typeof readSignedMark>[1]['trust']

function serialsOf(file: Buffer, roots: Trust['roots']): string[] {
  try {
    return [...revokedSerialsOf(file, roots)]
  } catch {
    // A list of another authority, or one that is not signed.
    return []
  }
}

function resultOf(file: string, trust: Trust): { kind: 'verified' | 'refused'; reason?: string } {
  try {
    readSignedMark(file, { trust, now: new Date(), zone: 'UTC' })
    return { kind: 'verified' }
  } catch (problem) {
    const { fields, message } = problem as { fields?: Record<string, string>; message: string }
    return { kind: 'refused', reason: fields?.['file'] ?? message }
  }
}
