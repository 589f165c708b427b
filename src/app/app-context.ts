import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#app/config.ts'
import { missingForTools, sourceDepsOf } from '#app/tool-sources.ts'
import { domainSearchOf } from '#app/open-domain-search.ts'
import { demoPassword } from '#features/demo/server/people.ts'
import { openDemoWeb } from '#features/demo/server/small-web/open-demo-web.ts'
import { openBootstrap } from '#features/contacts/server/bootstrap.ts'
import type { LookUps } from '#features/contacts/server/look-up-hosts.ts'
import type { AnswerBox } from '#features/replies/server/answer-box.ts'
import { imapBox } from '#features/replies/server/imap-box.ts'
import { maildirBox } from '#features/replies/server/maildir-box.ts'

import type { WorkerParts } from '#app/worker.ts'
import { openSessions } from '#features/sessions/server/session-of.ts'
import { openRevisits } from '#features/revisits/server/open-revisits.ts'
import type { RevisitDeps } from '#features/revisits/server/visit-due.ts'
import { noBrowser } from '#kit/server/browser/no-browser.ts'
import { openBrowser } from '#kit/server/browser/open-browser.ts'
import type { BrowserService } from '#kit/server/browser/types.ts'
import { diskFiles, type FileStore } from '#kit/server/files.ts'
import { folderMail, type MailDriver } from '#kit/server/mail-out.ts'
import { type Egress, openEgress, ownUserAgent } from '#kit/server/egress.ts'
import { openPoliteness } from '#kit/server/politeness.ts'
import { withProgressMarks } from '#kit/server/stalled-work.ts'
import { openReadConnection } from '#kit/server/replica.ts'
import { s3Files } from '#kit/server/s3-files.ts'
import type { AppContext, Settings } from '#kit/server/serve.ts'
import { smtpMail } from '#kit/server/smtp-mail.ts'

type Defaulted = 'browser' | 'checkAnswers' | 'egress' | 'politeness' | 'readConnection' | 'signIn'

/** Requests to one host where no setting is read: in tests, which only reach their own servers. */
const defaultPace = { perMinute: 6000, atOnce: 4 }

/** Creates the context that all parts of the server share, from what the entry point opened. */
export function createAppContext(
  parts: Omit<AppContext, 'sessionOf' | 'rememberedSession' | 'noteUse' | Defaulted> &
    Partial<Pick<AppContext, Defaulted>>,
): AppContext {
  const primary = { pool: parts.pool, db: parts.db }
  const { readConnection = openReadConnection(primary), signIn = primary, checkAnswers = false } = parts
  const { browser = noBrowser('No browser is set up in this program'), egress = openEgress() } = parts
  const { politeness = openPoliteness({ db: parts.db, egress, ...defaultPace }) } = parts
  const sessions = openSessions(signIn.db, parts.settings.idleMinutes)
  return { ...parts, readConnection, signIn, ...sessions, checkAnswers, browser, egress, politeness }
}

/** The configured object store, or the disk. */
export function filesOf(config: Config): FileStore {
  return withProgressMarks(
    config.s3 ? s3Files(config.s3) : diskFiles(join(config.dataDir, 'files'), 'newscrapper', config.minFreeBytes),
  )
}

/** The configured mail server, or .eml files in the data folder. */
function mailDriverOf(config: Config): MailDriver {
  return config.mail.smtpUrl ? smtpMail(config.mail.smtpUrl) : folderMail(join(config.dataDir, 'mail'))
}

/** How registries are queried; undefined where look-ups are off. */
export function lookUpsOf({ lookUps }: Config): LookUps | undefined {
  if (!lookUps.wanted) return undefined
  const egress = openEgress()
  return { egress, bootstrap: openBootstrap(egress, lookUps.bootstrap) }
}

/** The mailbox for answers to notices; undefined where none is configured. */
function inboundOf({ inbound }: Config): { box: AnswerBox; address: string } | undefined {
  if (!inbound) return undefined
  const { address, source } = inbound
  return { address, box: typeof source === 'string' ? maildirBox(source) : imapBox(source) }
}

/** How addresses are visited again; undefined where re-visits are off. */
function revisitingOf({ revisits: { wanted, from: _from, ...settings }, browser }: Config): RevisitDeps | undefined {
  return wanted ? openRevisits({ ...settings, requests: browser.requests }) : undefined
}

/** The ways out of this process to addresses that somebody else chose. */
export type WaysOut = { egress: Egress; browser: BrowserService; close: () => Promise<void> }

/**
 * Requests and pages, by one rule. In the demo world both also reach its small web, which runs inside this process; no
 * browser is started before the first page.
 */
export async function openWaysOut(config: Config): Promise<WaysOut> {
  const { dataDir, demo, productName: software } = config
  const { requests, ...settings } = config.browser
  const web = demo ? await openDemoWeb() : undefined
  const rule = web ? { ownServers: web.ownServers } : {}
  const egress = openEgress({ ...rule, ...requests })
  const browser = openBrowser({ ...settings, software, folder: dataDir, egress: rule })
  return {
    egress,
    browser,
    close: async () => {
      await Promise.all([browser.close(), egress.close()])
      await web?.close()
    },
  }
}

/** What the background jobs need besides the context. */
export function workerPartsOf(
  config: Config,
  parts: Pick<WorkerParts, 'databaseUrl' | 'queueConnections' | 'log'>,
): WorkerParts {
  const lookUps = lookUpsOf(config)
  return {
    ...parts,
    driver: mailDriverOf(config),
    from: config.mail.from,
    mailsPerMinute: config.mail.perMinute,
    lookUps,
    sources: (egress) => sourceDepsOf(config, lookUps, egress),
    inbound: inboundOf(config),
    revisiting: revisitingOf(config),
    domainSearch: domainSearchOf(config),
  }
}

/** The part of the configuration that handlers may read. */
export function settingsOf(config: Config): Settings {
  return {
    appUrl: config.appUrl,
    productName: config.productName,
    productVersion: ownVersion(),
    caseFileDays: config.caseFileDays,
    visitDays: config.visitDays,
    supportAddress: config.mail.support,
    requestAddress: config.mail.requests,
    businessZone: config.businessZone,
    businessHours: config.businessHours,
    recallSeconds: config.mail.recallSeconds,
    escalationHour: config.escalationHour,
    signingSecret: config.signingSecret,
    docsNeedSignIn: config.docsNeedSignIn,
    idleMinutes: config.idleMinutes,
    demoPassword: config.demo ? demoPassword : undefined,
    demo: config.demo,
    google: config.google,
    tmch: config.tmch,
    timeStamps: config.timeStamps,
    revisits: config.revisits.wanted,
    revisitsFrom: config.revisits.from,
    revisitsAs: config.browser.requests.userAgent ?? ownUserAgent,
    missingForTools: missingForTools(config),
    scraperPages: config.scraperPages,
    trademarkFiling: config.trademarkFiling,
  }
}

/** The version of the program, from package.json. */
export function ownVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
