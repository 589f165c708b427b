// npm run screens: pictures of the main screens of the demo world, light and dark, wide and narrow, into docs/screens.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { start } from '../system/program.ts'
import { signInByForm } from '../system/sign-in.ts'
import {
  checkDuplicates,
  downloadDomains,
  downloadYear,
  fetchDay,
  fetchDomains,
  fetchStaged,
  openBeside,
  openDraft,
  openFilter,
  openFirstCluster,
  openFirstRow,
  password,
  reviewNotice,
  searchEverything,
  searchPosts,
  takeWork,
  waitUntilLoaded,
} from './acts.ts'

const folder = join(import.meta.dirname, '../../docs/screens')
/** Limit for all pictures together, so that clones stay small. */
const LIMIT_BYTES = 10 * 2 ** 20

const sizes = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'narrow', width: 390, height: 844 },
] as const

type Shot = { name: string; path: string; only?: 'wide'; act?: (page: Page) => Promise<void> }

const screens: readonly { who: string | undefined; shots: readonly Shot[] }[] = [
  { who: undefined, shots: [{ name: 'sign-in', path: '/login' }] },
  {
    who: 'client@demo.test',
    shots: [
      { name: 'domain', path: '/domain-dashboard' },
      { name: 'website', path: '/website-dashboard' },
      { name: 'social-media', path: '/social-media-dashboard' },
      { name: 'e-commerce', path: '/ecommerce-dashboard' },
      { name: 'e-commerce-opened', path: '/ecommerce-dashboard', only: 'wide', act: openFirstRow },
      { name: 'peek', path: '/ecommerce-dashboard?status=33', act: openBeside },
      { name: 'pictures', path: '/ecommerce-dashboard?status=33&cards=M' },
      { name: 'app-store', path: '/app-store-dashboard' },
      { name: 'notifications', path: '/mynotifications' },
      { name: 'home', path: '/client-dashboard' },
      { name: 'tmch-client', path: '/tmch-dashboard' },
      { name: 'trap-purchase', path: '/trap-purchase-dashboard' },
      { name: 'client-request', path: '/client-request-dashboard' },
      { name: 'unique-seller', path: '/unique-seller-dashboard' },
      { name: 'client-clusters', path: '/clusters' },
      { name: 'client-clock', path: '/enforcement-clock' },
      { name: 'email-reports', path: '/email-reports', only: 'wide' },
    ],
  },
  {
    who: 'analyst@demo.test',
    shots: [
      { name: 'upload', path: '/data-upload', only: 'wide' },
      { name: 'my-work', path: '/my-work', only: 'wide', act: takeWork },
      { name: 'filter-counts', path: '/enforcement', only: 'wide', act: openFilter },
      { name: 'send-review', path: '/enforcement', only: 'wide', act: reviewNotice },
      { name: 'palette', path: '/clusters', only: 'wide', act: searchEverything },
      { name: 'cluster', path: '/clusters', only: 'wide', act: openFirstCluster },
      { name: 'league', path: '/enforcement-league', only: 'wide' },
      { name: 'edit', path: '/edit-bulk-data', only: 'wide', act: fetchDay },
      { name: 'enforcement', path: '/enforcement', only: 'wide', act: fetchDomains },
      { name: 'bulk-enforcement', path: '/bulk-enforcement', only: 'wide' },
      { name: 'duplicate-check', path: '/check-duplicate', only: 'wide', act: checkDuplicates },
      { name: 'proposals', path: '/enforcement-proposals', only: 'wide' },
      { name: 'clock', path: '/enforcement-clock', only: 'wide' },
      { name: 'clusters', path: '/clusters' },
      { name: 'next-steps', path: '/next-steps', only: 'wide' },
      { name: 'case-files', path: '/case-files', only: 'wide' },
      { name: 'client-requests', path: '/client-requests', only: 'wide' },
      { name: 'bulk-download', path: '/bulk-data-download', only: 'wide', act: downloadYear },
      { name: 'domain-download', path: '/domain-data-download', only: 'wide', act: downloadDomains },
      { name: 'staging', path: '/staging', only: 'wide', act: openDraft },
      { name: 'review', path: '/review', only: 'wide', act: fetchStaged },
      { name: 'quick-tools', path: '/tools', only: 'wide', act: searchPosts },
      { name: 'scrapper-1', path: '/scrapper1', only: 'wide' },
      { name: 'scrapper-3', path: '/scrapper3', only: 'wide' },
      { name: 'report-enforcement', path: '/report-enforcement', only: 'wide' },
      { name: 'searched-domains', path: '/searched-domains' },
      { name: 'workload', path: '/workload', only: 'wide' },
      { name: 'security', path: '/security', only: 'wide' },
    ],
  },
  {
    who: 'admin@demo.test',
    shots: (
      [
        'analyst-dashboard',
        'users',
        'companies',
        'brands',
        'enforcement-configuration',
        'escalations',
        'white-label',
        'tmch',
        'upload-purchase',
        'logs',
        'data-update-log',
        'domain-search',
        'sign-in-security',
        'evidence-days',
        'shared-hosts',
        'abuse-contacts',
        'report-forms',
        'activity-settings',
      ] as const
    ).map((name) => ({ name, path: `/${name}`, only: 'wide' })),
  },
]

const dataDir = mkdtempSync(join(tmpdir(), 'brandkeep-screens-'))
/** New pictures; they replace the old ones only when all are there. */
const newFolder = join(dataDir, 'new')
const program = await start({ env: { BRANDKEEP_DATA: dataDir, BRANDKEEP_DEMO: '1' } })
const browser = await chromium.launch({
  executablePath: findChromium() ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--force-color-profile=srgb'],
})
try {
  mkdirSync(newFolder)
  for (const theme of ['light', 'dark'] as const) for (const size of sizes) await takeAll(browser, { theme, size })
  rmSync(folder, { recursive: true, force: true })
  cpSync(newFolder, folder, { recursive: true })
} finally {
  await browser.close()
  await program.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
console.log(`${readdirSync(folder).length} pictures, ${(bytes / 2 ** 20).toFixed(1)} MB`)
if (bytes > LIMIT_BYTES) throw new Error('docs/screens is too large')

async function takeAll(
  browser: Browser,
  { theme, size }: { theme: 'light' | 'dark'; size: (typeof sizes)[number] },
): Promise<void> {
  for (const { who, shots } of screens) {
    const context = await browser.newContext({
      baseURL: program.url,
      colorScheme: theme,
      viewport: { width: size.width, height: size.height },
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'Asia/Kolkata',
    })
    const page = await context.newPage()
    if (who) await signInByForm(page, who, password)
    for (const shot of shots) {
      if (shot.only && shot.only !== size.name) continue
      await page.goto(shot.path)
      await waitUntilLoaded(page)
      await shot.act?.(page)
      await waitUntilLoaded(page)
      const picture = await page.screenshot()
      const file = join(newFolder, `${shot.name}-${size.name}-${theme}.png`)
      await sharp(picture).png({ palette: true, quality: 85, effort: 7 }).toFile(file)
    }
    await context.close()
  }
}
