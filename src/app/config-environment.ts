import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { browserEnvironment } from '#app/config-browser.ts'
import { domainSearchVariables } from '#app/config-domain-search.ts'
import { parseImapUrl } from '#app/config-hosts.ts'
import { revisitEnvironment } from '#app/config-revisits.ts'
import { sourceVariables } from '#app/config-sources.ts'
import {
  authorityList,
  businessHours,
  integerBetween,
  proxyList,
  webOrigin,
  webUrl,
  yesNo,
  zone,
} from '#app/config-values.ts'
import { interactiveLimits } from '#kit/server/db.ts'

const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://')

const readableFile = z
  .string()
  .refine((path) => existsSync(path), 'must name an existing file')
  .transform((path) => resolve(path))

/** Every environment variable Brandkeep reads; README.md has the same table. */
export const Environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: integerBetween(0, 65535).default(4000),
  BRANDKEEP_DATA: z.string().default('./.data'),
  BRANDKEEP_DEMO: yesNo.optional(),
  BRANDKEEP_PUBLIC_DEMO: yesNo.default(false),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  DATABASE_PREPARED_STATEMENTS: yesNo.optional(),
  DATABASE_CONNECTIONS: integerBetween(2, 200).default(12),
  DATABASE_STATEMENT_SECONDS: integerBetween(1, 3600).default(interactiveLimits.statement),
  DATABASE_LOCK_SECONDS: integerBetween(1, 3600).default(interactiveLimits.lock),
  S3_ENDPOINT: webUrl.optional(),
  S3_BUCKET: z.string().default('newscrapper'),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().default('Brandkeep <no-reply@brandkeep.test>'),
  MAILS_PER_MINUTE: integerBetween(1, 6000).default(60),
  NOTICE_RECALL_SECONDS: integerBetween(0, 300).default(10),
  CASE_FILE_DAYS: integerBetween(1, 3650).default(365),
  REQUEST_ADDRESS: z.email('must be an e-mail address').optional(),
  LOOK_UPS: yesNo.optional(),
  RDAP_BOOTSTRAP: readableFile.optional(),
  INBOUND_MAILDIR: z.string().optional(),
  IMAP_URL: z
    .string()
    .refine((text) => parseImapUrl(text) !== undefined, 'must be like imaps://user:password@host/INBOX')
    .optional(),
  INBOUND_ADDRESS: z.email('must be an e-mail address').optional(),
  ...browserEnvironment,
  ...sourceVariables,
  ...domainSearchVariables,
  SCRAPER_PAGES: integerBetween(1, 32).default(2),
  TRADEMARK_FILING: yesNo.default(false),
  ...revisitEnvironment,
  SUPPORT_ADDRESS: z.email('must be an e-mail address').default('support@brandkeep.test'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  TMCH_ROOT_FILE: readableFile.optional(),
  TMCH_CRL_FILE: readableFile.optional(),
  TIME_STAMP_URLS: authorityList.optional(),
  TIME_STAMP_ROOTS: readableFile.optional(),
  GOOGLE_ISSUER: webUrl.default('https://accounts.google.com'),
  APP_URL: webOrigin.optional(),
  BUSINESS_ZONE: zone.default('Asia/Kolkata'),
  BUSINESS_HOURS: businessHours.prefault('Mon-Fri 09:00-18:00'),
  ESCALATION_HOUR: integerBetween(0, 23).default(10),
  PRODUCT_NAME: z.string().default('Brandkeep'),
  WORKER: yesNo.default(true),
  MIN_FREE_MB: integerBetween(0, 1_000_000).default(100),
  SHUTDOWN_SECONDS: integerBetween(1, 600).default(25),
  TRUST_PROXY: proxyList.optional(),
  API_DOCS_SIGN_IN: yesNo.default(false),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  SESSION_IDLE_MINUTES: integerBetween(0, 720).default(0),
  SIGNING_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  METRICS_PORT: integerBetween(0, 65535).optional(),
})

/** The variables, with their defaults. */
export type Env = z.output<typeof Environment>
