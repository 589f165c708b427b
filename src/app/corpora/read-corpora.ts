import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bounces } from './bounces.ts'
import type { Corpus, ReadFile } from './corpus.ts'
import { lookalikes } from './lookalikes.ts'
import { prices } from './prices.ts'
import { productPages } from './product-pages.ts'
import { rdap } from './rdap.ts'
import { tmch } from './tmch.ts'
import { whois } from './whois.ts'

/** Every corpus that the command knows, in the order of its output. */
const corpora: readonly Corpus[] = [whois, bounces, rdap, tmch, lookalikes, prices, productPages]

/** What was read from the files of one corpus, and its score as lines for people. */
export type ReadCorpus = { name: string; files: ReadFile[]; lines: string[] }

/** Reads the corpora that lie in a folder. Throws where it holds none of them. */
export async function readCorpora(folder: string): Promise<ReadCorpus[]> {
  const present = corpora.filter(({ name }) => existsSync(join(folder, name)))
  if (present.length === 0)
    throw new Error(`${folder} holds none of these folders: ${corpora.map(({ name }) => name).join(', ')}`)
  const read: ReadCorpus[] = []
  for (const corpus of present) {
    const files = await corpus.read(join(folder, corpus.name))
    read.push({ name: corpus.name, files, lines: scoreOf(corpus, files) })
  }
  return read
}

function scoreOf({ name, remarks }: Corpus, files: readonly ReadFile[]): string[] {
  const known = files.filter(({ isRight }) => isRight !== undefined)
  const right = known.filter(({ isRight }) => isRight).length
  const percent = known.length === 0 ? '' : ` (${((100 * right) / known.length).toFixed(1)} %)`
  const score = known.length === 0 ? 'no truth to compare with' : `${right} of ${known.length} right${percent}`
  const kinds = [...Map.groupBy(files, ({ kind }) => kind)]
    .map(([kind, ones]) => `${kind} ${ones.length}`)
    .toSorted()
    .join(', ')
  return [`${name}: ${files.length} read, ${score}`, ...[kinds, ...(remarks?.(files) ?? [])].map((line) => `  ${line}`)]
}
