// npm run triage:pictures: 25,000 websites with 3,000 different pictures in the demo world, shown as the smallest cards on a
// screen of 1920 by 1080, and the wheel turned for two seconds. Prints the frames a second of the page, and how long the
// slowest 5 % of frames took. Beside it the processor time of the page's main thread, which other programs do not change,
// and what the same browser reaches on the same machine with a page of plain lines.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { quantile } from '../bench/measure.ts'
import { start } from '../system/program.ts'
import { signInByForm } from '../system/sign-in.ts'

const found = 25_000
const pictures = 3000
const runs = 5
const speed = 4000

const dataDir = mkdtempSync(join(tmpdir(), 'brandkeep-scroll-'))
const program = await start({ env: { BRANDKEEP_DATA: dataDir, BRANDKEEP_DEMO: '1' } })
const browser = await chromium.launch({ executablePath: findChromium() ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
try {
  await fill()
  const context = await browser.newContext({ baseURL: program.url, viewport: { width: 1920, height: 1080 } })
  const page = await context.newPage()
  await page.setContent(`<main style="height: 1000px; overflow: auto">${'<p>A line</p>'.repeat(2000)}</main>`)
  await report(page, 'Plain lines', 'main')
  await signInByForm(page, 'client@demo.test', 'Demo@2026')
  await page.goto('/website-dashboard?startDate=2023-01-01&endDate=2023-12-31&size=20000&cards=S')
  await page.locator('[data-row]').first().waitFor({ timeout: 120_000 })
  await page.locator('[aria-busy=false][aria-label="Website findings"]').waitFor({ timeout: 120_000 })
  const shown = await page.locator('[data-row]').count()
  console.log(`${shown} cards are rendered, ${await page.getByTestId('record-count').textContent()}`)
  await report(page, 'Pictures, S', '[aria-label="Website findings"]')
} finally {
  await browser.close()
  await program.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Turns the wheel over an element several times for two seconds each, further down every time. */
async function report(page: Page, name: string, selector: string): Promise<void> {
  const touch = await page.context().newCDPSession(page)
  const box = (await page.locator(selector).boundingBox())!
  await touch.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => {
    const { metrics } = await touch.send('Performance.getMetrics')
    return 1000 * metrics.find((one) => one.name === 'TaskDuration')!.value
  }
  const at = { x: Math.round(box.x + box.width / 2), y: 700 }
  for (let run = 1; run <= runs; run++) {
    await page.evaluate(`window.frames_ = []; window.scrolls = true
      requestAnimationFrame(function next(at) { window.frames_.push(at); if (window.scrolls) requestAnimationFrame(next) })`)
    const before = await busy()
    await touch.send('Input.synthesizeScrollGesture', {
      ...at,
      yDistance: -2 * speed,
      speed,
      gestureSourceType: 'mouse',
      preventFling: true,
    })
    const moments = (await page.evaluate('window.scrolls = false, window.frames_')) as number[]
    const between = moments.slice(1).map((moment, index) => moment - moments[index]!)
    const perSecond = (1000 * between.length) / (moments.at(-1)! - moments[0]!)
    const late = Math.round(quantile(between, 0.95))
    const used = Math.round((await busy()) - before)
    console.log(`${name}, run ${run}: ${perSecond.toFixed(0)} frames a second, p95 ${late} ms, processor ${used} ms`)
  }
}

/** Copies a website of the demo world, with its thumbnail as that of many pictures. */
async function fill(): Promise<void> {
  const port = readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[3]
  const password = readFileSync(join(dataDir, 'pg-password'), 'utf8').trim()
  const client = new Client({ connectionString: `postgres://brandkeep:${password}@127.0.0.1:${port}/brandkeep` })
  await client.connect()
  try {
    const { rows } = await client.query<{ key: string; bucket: string }>(
      `select image_key as key, image_bucket as bucket from findings where platform = 'website' and image_key is not null limit 1`,
    )
    const { key, bucket } = rows[0]!
    const original = readFileSync(join(dataDir, 'files', bucket, key))
    const thumbnail = await sharp(original).resize(96, 96, { fit: 'inside' }).webp({ quality: 80 }).toBuffer()
    const folder = join(dataDir, 'files', bucket)
    await client.query(
      `insert into files (id, bucket, key, purpose, original_name, media_type, bytes, sha256)
       select gen_random_uuid(), bucket, $2 || '/copy-' || n || '.png', purpose, 'copy-' || n, media_type, bytes, sha256
       from files, generate_series(1, $3::int) n where key = $1`,
      [key, dirname(key), pictures],
    )
    for (let n = 1; n <= pictures; n++) {
      const copy = join(folder, dirname(key), `copy-${n}.png`)
      writeFileSync(copy, original)
      writeFileSync(`${copy}.thumb.webp`, thumbnail)
    }
    await client.query(
      `with one as (select * from findings where platform = 'website' and image_key = $1
          and company_id = (select company_id from users where username = 'client@demo.test') limit 1),
        copies as materialized (select gen_random_uuid() as id, n from generate_series(1, $4::int) n),
        stored as (insert into findings select (jsonb_populate_record(null::findings, to_jsonb(one) || jsonb_build_object('id', c.id, 'identity_key', gen_random_uuid(),
            'reporting_date', date '2023-01-01' + c.n % 365, 'image', 'copy-' || 1 + c.n % $3, 'image_key', $2 || '/copy-' || 1 + c.n % $3 || '.png'))).*
          from one, copies c)
      insert into findings_website select (jsonb_populate_record(d, jsonb_build_object('finding_id', c.id, 'url', d.url || c.n))).*
        from one join findings_website d on d.company_id = one.company_id and d.finding_id = one.id, copies c`,
      [key, dirname(key), pictures, found],
    )
  } finally {
    await client.end()
  }
}
