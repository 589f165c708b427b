import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { browserSettings, requestSettingsFrom } from '#app/config-browser.ts'
import { domainSearchFrom } from '#app/config-domain-search.ts'
import { type Env, Environment } from '#app/config-environment.ts'
import { isLoopback, mailHost, parseImapUrl } from '#app/config-hosts.ts'
import { processedFolder } from '#features/replies/server/imap-box.ts'
import { interactiveLimits } from '#kit/server/db.ts'
import { sourceSettingsOf } from '#app/config-sources.ts'
import { revisitSettings } from '#app/config-revisits.ts'
import { unreachableServers } from '#app/config-internal-servers.ts'
import { isYes } from '#app/config-values.ts'

/** Rules across variables; reads the raw texts, so that these messages are listed together with all others. */
function contradictions(env: Readonly<Record<string, string | undefined>>): string[] {
  const host = env['HOST'] ?? '127.0.0.1'
  const rules: [wrong: boolean, sentence: string][] = [
    [Boolean(env['S3_ENDPOINT'] && !env['S3_ACCESS_KEY']), 'S3_ACCESS_KEY is needed when S3_ENDPOINT is set'],
    [Boolean(env['S3_ENDPOINT'] && !env['S3_SECRET_KEY']), 'S3_SECRET_KEY is needed when S3_ENDPOINT is set'],
    [
      Boolean(env['GOOGLE_CLIENT_ID'] && !env['GOOGLE_CLIENT_SECRET']),
      'GOOGLE_CLIENT_SECRET is needed when GOOGLE_CLIENT_ID is set',
    ],
    [
      Boolean(env['INBOUND_MAILDIR'] ?? env['IMAP_URL']) !== Boolean(env['INBOUND_ADDRESS']),
      'INBOUND_ADDRESS is needed together with INBOUND_MAILDIR or IMAP_URL',
    ],
    [Boolean(env['INBOUND_MAILDIR'] && env['IMAP_URL']), 'Set INBOUND_MAILDIR or IMAP_URL, not both'],
    [
      parseImapUrl(env['IMAP_URL'] ?? '')?.folder === processedFolder,
      `IMAP_URL names ${processedFolder}, the folder for processed emails`,
    ],
    [
      Boolean(env['METRICS_PORT'] && !env['METRICS_TOKEN'] && !isLoopback(host)),
      `METRICS_TOKEN is needed when METRICS_PORT is set and HOST is ${host}, which other machines reach`,
    ],
    [env['BROWSER_PROXY_PAGES'] === 'all' && !env['BROWSER_PROXY'], 'BROWSER_PROXY_PAGES needs BROWSER_PROXY as well'],
    [Boolean(env['DATABASE_REPLICA_URL'] && !env['DATABASE_URL']), 'DATABASE_REPLICA_URL needs DATABASE_URL as well'],
    [
      demoWanted(env) && !isYes(env['BRANDKEEP_PUBLIC_DEMO']) && !isLoopback(host),
      `HOST is ${host}, but the demo world has known passwords and listens on loopback only: ` +
        'set BRANDKEEP_DEMO=0, or BRANDKEEP_PUBLIC_DEMO=1 if everybody may sign in',
    ],
    [
      demoWanted(env) && !isYes(env['BRANDKEEP_PUBLIC_DEMO']) && !isLoopback(mailHost(env['SMTP_URL'])),
      'SMTP_URL names a real mail server, and notices about the invented findings of the demo world would reach real people: ' +
        'set BRANDKEEP_DEMO=0, or BRANDKEEP_PUBLIC_DEMO=1 if that is wanted',
    ],
  ]
  return [...rules.filter(([isBroken]) => isBroken).map(([, sentence]) => sentence), ...unreachableServers(env)]
}

function inboundFrom(env: { [name in 'INBOUND_MAILDIR' | 'IMAP_URL' | 'INBOUND_ADDRESS']?: string | undefined }) {
  const source = env.INBOUND_MAILDIR ? resolve(env.INBOUND_MAILDIR) : parseImapUrl(env.IMAP_URL ?? '')
  return source && env.INBOUND_ADDRESS ? { address: env.INBOUND_ADDRESS, source } : undefined
}

/** With DATABASE_URL the demo world must be enabled explicitly: its passwords are public. */
function demoWanted(env: Readonly<Record<string, string | undefined>>): boolean {
  return env['BRANDKEEP_DEMO'] === undefined ? env['DATABASE_URL'] === undefined : isYes(env['BRANDKEEP_DEMO'])
}

/** How a program that needs no other setting requests pages. Throws where one of these variables is invalid. */
export const pageRequests = (environment: Record<string, string | undefined> = process.env) =>
  requestSettingsFrom(environment)

/** The configuration as the rest of the program reads it. */
export type Config = ReturnType<typeof readConfig>

/** The environment is invalid; `message` lists every problem, one per line. */
export class ConfigError extends Error {}

/**
 * Reads the environment, fills in defaults and creates the data folder.
 * Throws ConfigError naming every invalid variable at once.
 */
export function readConfig(environment: Record<string, string | undefined> = process.env) {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const env = validated(present)
  const dataDir = resolve(env.BRANDKEEP_DATA)
  makeFolder(dataDir)
  return {
    host: env.HOST,
    port: env.PORT,
    /** Absolute path; contains pg/, files/, mail/ and the secret. */
    dataDir,
    demo: demoWanted(present),
    ...databaseFrom(env),
    /** undefined: files are stored on disk under dataDir. */
    s3: s3From(env),
    mail: mailFrom(env),
    /** The mailbox for `address` and its plus addresses: maildir or IMAP folder; undefined: answers go to MAIL_FROM. */
    inbound: inboundFrom(env),
    /** Whether registries and name servers are queried for findings; bootstrap: a folder with IANA's files. */
    lookUps: { wanted: env.LOOK_UPS ?? !demoWanted(present), bootstrap: env.RDAP_BOOTSTRAP },
    /** The browser that opens pages, its limits, and the pace of requests to one host. */
    browser: browserSettings(env, present),
    politeness: { perMinute: env.HOST_REQUESTS_PER_MINUTE, atOnce: env.HOST_REQUESTS_AT_ONCE },
    /** Keys and addresses of the sources of the quick tools. */
    sources: sourceSettingsOf(env),
    domainSearch: domainSearchFrom(env),
    /** Pages that a job of a scrapper reads at the same time. */
    scraperPages: env.SCRAPER_PAGES,
    /** Whether filled trademark forms are sent. */
    trademarkFiling: env.TRADEMARK_FILING,
    /** Whether and how addresses of enforced findings are visited again. */
    revisits: revisitSettings(env, { isDemo: demoWanted(present) }),
    /** undefined: the Google button is off. */
    google: googleFrom(env),
    /** Who stamps case files and evidence; the file of roots is read again with each request. */
    timeStamps: { authorities: env.TIME_STAMP_URLS ?? [], rootFile: env.TIME_STAMP_ROOTS },
    /** Read with each signed mark file: the clearinghouse renews its revocation list while the program runs. */
    tmch: { rootFile: env.TMCH_ROOT_FILE, crlFile: env.TMCH_CRL_FILE },
    /** The public URL of the console, without a trailing slash; used in emails. */
    appUrl: (env.APP_URL ?? ownUrl(env.HOST, env.PORT)).replace(/\/+$/, ''),
    businessZone: env.BUSINESS_ZONE,
    businessHours: env.BUSINESS_HOURS,
    /** Escalation steps are due at this hour of the day in the business zone. */
    escalationHour: env.ESCALATION_HOUR,
    productName: env.PRODUCT_NAME,
    caseFileDays: env.CASE_FILE_DAYS,
    /** How many days every visit is stored. */
    visitDays: env.VISIT_DAYS,
    ...processFrom(env),
    /** Whether the documentation of the API needs a session. */
    docsNeedSignIn: env.API_DOCS_SIGN_IN,
    /** After how many minutes without a request a session ends; 0: only after twelve hours. */
    idleMinutes: env.SESSION_IDLE_MINUTES,
    signingSecret: env.SIGNING_SECRET ?? readOrCreateSecret(dataDir),
    /** The file with the secret; undefined: the environment states it. */
    secretFile: env.SIGNING_SECRET === undefined ? join(dataDir, 'secret') : undefined,
  }
}

function validated(present: Record<string, string | undefined>): Env {
  const parsed = Environment.safeParse(present)
  const problems = contradictions(present)
  if (!parsed.success) problems.unshift(...parsed.error.issues.map((one) => `${one.path.join('.')} ${one.message}`))
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'))
  return parsed.data
}

const databaseFrom = (env: Env) => ({
  databaseUrl: env.DATABASE_URL,
  replicaUrl: env.DATABASE_REPLICA_URL,
  /** Named prepared statements, which need a second set of connections. */
  usePreparedStatements: env.DATABASE_PREPARED_STATEMENTS ?? env.DATABASE_URL === undefined,
  /** Connections of the main pool to one database. */
  connections: env.DATABASE_CONNECTIONS,
  /** Time limits of what people wait for at a screen; uploads, downloads and jobs have `longLimits`. */
  limits: { ...interactiveLimits, statement: env.DATABASE_STATEMENT_SECONDS, lock: env.DATABASE_LOCK_SECONDS },
})

/** How this process runs, stops and is watched. */
const processFrom = (env: Env) => ({
  /** true: jobs run inside the API process. */
  worker: env.WORKER,
  /** With less free space where files are stored the console is not ready. */
  minFreeBytes: env.MIN_FREE_MB * 1024 ** 2,
  /** How long running requests may take to end when this process stops. */
  shutdownSeconds: env.SHUTDOWN_SECONDS,
  /** Addresses or networks of the proxies in front, comma-separated; undefined: none is trusted. */
  proxies: env.TRUST_PROXY,
  logLevel: env.LOG_LEVEL,
  /** Who may read metrics, and where those of a worker are; undefined port: nowhere. */
  metrics: { token: env.METRICS_TOKEN, port: env.METRICS_PORT },
})

function s3From(env: Env) {
  if (!env.S3_ENDPOINT || !env.S3_ACCESS_KEY || !env.S3_SECRET_KEY) return undefined
  return {
    endpoint: env.S3_ENDPOINT,
    bucket: env.S3_BUCKET,
    accessKey: env.S3_ACCESS_KEY,
    secretKey: env.S3_SECRET_KEY,
    region: env.S3_REGION,
  }
}

const mailFrom = (env: Env) => ({
  /** undefined: emails are written as .eml files under dataDir/mail. */
  smtpUrl: env.SMTP_URL,
  from: env.MAIL_FROM,
  support: env.SUPPORT_ADDRESS,
  /** Who is notified of client requests; undefined: every Admin. */
  requests: env.REQUEST_ADDRESS,
  /** Notices to one recipient domain per minute; codes and links are not limited. */
  perMinute: env.MAILS_PER_MINUTE,
  /** For how many seconds a notice that a person sends can be recalled; it is not delivered before. */
  recallSeconds: env.NOTICE_RECALL_SECONDS,
})

function googleFrom(env: Env) {
  if (!env.GOOGLE_CLIENT_ID || !env.GOOGLE_CLIENT_SECRET) return undefined
  return { clientId: env.GOOGLE_CLIENT_ID, clientSecret: env.GOOGLE_CLIENT_SECRET, issuer: env.GOOGLE_ISSUER }
}

const ownUrl = (host: string, port: number) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`

function makeFolder(dataDir: string): void {
  try {
    // Only the folder itself is private: the database user must traverse those above it.
    mkdirSync(dirname(dataDir), { recursive: true })
    if (!existsSync(dataDir)) mkdirSync(dataDir, { mode: 0o700 })
  } catch (problem) {
    throw new ConfigError(`BRANDKEEP_DATA ${dataDir} cannot be made (${(problem as Error).message})`)
  }
}

/** The secret of this data folder: created once, readable by its owner only. */
function readOrCreateSecret(dataDir: string): string {
  const path = join(dataDir, 'secret')
  try {
    // 'wx' fails when the file exists: of two concurrent first starts only one creates it.
    writeFileSync(path, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
    chmodSync(path, 0o600)
  } catch (problem) {
    const { code, message } = problem as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw new ConfigError(`BRANDKEEP_DATA ${dataDir} is not writable (${message})`)
  }
  try {
    const secret = readFileSync(path, 'utf8').trim()
    if (secret.length >= 32) return secret
    throw new ConfigError(`${path} is damaged: delete it and every signed link becomes invalid`)
  } catch (problem) {
    if (problem instanceof ConfigError) throw problem
    throw new ConfigError(`BRANDKEEP_DATA ${path} cannot be read (${(problem as Error).message})`)
  }
}
