// npm run lighthouse: Lighthouse's and axe's figures of every screen of the menus, in both themes, into docs/lighthouse.md.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { axeViolations } from '../journeys/axe.ts'
import { password, waitUntilLoaded } from '../screens/acts.ts'
import { start } from '../system/program.ts'
import { signInByForm } from '../system/sign-in.ts'
import { rowOf, storeRow, type Violations } from './figures-page.ts'
import { type Form, forms, installLighthouse, measure } from './run-lighthouse.ts'

const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/** In the order in which they measure: a screen that an Analyst has is not measured again as an Admin. */
const people = {
  Nobody: undefined,
  Client: 'client@demo.test',
  Analyst: 'analyst@demo.test',
  Admin: 'admin@demo.test',
} as const
type Who = keyof typeof people

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    role: { type: 'string', multiple: true, default: Object.keys(people) },
    theme: { type: 'string', multiple: true, default: [...themes] },
    form: { type: 'string', multiple: true, default: [...forms] },
    runs: { type: 'string', default: '3' },
  },
})
const roles = (Object.keys(people) as Who[]).filter((who) => values.role.includes(who))

installLighthouse()
const folder = mkdtempSync(join(tmpdir(), 'brandkeep-lighthouse-'))
const program = await start({ env: { BRANDKEEP_DATA: join(folder, 'data'), BRANDKEEP_DEMO: '1' } })
let measured = 0
try {
  for (const theme of themes.filter((one) => values.theme.includes(one))) {
    const ofAnalyst = new Set<string>()
    for (const who of roles) await measureRole({ who, theme }, ofAnalyst)
  }
} finally {
  await program.stop()
  rmSync(folder, { recursive: true, force: true })
}
if (measured === 0) throw new Error(`Nothing was measured: ${[...roles, ...positionals].join(', ')}`)

type Wanted = { who: Who; theme: Theme }

async function measureRole({ who, theme }: Wanted, ofAnalyst: Set<string>): Promise<void> {
  const profile = join(folder, `${who}-${theme}`)
  const screens = await prepare(profile, { who, theme }, ofAnalyst)
  if (who === 'Analyst') for (const path of screens.keys()) ofAnalyst.add(path)
  for (const [path, violations] of screens)
    for (const form of forms.filter((one) => values.form.includes(one)))
      try {
        const runs = Number(values.runs)
        const figures = await measureScreen(path, { form, profile, runs })
        const row = rowOf({ path, who, theme, form, runs, ...figures, ...violations })
        storeRow(row)
        console.log(row)
        measured++
      } catch (problem) {
        // The other screens can still be measured.
        console.error(problem instanceof Error ? problem.message : problem)
        process.exitCode = 1
      }
}

function measureScreen(path: string, { form, profile, runs }: { form: Form; profile: string; runs: number }) {
  return measure(`${program.url}${path}`, { form, profile, runs, report: join(folder, 'report.json') })
}

/**
 * Signs in with the profile that Lighthouse uses afterwards, chooses the theme in the menu, and counts what axe finds on
 * each screen of the side menu, on a system with the other theme. Lighthouse's browser is on a light system.
 */
async function prepare(
  profile: string,
  { who, theme }: Wanted,
  ofAnalyst: ReadonlySet<string>,
): Promise<Map<string, Violations>> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium() ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
    baseURL: program.url,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    colorScheme: theme === 'dark' ? 'light' : 'dark',
  })
  try {
    const page = await context.newPage()
    const name = people[who]
    if (name) await signInByForm(page, name, password)
    else await page.goto('/login')
    await chooseTheme(page, { who, theme })
    const paths = who === 'Nobody' ? ['/login'] : await pathsOfMenu(page)
    const wanted = paths.filter(
      (path) => !ofAnalyst.has(path) && (positionals.length === 0 || positionals.includes(path)),
    )
    const found = new Map<string, Violations>()
    for (const path of wanted) found.set(path, await countViolations(page, path))
    return found
  } finally {
    await context.close()
  }
}

/** The screens of the side menu, without the ready filters below them. */
async function pathsOfMenu(page: Page): Promise<string[]> {
  const links = page.locator('nav[aria-label$=" menu"] a')
  await links.first().waitFor()
  const paths = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  return paths.filter((path) => !path.includes('?'))
}

async function chooseTheme(page: Page, { who, theme }: Wanted): Promise<void> {
  if (who === 'Nobody') {
    await page.evaluate(`localStorage.setItem('brandkeep-colour-scheme', '${theme}')`)
    return
  }
  await page.getByRole('button', { name: 'User menu' }).click()
  const saved = page.waitForResponse((answer) => answer.url().includes('/api/user-settings') && answer.ok())
  await page.getByRole('menuitemradio', { name: theme === 'dark' ? 'Dark theme' : 'Light theme' }).click()
  await saved
}

async function countViolations(page: Page, path: string): Promise<Violations> {
  await page.goto(path)
  // On a busy machine nothing is loading yet that could be waited for.
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await waitUntilLoaded(page)
  const all = await axeViolations(page)
  const serious = all.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  for (const { id, nodes } of all) console.log(`  ${path}: ${id}, ${nodes[0]?.html.slice(0, 120)}`)
  return { serious: serious.length, minor: all.length - serious.length }
}
