import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { median } from '../bench/measure.ts'

const lists = join(import.meta.dirname, 'packages')
/** Outside of the folders of source files, which the checks read. */
const folder = join(import.meta.dirname, '../../node_modules/.cache/brandkeep-lighthouse')
const program = join(folder, 'node_modules/lighthouse/cli/index.js')

/** In ms. The stream of events never ends, and on a slow machine the page computes for some seconds. */
const longestLoad = 15_000

export const forms = ['desktop', 'mobile'] as const
export type Form = (typeof forms)[number]

/** One run; scores from 0 to 100, times in ms, sizes in bytes. */
export type Figures = {
  performance: number
  accessibility: number
  bestPractices: number
  firstPaint: number
  largestPaint: number
  blocked: number
  shift: number
  elements: number
  script: number
  /** How fast the machine was in this run; a desktop computer of 2020 has 1,500 to 2,000. */
  benchmarkIndex: number
}

/** Installs Lighthouse as its lock file says, unless it is there: nothing else needs its 115 packages. */
export function installLighthouse(): void {
  const wanted = JSON.parse(readFileSync(join(lists, 'package-lock.json'), 'utf8')) as Packages
  const installed = join(folder, 'node_modules/lighthouse/package.json')
  const version = existsSync(installed) && (JSON.parse(readFileSync(installed, 'utf8')) as { version: string }).version
  if (version === wanted.packages['node_modules/lighthouse']?.version) return
  console.log('Installing Lighthouse …')
  cpSync(lists, folder, { recursive: true })
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
}

type Packages = { packages: Record<string, { version?: string }> }

/** The medians of some runs over one address, with the profile of a browser in which somebody is signed in. */
export async function measure(
  address: string,
  { form, profile, runs, report }: { form: Form; profile: string; runs: number; report: string },
): Promise<Figures> {
  const all: Figures[] = []
  for (let run = 0; run < runs; run++) all.push(await runOnce(address, { form, profile, report }))
  const medians = Object.keys(all[0]!).map((name) => [name, median(all.map((one) => one[name as keyof Figures]))])
  return Object.fromEntries(medians) as Figures
}

async function runOnce(
  address: string,
  { form, profile, report }: { form: Form; profile: string; report: string },
): Promise<Figures> {
  rmSync(report, { force: true })
  await promisify(execFile)(
    process.execPath,
    [
      program,
      address,
      ...(form === 'desktop' ? ['--preset=desktop'] : []),
      '--only-categories=performance,accessibility,best-practices',
      '--output=json',
      `--output-path=${report}`,
      `--chrome-flags=--headless=new --no-sandbox --user-data-dir=${profile}`,
      '--no-enable-error-reporting',
      `--max-wait-for-load=${longestLoad}`,
      '--quiet',
    ],
    { env: { ...process.env, CHROME_PATH: findChromium() ?? '/usr/bin/chromium' }, maxBuffer: 2 ** 26 },
  )
  return figuresOf(JSON.parse(readFileSync(report, 'utf8')) as Report, address)
}

type Report = {
  finalDisplayedUrl: string
  runtimeError?: { message: string }
  environment: { benchmarkIndex: number }
  categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>
  audits: Record<
    string,
    {
      score: number | null
      scoreDisplayMode: string
      numericValue?: number
      details?: { items?: Item[]; debugData?: { totalElements?: number } }
    }
  >
}
type Item = { resourceType?: string; transferSize?: number; node?: { snippet?: string } }

function figuresOf(report: Report, address: string): Figures {
  if (report.runtimeError) throw new Error(`${address}: ${report.runtimeError.message}`)
  if (new URL(report.finalDisplayedUrl).pathname !== new URL(address).pathname)
    throw new Error(`${address} led to ${report.finalDisplayedUrl}`)
  for (const { id } of report.categories['accessibility']?.auditRefs ?? []) {
    const { score, scoreDisplayMode, details } = report.audits[id]!
    if (scoreDisplayMode === 'binary' && score === 0)
      console.log(`  ${id}: ${details?.items?.[0]?.node?.snippet ?? ''}`)
  }
  const score = (name: string) => Math.round(100 * (report.categories[name]?.score ?? Number.NaN))
  const value = (name: string) => report.audits[name]?.numericValue ?? Number.NaN
  const requests = report.audits['network-requests']?.details?.items ?? []
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    blocked: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
    elements: report.audits['dom-size-insight']?.details?.debugData?.totalElements ?? Number.NaN,
    script: requests
      .filter(({ resourceType }) => resourceType === 'Script')
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
    benchmarkIndex: report.environment.benchmarkIndex,
  }
}
