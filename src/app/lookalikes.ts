// `npm run lookalikes -- make DOMAIN`: names that look like a domain, most plausible first.
// `npm run lookalikes -- match --brands FILE`: of the names on standard input those that use a brand's.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { makeLookalikes } from '#features/lookalikes/server/make-lookalikes.ts'
import type { Brand } from '#features/lookalikes/server/brand-keywords.ts'
import { createMatcher } from '#features/lookalikes/server/matcher.ts'

const usage = `npm run lookalikes -- make DOMAIN [--limit NUMBER]
    prints names that look like the domain, one a line: name, tab, family
npm run lookalikes -- match --brands FILE [--white-list FILE] < NAMES
    prints the names that use a brand's, a line for each keyword: name, keyword, family, score, with tabs between.
    FILE has a line for each brand: keyword, tab, its own domains with commas or spaces between`

// A reader that has seen enough, such as head, is no error.
process.stdout.on('error', () => process.exit())

try {
  const { values, positionals } = parseArgs({
    options: { brands: { type: 'string' }, 'white-list': { type: 'string' }, limit: { type: 'string' } },
    allowPositionals: true,
  })
  const [task, domain, ...extra] = positionals
  if (extra.length > 0) throw new Error(usage)
  if (task === 'make' && domain !== undefined) await make(domain, values.limit)
  else if (task === 'match' && domain === undefined && values.brands) await match(values.brands, values['white-list'])
  else throw new Error(usage)
} catch (problem) {
  console.error((problem as Error).message)
  process.exitCode = 2
}

async function make(domain: string, limit: string | undefined): Promise<void> {
  if (limit !== undefined && !/^[1-9][0-9]{0,6}$/.test(limit)) throw new Error(`--limit takes a number, not ${limit}`)
  const made = makeLookalikes(domain, limit === undefined ? {} : { limit: Number(limit) })
  await print(made.map(({ name, family }) => `${name}\t${family}\n`).join(''))
}

/** Reads and prints line by line, in constant memory. */
async function match(brandsFile: string, whiteListFile: string | undefined): Promise<void> {
  const brands = brandsOf(await readFile(brandsFile, 'utf8'))
  if (brands.length === 0) throw new Error(`${brandsFile} has no keyword`)
  const whiteList = whiteListFile
    ? (await readFile(whiteListFile, 'utf8')).split(/[\s,]+/).filter((one) => one !== '')
    : []
  const matcher = createMatcher(brands, { whiteList })
  let lines = ''
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    const name = line.trim()
    for (const { keyword, family, score } of matcher.matchAll(name))
      lines += `${name}\t${keyword}\t${family}\t${score.toFixed(2)}\n`
    if (lines.length < 65_536) continue
    await print(lines)
    lines = ''
  }
  await print(lines)
}

function brandsOf(text: string): Brand[] {
  return text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .flatMap((line) => {
      const [keyword = '', domains = ''] = line.split('\t')
      if (keyword.trim() === '' || keyword.startsWith('#')) return []
      return [{ keyword: keyword.trim(), ownDomains: domains.split(/[\s,]+/).filter((one) => one !== '') }]
    })
}

/** Waits until the reader has taken what was printed before. */
async function print(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
