// npm run bench:growth [-- --sizes 100000,1000000,10000000] [--only lists,crowd] [--folder DIR] [--json FILE]: the same benchmark at
// several sizes, one after another, and how much longer each operation takes at each size than at the one before. Ends with
// 2 where one grows more than it should. With a folder the filled databases stay there for later runs.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { modernNode, root, run } from '../../scripts/lib/node.mjs'
import type { Line } from './line.ts'

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100000,1000000,10000000' },
    only: {
      type: 'string',
      default:
        'lists,filter-counts,charts,crowd,exports,saving,editing,approving,seller,enforced,clusters,homes,staff-data,master-data',
    },
    folder: { type: 'string' },
    json: { type: 'string' },
  },
})
const sizes = values.sizes.split(',').map(Number)
if (sizes.length < 2 || sizes.some((size) => !Number.isSafeInteger(size) || size < 1))
  throw new Error('--sizes takes two or more numbers of findings, separated by commas')

/** How many times as long an operation may take at the next size. */
const aim = 1.3
/** Those that add up or look at more the more there is. */
const wideAim = 1.5
const wide = /common word|12 whole months|365 days/
/** Counts every finding that it matches, so it grows with them; screens do not wait for it. */
const counting = /common word$/

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-growth-'))
const runs: Line[][] = []
try {
  for (const size of sizes) {
    const file = join(folder, `${size}.json`)
    console.error(`${size.toLocaleString('en')} findings`)
    const folderFlags = values.folder ? ['--folder', join(values.folder, String(size))] : []
    const flags = ['--rows', String(size), '--only', values.only, '--json', file, ...folderFlags]
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
/** A time in ms; undefined for other figures, and where there is none. */
const millisecondsOf = (text: string) => {
  const found = /^([\d,.]+) (ms|s)$/.exec(text)
  return found ? Number.parseFloat(found[1]!.replaceAll(',', '')) * (found[2] === 's' ? 1000 : 1) : undefined
}

const table = (runs.at(-1) ?? []).map((line) => {
  const figures = runs.map((lines) => lines.find((one) => keyOf(one) === keyOf(line))?.ours ?? '')
  const times = figures.map(millisecondsOf)
  const steps = times.slice(1).map((time, at) => (time && times[at] ? time / times[at] : undefined))
  const most = wide.test(line.operation) ? wideAim : aim
  const isMeasured = steps.some((step) => step !== undefined) && !counting.test(line.operation)
  const isMissed = isMeasured && steps.some((step) => step !== undefined && step > most)
  return { operation: line.operation, figures, steps, most, isMissed, isMeasured }
})
if (values.json) writeFileSync(values.json, JSON.stringify({ sizes, table }))
const stepNames = sizes.slice(1).map((size, at) => `${size.toLocaleString('en')} / ${sizes[at]!.toLocaleString('en')}`)
const rows = [
  ['operation', ...sizes.map((size) => size.toLocaleString('en')), ...stepNames, 'aim', 'reached'],
  Array.from({ length: 3 + sizes.length + stepNames.length }, () => '---'),
  ...table.map(({ operation, figures, steps, most, isMissed, isMeasured }) => [
    operation,
    ...figures,
    ...steps.map((step) => (step === undefined ? '' : `${step.toFixed(2)} ×`)),
    isMeasured ? `≤ ${most} ×` : '',
    isMeasured ? (isMissed ? 'NO' : 'yes') : '',
  ]),
]
console.log(rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n'))
process.exitCode = table.some(({ isMissed }) => isMissed) ? 2 : 0
