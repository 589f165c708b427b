import { z } from 'zod'
import { integerBetween, webOrigins } from '#app/config-values.ts'

/** True too of what is no URL: that has a message of its own. */
const hasReadableCredentials = (text: string): boolean => {
  const { username = '', password = '' } = URL.parse(text) ?? {}
  try {
    decodeURIComponent(username + password)
    return true
  } catch {
    return false
  }
}
const notEncoded = { message: 'has a user or a password with a % that must be written as %25' }

/** Variables about the browser that opens pages, and about the pace of requests to one host. */
export const browserEnvironment = {
  CHROME_PATH: z.string().optional(),
  BROWSERS: integerBetween(1, 32).default(2),
  BROWSER_SECONDS: integerBetween(5, 300).default(45),
  BROWSER_PAGE_MB: integerBetween(1, 500).default(40),
  BROWSER_MEMORY_MB: integerBetween(256, 16_384).default(1024),
  BROWSER_USER_AGENT: z.string().max(500).optional(),
  BROWSER_PROXY: z
    .url({ protocol: /^https?$/ })
    .refine(hasReadableCredentials, notEncoded)
    .optional(),
  BROWSER_PROXY_PAGES: z.enum(['asked', 'all']).default('asked'),
  INTERNAL_SERVERS: webOrigins.default([]),
  HOST_REQUESTS_PER_MINUTE: integerBetween(1, 6000).default(30),
  HOST_REQUESTS_AT_ONCE: integerBetween(1, 100).default(2),
}
const environment = z.object(browserEnvironment)

/** A browser gets nothing else of our environment: where the display is, and what Windows needs to start a program. */
const passedOn = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'SYSTEMROOT', 'LOCALAPPDATA'] as const

/** The browser and its limits, as the rest of the program reads them. */
export function browserSettings(
  env: z.output<typeof environment>,
  present: Readonly<Record<string, string | undefined>>,
) {
  const requests = requestSettings(env)
  return {
    chromePath: env.CHROME_PATH,
    environment: Object.fromEntries(passedOn.map((name) => [name, present[name]])),
    browsers: env.BROWSERS,
    proxy: env.BROWSER_PROXY === undefined ? undefined : new URL(env.BROWSER_PROXY),
    isProxyForAll: requests.proxy !== undefined,
    requests,
    limits: {
      seconds: env.BROWSER_SECONDS,
      pageBytes: env.BROWSER_PAGE_MB * 1_000_000,
      memoryBytes: env.BROWSER_MEMORY_MB * 1_000_000,
      userAgent: env.BROWSER_USER_AGENT,
    },
  }
}

/** Of pages and lists that are read without a browser: by the sources, feeds, re-visits, domain searches and programs. */
export const requestSettings = (
  env: Pick<
    z.output<typeof environment>,
    'BROWSER_PROXY' | 'BROWSER_PROXY_PAGES' | 'BROWSER_USER_AGENT' | 'INTERNAL_SERVERS'
  >,
) => ({
  userAgent: env.BROWSER_USER_AGENT,
  /** Of the operator's own servers: nothing that a user enters is looked for there. */
  internalServers: env.INTERNAL_SERVERS,
  proxy: env.BROWSER_PROXY !== undefined && env.BROWSER_PROXY_PAGES === 'all' ? new URL(env.BROWSER_PROXY) : undefined,
})

/** The same of a program that needs no other setting. Throws where one of them is invalid. */
export function requestSettingsFrom(variables: Readonly<Record<string, string | undefined>>) {
  const present = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  return requestSettings(environment.parse(present))
}
