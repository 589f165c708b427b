import { tmpdir } from 'node:os'
import type { Browser } from 'playwright-core'
import type { BrowserProxy } from './browser-proxy.ts'
import type { Chromium } from './find-chromium.ts'
import { killGroup } from './process-group.ts'
import { BrowserError } from './types.ts'

export type LaunchOptions = {
  chromium: Chromium
  proxy: Pick<BrowserProxy, 'server' | 'username' | 'password'>
  headless: boolean
  /** A fontconfig file for the process; undefined: the fonts of the machine. */
  fontConfig?: string | undefined
  /** Whether this machine lets Chromium make its sandbox; found out at the first start. */
  sandbox: Sandbox
  /** Variables of our environment that it gets: where its display is. */
  environment: Record<string, string | undefined>
}

/** What is known of the sandbox: containers often forbid the namespaces it is made of, and root has none. */
export type Sandbox = { isUsable: boolean }
export const untriedSandbox = (): Sandbox => ({ isUsable: process.getuid?.() !== 0 })

/** A running Chromium, leader of a process group of its own. */
export type RunningChromium = {
  browser: Browser
  /** Process id of the group's leader. */
  leader: number
  /** Kills the whole group and removes its profile. */
  kill: () => Promise<void>
}

const LAUNCH_MS = 30_000

/**
 * What a page might leave by besides the proxy, or leave behind, is off: name look-ups of its own, QUIC, WebRTC past the
 * proxy, windows, background work.
 */
const flags = [
  '--disable-quic',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--dns-prefetch-disable',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-features=WebTransport,DirectSockets,WebOTP,InterestFeedContentSuggestions,MediaRouter,OptimizationHints,Translate,IsolateOrigins,site-per-process',
  // One process for all frames of a page: there is no other site's data in an empty profile, and its archive has them.
  '--disable-site-isolation-trials',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-notifications',
  '--disable-sync',
  '--no-pings',
  '--disable-gpu',
  '--font-render-hinting=none',
]

/** Starts Chromium with an empty profile; everything it loads goes through `proxy`. Rejects with BrowserError. */
export async function launchChromium(options: LaunchOptions): Promise<RunningChromium> {
  const browser = await launch(options).catch((problem: Error) => {
    if (!options.sandbox.isUsable || !/sandbox/i.test(problem.message)) throw failedStart(problem)
    // docs/decisions/0032-the-browser.md has what stands in for it.
    options.sandbox.isUsable = false
    return launch(options).catch((again: Error) => {
      throw failedStart(again)
    })
  })
  const leader = await leaderOf(browser).catch(async (problem: Error) => {
    // Nobody else would end it: the library kills what it has started, also when that does not answer.
    await browser.close().catch(() => undefined)
    throw failedStart(problem)
  })
  return {
    browser,
    leader,
    kill: async () => {
      await killGroup(leader)
      await browser.close().catch(() => undefined)
    },
  }
}

/** The process id of a browser, as it says itself. */
async function leaderOf(browser: Browser): Promise<number> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`it did not answer in ${LAUNCH_MS / 1000} s`)), LAUNCH_MS)
  const probe = async () => {
    const session = await browser.newBrowserCDPSession()
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    await session.detach()
    return processInfo.find(({ type }) => type === 'browser')!.id
  }
  try {
    return await Promise.race([probe(), late])
  } finally {
    clearTimeout(timer)
  }
}

const failedStart = (problem: Error) =>
  new BrowserError('crashed', `Chromium did not start: ${problem.message.split('\n')[0]}`)

async function launch(options: LaunchOptions): Promise<Browser> {
  const { chromium, proxy, headless, sandbox } = options
  const { chromium: library } = await import('playwright-core')
  return library.launch({
    executablePath: chromium.path,
    headless,
    timeout: LAUNCH_MS,
    chromiumSandbox: sandbox.isUsable,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    proxy: { server: proxy.server, username: proxy.username, password: proxy.password, bypass: '<-loopback>' },
    args: flags,
    env: environmentOf(options),
  })
}

type Environment = Record<string, string | undefined>

/** Only what a program needs to start: no setting or secret of ours is in the environment of a process that runs pages. */
function environmentOf({ chromium: { libraries }, fontConfig, environment }: LaunchOptions): Environment {
  return {
    ...environment,
    PATH: '/usr/bin:/bin',
    HOME: tmpdir(),
    TZ: 'UTC',
    LANG: 'en_US.UTF-8',
    ...(libraries === undefined ? {} : { LD_LIBRARY_PATH: libraries }),
    ...(fontConfig === undefined ? {} : { FONTCONFIG_FILE: fontConfig }),
  }
}
