import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeLookalikes } from '#features/lookalikes/server/make-lookalikes.ts'
import type { Corpus } from './corpus.ts'

type Permutations = { domains: Record<string, { by_fuzzer: Record<string, string[]> }> }

/** Names that another generator makes of some domains; right where ours makes them too. One line for each family. */
export const lookalikes: Corpus = {
  name: 'lookalikes',
  read: async (folder) => {
    const { domains } = JSON.parse(readFileSync(join(folder, 'permutations.json'), 'utf8')) as Permutations
    return Object.entries(domains).flatMap(([domain, { by_fuzzer: families }]) => {
      const made = new Set(makeLookalikes(domain).map(({ name }) => name))
      return Object.entries(families)
        .filter(([family]) => family !== '*original')
        .map(([family, names]) => {
          const missing = names.filter((name) => !made.has(name.toLowerCase()))
          const kind = missing.length === 0 ? 'complete' : 'incomplete'
          return { file: `permutations.json#${domain}/${family}`, kind, isRight: missing.length === 0, missing }
        })
    })
  },
}
