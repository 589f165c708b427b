import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { decodePage } from '#features/page-reading/server/decode-page.ts'
import { readPage } from '#features/page-reading/server/page-reader.ts'
import { printedFields } from '#features/page-reading/server/printed-fields.ts'
import { type Corpus, filesIn, type ReadFile, truthIn } from './corpus.ts'

type Truth = { url?: string } & Readonly<Record<(typeof scored)[number], readonly string[] | undefined>>

/** What is scored. A page without a word on availability counts as in stock. */
const scored = ['price', 'sku', 'availability'] as const

/** Shop pages. Of each value: right, wrong (false and missed) or missing; F1 as of published benchmarks. */
export const productPages: Corpus = {
  name: 'product-pages',
  read: async (folder) => {
    const truths = truthIn(folder) as Record<string, Truth>
    return filesIn(folder, (file) => /\.html(\.gz)?$/.test(file)).map((file) => {
      const bytes = readFileSync(join(folder, file))
      const id = file.replace(/^.*\//, '').replace(/\.html(\.gz)?$/, '')
      const truth = truths[id]
      const html = decodePage(file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
      const fields = printedFields(readPage({ html, ...(truth?.url ? { url: truth.url } : {}) })) as Fields
      const read = { price: fields.price, sku: fields.sku, availability: fields.availability ?? 'InStock' }
      if (!truth) return { file, kind: 'page', ...read }
      const outcomes = Object.fromEntries(scored.map((name) => [name, outcomeOf(name, read[name], truth[name])]))
      const isRight = Object.values(outcomes).every((one) => one === 'right' || one === 'none')
      return { file, kind: 'page', ...read, outcomes, isRight }
    })
  },
  remarks: (files) => scored.map((name) => f1Of(name, files)),
}

type Fields = Partial<Record<(typeof scored)[number], string>>
type Outcome = 'right' | 'wrong' | 'missing' | 'false' | 'none'

function outcomeOf(name: (typeof scored)[number], read: string | undefined, truth: readonly string[] = []): Outcome {
  if (truth.length === 0) return read === undefined || name === 'availability' ? 'none' : 'false'
  if (read === undefined) return 'missing'
  const isRight = truth.some((one) => (name === 'price' ? Number(one) === Number(read) : one === read))
  return isRight ? 'right' : 'wrong'
}

function f1Of(name: string, files: readonly ReadFile[]): string {
  const outcomes = files.flatMap(({ outcomes: all }) => (all as Record<string, Outcome> | undefined)?.[name] ?? [])
  const count = (...counted: readonly Outcome[]) => outcomes.filter((one) => counted.includes(one)).length
  const [right, falsely, missed] = [count('right'), count('wrong', 'false'), count('wrong', 'missing')]
  const f1 = right === 0 ? 0 : (2 * right) / (2 * right + falsely + missed)
  return `${name}: F1 ${f1.toFixed(3)} (${right} right, ${falsely} false, ${missed} missed)`
}
