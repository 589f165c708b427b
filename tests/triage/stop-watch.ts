// npm run triage [WORDS]: decides on 100 findings of the demo world in each of several ways, in a real browser, and
// writes docs/triage.md: keys, clicks and seconds. With words, only the ways with them in their name, which it prints. It presses the next key as soon as the screen shows the next finding, so the
// seconds are those that the console takes, without anybody's thinking.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { quantile } from '../bench/measure.ts'
import { start } from '../system/program.ts'
import { signInByForm } from '../system/sign-in.ts'

const wanted = 100
const awaiting = '33'
const approved = '22'
/** Milliseconds that a quick person looks at a finding before deciding. */
const pauseOfPerson = 500

/** One way of deciding: it returns how long each step took until the screen showed its result, in ms. */
type Way = { name: string; path: string; decide: (hand: Hand) => Promise<number[]> }

/** The page, and every key and click that a person would need. */
class Hand {
  keys = 0
  clicks = 0
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }
  async press(key: string): Promise<void> {
    this.keys++
    await this.page.keyboard.press(key)
  }
  async click(name: string | RegExp, role: 'button' | 'menuitem' | 'checkbox' | 'link' = 'button'): Promise<void> {
    this.clicks++
    await this.page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .last()
      .click()
  }
}

const dashboard = `/ecommerce-dashboard?status=${awaiting}&size=${wanted}&startDate=2018-01-01&endDate=2099-12-31`

const ways: readonly Way[] = [
  { name: 'In the list, status by status, by mouse', path: dashboard, decide: inTheList },
  { name: 'In the list, by keyboard (J, A)', path: dashboard, decide: byKeys },
  { name: 'Beside the list, by keyboard (A)', path: dashboard, decide: (hand) => besideTheList(hand) },
  {
    name: 'Beside the list, two decisions a second',
    path: dashboard,
    decide: (hand) => besideTheList(hand, pauseOfPerson),
  },
  { name: 'As pictures, by keyboard (J, A)', path: `${dashboard}&cards=M`, decide: byKeys },
  { name: 'By clusters', path: '/clusters', decide: byClusters },
]
const words = process.argv.slice(2).join(' ')
const chosen = ways.filter(({ name }) => name.includes(words))
if (chosen.length === 0)
  throw new Error(`No way has "${words}" in its name: ${ways.map(({ name }) => name).join('; ')}`)

const dataDir = mkdtempSync(join(tmpdir(), 'brandkeep-triage-'))
const program = await start({ env: { BRANDKEEP_DATA: dataDir, BRANDKEEP_DEMO: '1' } })
const browser = await chromium.launch({ executablePath: findChromium() ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
const lines: string[] = []
try {
  for (const way of chosen) {
    const line = await measure(browser, way)
    console.log(line)
    lines.push(line)
  }
  if (chosen.length === ways.length) writeFileSync(join(import.meta.dirname, '../../docs/triage.md'), textOf(lines))
} finally {
  await browser.close()
  await program.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function measure(browser: Browser, way: Way): Promise<string> {
  const context = await browser.newContext({ baseURL: program.url, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await signInByForm(page, 'client@demo.test', 'Demo@2026')
  await page.goto(way.path)
  await page.locator('[data-row]').first().waitFor()
  const before = await countOf(page, awaiting)
  const hand = new Hand(page)
  const began = performance.now()
  const steps = await way.decide(hand)
  const shown = performance.now() - began
  const decided = await settled(page, before)
  const stored = performance.now() - began
  await context.close()
  const cells = [
    way.name,
    String(decided),
    String(hand.keys),
    String(hand.clicks),
    (shown / 1000).toFixed(1),
    (stored / 1000).toFixed(1),
    String(Math.round(quantile(steps, 0.5))),
    String(Math.round(quantile(steps, 0.95))),
  ]
  return `| ${cells.join(' | ')} |`
}

/** How many findings have the status, by the list's own total. */
async function countOf(page: Page, status: string): Promise<number> {
  const token = (await page.evaluate(`localStorage.getItem('session:token')`)) as string
  const answer = await page.request.get(`/api/ecommerce`, {
    params: { page: 1, perPage: 20, dropdownCount: 20, startDate: '2018-01-01', endDate: '2099-12-31', status },
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await answer.json()) as { totalDocs: number }).totalDocs
}

/** Waits until the database has every decision, and no more change; returns how many were made. */
async function settled(page: Page, before: number): Promise<number> {
  let last = -1
  for (;;) {
    const decided = before - (await countOf(page, awaiting))
    if (decided === last && decided > 0) return decided
    last = decided
    await sleep(250)
  }
}

/** The value of an expression in the page, as soon as it has one. */
async function until(page: Page, expression: string): Promise<string> {
  for (const limit = Date.now() + 30_000; Date.now() < limit; await page.waitForTimeout(5)) {
    const value: unknown = await page.evaluate(expression)
    if (value) return String(value)
  }
  throw new Error(`Not within 30 seconds: ${expression}`)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Chooses the new status in the select of each row, and waits until the select may be used again. */
async function inTheList(hand: Hand): Promise<number[]> {
  const { page } = hand
  const steps: number[] = []
  for (let at = 0; at < wanted; at++) {
    // The next one that is not decided: only what is in sight is rendered.
    const id = await until(
      page,
      `[...document.querySelectorAll('tr[data-row] select')].find((one) => one.value === '${awaiting}')?.closest('tr').dataset.row`,
    )
    const select = page.locator(`tr[data-row="${id}"] select`)
    await select.scrollIntoViewIfNeeded()
    hand.clicks += 2
    const step = await watch(page, `document.querySelector('tr[data-row="${id}"] select')?.matches(':enabled')`)
    await select.selectOption(approved)
    steps.push(await step())
  }
  return steps
}

/**
 * Starts the clock of the page itself: it runs from the moment of the next key or choice until the frame is painted in
 * which the expression is true. Playwright's own waiting looks every 20, 50 and then 100 ms.
 */
async function watch(page: Page, isDone: string): Promise<() => Promise<number>> {
  await page.evaluate(`window.step = new Promise((resolve) => {
    let began
    const note = (event) => { began ??= event.timeStamp }
    for (const name of ['keydown', 'input']) addEventListener(name, note, { capture: true, once: true })
    const changes = new MutationObserver(() => {
      if (began === undefined || !(${isDone})) return
      changes.disconnect()
      requestAnimationFrame(() => {
        const painted = new MessageChannel()
        painted.port1.onmessage = () => resolve(performance.now() - began)
        painted.port2.postMessage(undefined)
      })
    })
    changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  })
  undefined`)
  return async () => Number(await page.evaluate('window.step'))
}

/** Runs in the page: whether a row or a card shows the new status. */
function isApproved(id: string): string {
  return `(() => {
  const row = document.querySelector('[data-row="${id}"]')
  const select = row?.querySelector('select')
  return select ? select.value === '${approved}' : row?.textContent.includes('Approved')
})()`
}

/** J goes to the next finding, A approves it. */
async function byKeys(hand: Hand): Promise<number[]> {
  const ids: string[] = []
  const steps: number[] = []
  for (let at = 0; at < wanted; at++) {
    await hand.press('j')
    const row = hand.page.locator('[data-row][data-active]')
    const id = await row.getAttribute('data-row')
    if (!id || ids.includes(id)) throw new Error(`J did not go on after ${at} findings`)
    ids.push(id)
    const step = await watch(hand.page, isApproved(id))
    await hand.press('a')
    steps.push(await step())
  }
  return steps
}

/** Enter opens the first finding; A approves the open one, and the next one opens. */
async function besideTheList(hand: Hand, pause = 0): Promise<number[]> {
  const { page } = hand
  await hand.press('j')
  await hand.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Finding', exact: true })
  await panel.getByRole('heading', { level: 2 }).waitFor()
  const steps: number[] = []
  for (let at = 0; at < wanted; at++) {
    const before = await panel.getAttribute('data-open-finding')
    await page.waitForTimeout(pause)
    const step = await watch(page, `document.querySelector('[data-open-finding]')?.dataset.openFinding !== '${before}'`)
    await hand.press('a')
    steps.push(await step())
  }
  return steps
}

/** Opens the largest clusters and approves what is open of each, until a hundred findings are decided. */
async function byClusters(hand: Hand): Promise<number[]> {
  const { page } = hand
  const steps: number[] = []
  const before = await countOf(page, awaiting)
  for (let at = 0; before - (await countOf(page, awaiting)) < wanted; at++) {
    if (at > 0) await page.goto('/clusters')
    hand.clicks++
    await page.locator('tr[data-row]').nth(at).getByRole('link').click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    const button = page.getByRole('button', { name: 'Set status', exact: true })
    steps.push(
      await timed(async () => {
        await button.click()
        await hand.click(/^Approved \(/, 'menuitem')
        hand.clicks++
        await page.getByRole('dialog').getByRole('button', { name: 'Set status', exact: true }).click()
        await page.getByRole('alert').first().waitFor()
      }),
    )
    hand.clicks++
  }
  return steps
}

function textOf(measured: readonly string[]): string {
  return `# A hundred decisions, with a stop-watch

\`npm run triage\` decides as a client on ${wanted} e-commerce findings of the demo world in each of these ways, in a real
Chromium, 1440 × 900. Keys and clicks are those that a person needs. Seconds are those that the console takes, since the
next key is pressed as soon as the screen shows the result of the last one; a person's looking and thinking comes on top.
*Shown*: until the screen has shown the last result. *Stored*: until the database has all of them. The last two columns
are the time of one step by the clock of the page, from the event of the key until the frame with its result is painted
(by clusters: of three clicks, until the message).

${new Date().toISOString().slice(0, 10)}, ${cpus().length} processors, Node ${process.version}:

| way | decided | keys | clicks | shown, s | stored, s | step, median ms | step, p95 ms |
|---|---|---|---|---|---|---|---|
${measured.join('\n')}

The first line is the list as the specification has it. At two decisions a second nothing of the finding before is still being
rendered when the key is pressed; else its comments, history and similar findings follow after the frame that is measured. By clusters, one decision is about all open findings of a cluster, whatever their number.
`
}
