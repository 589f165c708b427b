import { type Browser, chromium } from 'playwright-core'
import { findChromium, findHeadlessShell } from '../../scripts/lib/chromium.mjs'

/** Browsers of this test worker by their program. */
const running = new Map<string, Promise<Browser>>()

/**
 * The Chromium of this test worker, started for the first journey that needs it: each journey has contexts of its own in
 * it. `showsPdf`: one that opens a PDF. It ends with the worker.
 */
export async function sharedBrowser({ showsPdf }: { showsPdf: boolean }): Promise<Browser> {
  const executablePath = (showsPdf ? undefined : findHeadlessShell()) ?? findChromium() ?? '/usr/bin/chromium'
  const before = await running.get(executablePath)
  if (before?.isConnected()) return before
  const starting = chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--force-color-profile=srgb'],
    handleSIGTERM: false,
  })
  if (running.size === 0) process.once('SIGTERM', () => void closeAll().finally(() => process.exit()))
  running.set(executablePath, starting)
  return starting
}

async function closeAll(): Promise<void> {
  await Promise.all([...running.values()].map(async (browser) => (await browser).close()))
}
