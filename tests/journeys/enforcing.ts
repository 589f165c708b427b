import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'pg'
import type { Locator, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { takeSteps } from '../../src/features/escalations/contract.ts'
import { takeAnswers } from '../../src/features/replies/contract.ts'
import { onPool } from '../../src/kit/server/db.ts'
import { enqueue } from '../../src/kit/server/jobs.ts'
import { type TestSmtp, testSmtp } from '../../src/kit/server/testing-smtp.ts'
import { type Journey, journey } from './harness.ts'
import { button, choose } from './upload-steps.ts'

export type EnforcingJourney = Journey & {
  smtp: TestSmtp
  /** Connection pool to the journey's database. */
  pool: Pool
  /** A folder that is removed with the journey. */
  folder: string
  /** Makes the worker check escalations now instead of within a minute. */
  runStepsNow: () => Promise<void>
  /** Puts a reply into the maildir, as the mail server would, and makes the worker read it now. */
  deliverReply: (name: string, lines: readonly string[]) => Promise<void>
}

/**
 * A journey that sends notices to a real SMTP server and reads replies from a maildir; each notice waits `recallSeconds`
 * before it leaves. Call it in beforeAll.
 */
export async function enforcingJourney({
  recallSeconds = 0,
  env = {},
}: {
  recallSeconds?: number
  env?: Record<string, string>
} = {}): Promise<EnforcingJourney> {
  const folder = mkdtempSync(join(tmpdir(), 'brandkeep-enforcing-'))
  const maildir = join(folder, 'answers')
  mkdirSync(join(maildir, 'new'), { recursive: true })
  const smtp = await testSmtp()
  const testApp = await journey({
    env: {
      SMTP_URL: smtp.url,
      MAILS_PER_MINUTE: '6000',
      NOTICE_RECALL_SECONDS: String(recallSeconds),
      INBOUND_MAILDIR: maildir,
      INBOUND_ADDRESS: 'notices@brandkeep.test',
      ...env,
    },
  })
  const pool = new Pool({ connectionString: testApp.databaseUrl, max: 1 })
  await pool.query(allPhishing)
  const db = onPool(pool, pool)
  const runStepsNow = () => enqueue(db, takeSteps, {})
  // The demo world has replies that nobody has read: within the first minute they stop escalations, else under the test.
  await runStepsNow()
  await vi.waitFor(
    async () => {
      const { rowCount } = await pool.query('select 1 from escalation_inbox limit 1')
      if (rowCount !== 0) throw new Error('The worker has not read the replies of the demo world.')
    },
    { timeout: 30_000, interval: 200 },
  )
  return {
    ...testApp,
    smtp,
    pool,
    folder,
    runStepsNow,
    deliverReply: async (name, lines) => {
      writeFileSync(join(maildir, 'new', name), lines.join('\r\n'))
      await enqueue(db, takeAnswers, {})
    },
    end: async () => {
      await pool.end()
      await testApp.end()
      await smtp.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Picks an option of the last list of that name: a dialog comes after the page it covers. */
export async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).last().click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Opens the form of the first website of the demo brand, with this status if one is given. */
export async function openAddEnforcement(page: Page, status?: string): Promise<Locator> {
  await page.goto('/enforcement')
  await choose(page, 'Company', 'Aurevia Consumer Group')
  await choose(page, 'Brand', 'Demo Brand')
  await pick(page, 'Platform', 'Website')
  if (status !== undefined) await pick(page, 'Infringement Status', status)
  await button(page, 'Fetch Data').click()
  await button(page, 'Show details').first().click()
  await button(page, 'Add Enforcement').click()
  return page.getByRole('dialog', { name: 'Add Enforcement' })
}

/** Makes every open finding one that desks act on: the demo world has others, about which no notice may be sent. */
export const allPhishing = `update findings set reason_code = '12201'
  where platform in ('domain', 'website') and status in ('22', '33') and reason_code <> '12201'`

/** Opens the form of the expanded finding and sends a notice to a manually entered address. */
export async function sendNoticeTo(page: Page, to: string): Promise<void> {
  const form = page.getByRole('dialog').last()
  await button(page, 'Add Enforcement').click()
  for (const [label, text] of [
    ['Registrar', 'Namekeep Registrar'],
    ['IP Address', '203.0.113.7'],
    ['Hosting', 'Cloudmoor'],
  ] as const)
    await form.getByRole('textbox', { name: label }).fill(text)
  await pick(page, 'Action Taken', 'Abuse E-mail Sent')
  await pick(page, 'Abuse Email', 'Other (Enter manually)')
  await form.getByLabel('Other Abuse Email').fill(to)
  await button(page, 'Send Enforcement').click()
  await button(page, 'Send Now').click()
  await page.getByRole('alert').filter({ hasText: 'Enforcement email is being sent' }).first().waitFor()
}

/** The numbers of pages are on the line that says how many findings are shown, so that the list has one row more. */
export async function checkFootLine(page: Page): Promise<void> {
  const middleOf = async (what: Locator) => {
    const box = (await what.boundingBox())!
    return box.y + box.height / 2
  }
  const distance = async () => {
    const shown = await middleOf(page.getByText(/^Showing 50/))
    return Math.abs(shown - (await middleOf(page.getByRole('navigation', { name: 'Pages' }))))
  }
  await expect.poll(distance).toBeLessThan(4)
}
