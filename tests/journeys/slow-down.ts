import type { Page } from 'playwright-core'

/** SLOW_BROWSER=4 gives pages a quarter of the processor: a test or a screen that depends on its speed then fails. */
export const slowness = Number(process.env['SLOW_BROWSER'] ?? 1)
/** SLOW_ANSWERS=800 holds every answer back by 800 ms: what is typed or pressed meanwhile must not be lost. */
const answerDelay = Number(process.env['SLOW_ANSWERS'] ?? 0)

/** Slows a page down as the variables say; by default not at all. */
export async function slowDown(page: Page): Promise<void> {
  if (slowness === 1 && answerDelay === 0) return
  const context = page.context()
  const devtools = await context.newCDPSession(page)
  if (slowness !== 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  if (answerDelay === 0) return
  await devtools.send('Network.enable')
  const rest = { latency: answerDelay, downloadThroughput: -1, uploadThroughput: -1 }
  const emulate = (offline: boolean) => devtools.send('Network.emulateNetworkConditions', { ...rest, offline })
  await emulate(false)
  // The conditions of one session hide those of the other.
  const setOffline = context.setOffline.bind(context)
  context.setOffline = async (offline) => {
    await emulate(offline)
    await setOffline(offline)
  }
}
