import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRdap } from '#features/contacts/server/read-rdap.ts'
import { type Corpus, filesIn, judged, truthIn } from './corpus.ts'

/** Answers of RDAP servers; files that are no JSON, and schemas, are left out. */
export const rdap: Corpus = {
  name: 'rdap',
  read: async (folder) => {
    const truth = truthIn(folder)
    return filesIn(folder, (file) => file.endsWith('.json') && !/json-schema|(^|\/)truth\.json$/.test(file)).flatMap(
      (file) => {
        const answer = jsonOf(readFileSync(join(folder, file), 'utf8'))
        if (answer === undefined) return []
        const { kind, ...found } = readRdap(answer)
        const known = truth[file]
        return [{ file, kind, ...judged(typeof known === 'string' ? known : undefined, kind), ...found }]
      },
    )
  },
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
