// npm run bench:growth [-- --sizes 100000,1000000,10000000] [--only lists,crowd] [--json FILE]: the same benchmark at several
// sizes, one after another, and how much longer each operation takes at the largest than at the smallest.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { modernNode, root, run } from '../../scripts/lib/node.mjs'
import type { Line } from './line.ts'

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100000,1000000,10000000' },
    only: { type: 'string', default: 'lists,filter-counts,charts,crowd,saving,seller,enforced,clusters,homes' },
    json: { type: 'string' },
  },
})
const sizes = values.sizes.split(',').map(Number)
if (sizes.length < 2 || sizes.some((size) => !Number.isSafeInteger(size) || size < 1))
  throw new Error('--sizes takes two or more numbers of findings, separated by commas')

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-growth-'))
const runs: Line[][] = []
try {
  for (const size of sizes) {
    const file = join(folder, `${size}.json`)
    console.error(`${size.toLocaleString('en')} findings`)
    const flags = ['--rows', String(size), '--only', values.only, '--json', file]
    const { code } = await run(modernNode()!, [join(root, 'tests/bench/bench.ts'), ...flags], {})
    // 2 stands for a missed target, which the tables show.
    if (code !== 0 && code !== 2) throw new Error(`The benchmark of ${size} findings ended with ${code}`)
    runs.push(JSON.parse(readFileSync(file, 'utf8')) as Line[])
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** The name of an operation without the numbers in it, which depend on the size. */
const keyOf = ({ operation }: Line) => operation.replace(/\d[\d,.]*/g, '#')
/** A figure of one number, without its unit; undefined for several or none. */
const numberOf = (text: string) =>
  /^[\d,.]+ \D+$/.test(text) ? Number.parseFloat(text.replaceAll(',', '')) : undefined

const table = (runs.at(-1) ?? []).map((line) => {
  const figures = runs.map((lines) => lines.find((one) => keyOf(one) === keyOf(line))?.ours ?? '')
  const [first, last] = [numberOf(figures[0]!), numberOf(figures.at(-1)!)]
  const factor = first && last ? `${(last / first).toFixed(1)} ×` : ''
  return { operation: line.operation, figures, factor }
})
if (values.json) writeFileSync(values.json, JSON.stringify({ sizes, table }))
const rows = [
  ['operation', ...sizes.map((size) => size.toLocaleString('en')), 'last / first'],
  ['---', ...sizes.map(() => '---'), '---'],
  ...table.map(({ operation, figures, factor }) => [operation, ...figures, factor]),
]
console.log(rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n'))
