import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { createMatcher } from '#features/lookalikes/server/matcher.ts'
import { makeLookalikes } from '#features/lookalikes/server/make-lookalikes.ts'
import { decodePage } from '#features/page-reading/server/decode-page.ts'
import { readPage } from '#features/page-reading/server/page-reader.ts'
import { openTestBrowser, serveTestPages } from '#kit/server/browser/testing-pages.ts'
import { type Line, missing, within } from './line.ts'
import { root } from './measure.ts'

const fixtures = join(root, 'tests/fixtures')
const processorTime = () => process.threadCpuUsage().user / 1e6

function secondsOf(work: () => void): number {
  const began = processorTime()
  work()
  return processorTime() - began
}

function linesOf(name: string): string[] {
  const bytes = readFileSync(join(fixtures, 'lookalikes', name))
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().trim().split('\n')
}

/** Look-alike names, matched and made, in processor time of one core: nothing but this waits for them. */
export function names(): Line[] {
  const brands = linesOf('many-brands.tsv').map((line) => {
    const [keyword = '', domains = ''] = line.split('\t')
    return { keyword, ownDomains: domains.split(/[ ,]+/) }
  })
  const known = [
    ...linesOf('reported-names.tsv.gz').map((line) => line.split('\t')[0]!),
    ...linesOf('popular-names.txt.gz'),
  ]
  const matcher = createMatcher(brands)
  matcher.match('first.example')
  const million = secondsOf(() => {
    for (let n = 0; n < 1_000_000; n++) matcher.match(known[n % known.length]!)
  })
  const made = (domain: string) => 1000 * secondsOf(() => makeLookalikes(domain))
  return [
    within(`1,000,000 names against ${brands.length} keywords, processor time`, million, 20, 's'),
    within(
      'names like a label of 61 letters',
      made(`${'themostabsolutelyincredible'.repeat(3).slice(0, 61)}.com`),
      1000,
      'ms',
    ),
    within(
      'names like a label of 41 letters, the most',
      made('internationalbusinessmachinescorporationa.com'),
      2000,
      'ms',
    ),
  ]
}

/** Reading the shop pages of a folder: of `folder`, else those that come with the source; processor time. */
export function readingPages(folder = join(fixtures, 'page-reading/pages')): Line[] {
  const pages = readdirSync(folder)
    .filter((file) => /\.html(\.gz)?$/.test(file))
    .map((file) => {
      const bytes = readFileSync(join(folder, file))
      return decodePage(file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    })
  if (pages.length === 0) return [missing('reading a shop page', `no page in ${folder}`)]
  for (const html of pages) readPage({ html })
  const each = pages.map((html) => 1000 * secondsOf(() => readPage({ html }))).sort((a, b) => a - b)
  const mean = each.reduce((sum, one) => sum + one, 0) / each.length
  return [
    within(`reading a shop page, mean of ${pages.length}`, mean, 150, 'ms'),
    within('reading a shop page, the slowest', each.at(-1)!, 1000, 'ms'),
  ]
}

/** Pages a minute that browsers open for a job, and the memory of all their processes at its peak. */
export async function browsers(): Promise<Line[]> {
  const picture = Buffer.alloc(60_000, 1)
  const pictures = Array.from({ length: 12 }, (_, n) => `<img src="/picture?${n}" width="200" height="150">`).join('')
  const text = '<p>Words about the product, its use and its care.</p>'.repeat(2500)
  const pages = await serveTestPages({
    '/shop': `<title>A shop</title><h1>Anvil</h1><b class="price">$9.99</b>${pictures}${text}<script src="/script"></script>`,
    '/picture': (answer) => answer.writeHead(200, { 'content-type': 'image/png' }).end(picture),
    '/script': (answer) => answer.writeHead(200, { 'content-type': 'text/javascript' }).end('document.title += "!"'),
  })
  const lines: Line[] = []
  try {
    for (const count of [1, 2, 4]) lines.push(...(await visitsWith(count, `${pages.base}/shop`)))
  } finally {
    await pages.close()
  }
  return lines
}

const pagesEach = 20

async function visitsWith(count: number, address: string): Promise<Line[]> {
  const mark = `brandkeep-bench-${process.pid}-${count}`
  const browser = openTestBrowser({ browsers: count, environment: { DISPLAY: mark } })
  const why = await browser.missing()
  if (why !== undefined) return [missing(`pages a minute, browsers: ${count}`, why)]
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(mark))), 500)
  const began = performance.now()
  let failed = 0
  await Promise.all(
    Array.from({ length: count }, async () => {
      const session = await browser.openSession({})
      for (let page = 0; page < pagesEach; page++)
        await session.visit(`${address}?${page}`).catch(() => {
          failed++
        })
      await session.close()
    }),
  )
  const minutes = (performance.now() - began) / 60_000
  clearInterval(watch)
  await browser.close()
  const rate = Math.round((count * pagesEach - failed) / minutes)
  return [
    {
      operation: `pages a minute, browsers: ${count}`,
      ours: `${rate} (${failed} failed)`,
      target: '',
      reached: undefined,
    },
    {
      operation: `peak memory, browsers: ${count}`,
      ours: `${Math.round(peak / 1024)} MiB`,
      target: '',
      reached: undefined,
    },
  ]
}

/** Proportional memory (kB) of the process groups whose leader has the mark in its environment. */
function memoryOf(mark: string): number {
  const found = readdirSync('/proc').flatMap((pid) => {
    try {
      if (!/^\d+$/.test(pid)) return []
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      const group = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]!
      const isMarked = readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark)
      return [{ pid, group, isMarked }]
    } catch {
      return []
    }
  })
  const groups = new Set(found.filter(({ isMarked }) => isMarked).map(({ group }) => group))
  return found
    .filter(({ group }) => groups.has(group))
    .reduce((sum, { pid }) => {
      try {
        return sum + Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1] ?? 0)
      } catch {
        return sum
      }
    }, 0)
}
