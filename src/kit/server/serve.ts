import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { z } from 'zod'
import type { CallOutput, Contract, Endpoint, HandlerInput } from '#kit/contract/endpoint.ts'
import type { BrowserService } from './browser/types.ts'
import type { BusinessHours } from '#vocabulary/business-hours.ts'
import type { QuickTool } from '#vocabulary/quick-tools.ts'
import type { Db, Transaction } from './db.ts'
import { inLongTransaction, inTransaction } from './db.ts'
import type { Egress } from './egress.ts'
import type { FileStore } from './files.ts'
import type { Live } from './live.ts'
import type { Politeness } from './politeness.ts'
import type { ReadConnection } from './replica.ts'
import { endWithAccess, hasLess } from './end-with-access.ts'
import { logCutOff } from './log-cut-off.ts'
import { bodyLimitOf } from './json-bodies.ts'
import { forbidden, invalid, notFound, Problem, signedOut, type FieldErrors } from './problem.ts'
import type { RememberedSession, Session } from './session.ts'

/** Configuration by the operator, read from the environment once by the entry point. */
export type Settings = {
  /** URL of the console, without a trailing slash. */
  appUrl: string
  productName: string
  /** The program version, named in generated files. */
  productVersion: string
  /** Retention of generated case files, in days. */
  caseFileDays: number
  /** For how many days every visit of an address is stored; older ones are thinned out. */
  visitDays: number
  supportAddress: string
  /** Is notified of client requests; undefined: every Admin (G62). */
  requestAddress: string | undefined
  /** Time zone of days and months (G15). */
  businessZone: string
  /** When people work there: durations can be counted in these hours. */
  businessHours: BusinessHours
  /** For how many seconds a notice that a person sends can be recalled. */
  recallSeconds: number
  /** Hour of the business day at which escalation steps are due. */
  escalationHour: number
  /** Key for signed links and for hashes of one-time codes. */
  signingSecret: string
  /** The documentation of the API needs a session. */
  docsNeedSignIn: boolean
  /** Minutes without a request after which a session ends; 0: it ends after twelve hours only. */
  idleMinutes: number
  /** The demo world's password, which is allowed there although everybody knows it; undefined elsewhere. */
  demoPassword: string | undefined
  /** The database holds the demo world with its known passwords. */
  demo: boolean
  /** undefined: Google sign-in responds that it is not configured. */
  google: { clientId: string; clientSecret: string; issuer: string } | undefined
  /** Trust for signed marks: files with the clearinghouse's root certificates, and with its revocation list. */
  tmch: { rootFile: string | undefined; crlFile: string | undefined }
  /** Time-stamp authorities (addresses), and the file with the root certificates that theirs must lead to. */
  timeStamps: { authorities: readonly string[]; rootFile: string | undefined }
  /** Whether addresses of enforced findings are visited. */
  revisits: boolean
  /** The country these visits come from, as notices name it; undefined: they do not. */
  revisitsFrom: string | undefined
  /** The user agent of these visits, as notices name it. */
  revisitsAs: string
  /** What quick tools lack that cannot be used here, by report key: the name of a setting. */
  missingForTools: Readonly<Partial<Record<QuickTool, string>>>
  /** Pages that a job of a scrapper reads at the same time. */
  scraperPages: number
  /** Whether filled trademark forms are sent to their websites. */
  trademarkFiling: boolean
}

/** The application context that every handler may use; features add what they need when they are mounted. */
export type AppContext = {
  pool: Pool
  /** Reads outside a transaction. */
  db: Db
  /** Connections of their own for sessions and sign-in, so that they work while everything else waits. */
  signIn: { pool: Pool; db: Db }
  /** Connection for charts, downloads and log searches: the replica or the primary. */
  readConnection: () => Promise<ReadConnection>
  /** Finds the session of a bearer token; undefined if it is no longer valid. Supplied by the sessions feature. */
  sessionOf: (token: string) => Promise<Session | undefined>
  /** The cached session of a token, to be verified before anything is sent. */
  rememberedSession: (token: string) => RememberedSession | undefined
  /** Notes that a session is in use, beside the request. */
  noteUse: (session: Session) => void
  /** Whether responses are checked against their schema (in tests). */
  checkAnswers: boolean
  settings: Settings
  files: FileStore
  live: Live
  /** Requests to addresses that somebody else chose; in the demo world these include its small web. */
  egress: Egress
  /** Opens web pages; `missing` says where that is not possible. */
  browser: BrowserService
  /** Both of them at a pace that hosts can bear. */
  politeness: Politeness
}

/**
 * One call as passed to a handler. Writes (everything but GET) run in one transaction that `serve` opened. A GET without
 * `streams` may run twice for one request, so it has no effects.
 */
export type Call<E extends Endpoint = Endpoint> = {
  input: HandlerInput<E>
  /** The caller; on public calls the user of a valid token, if any. */
  session: Session
  db: Db
  tx: Transaction
  request: FastifyRequest
  /** Undefined where the handler may run twice. */
  reply: FastifyReply
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<CallOutput<E> | FastifyReply>
export type Handlers<C extends Contract> = { [Name in keyof C]: Handler<C[Name]> }

const fastifyPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')

/** Mounts every endpoint of a contract: authorises, parses the input, opens the transaction, runs the handler. */
export function serve<const C extends Contract>(
  server: FastifyInstance,
  app: AppContext,
  contract: C,
  handlers: Handlers<C>,
): void {
  for (const [name, endpoint] of Object.entries(contract)) {
    const handle = handlers[name as keyof C] as unknown as Handler<Endpoint>
    server.route({
      method: endpoint.method,
      url: fastifyPath(endpoint.path),
      bodyLimit: bodyLimitOf(endpoint),
      config: { endpoint },
      // Authorisation comes before the body is read: an unauthorised upload is rejected at its headers.
      onRequest: async (request) => {
        if (!isRepeatable(endpoint)) request.session = await admit(app, endpoint, request)
      },
      handler: async (request, reply) => {
        const handleFor = async (session: Session) => {
          const input = readInput(endpoint, request)
          // A handler that may run twice must not send anything by itself.
          const sendBy = isRepeatable(endpoint) ? (undefined as never) : reply
          return run(app, endpoint, (tx) => handle({ input, session, db: tx.db, tx, request, reply: sendBy }))
        }
        // Before the handler: a reply that it returns is waited for until it is sent.
        if (endpoint.streams && endpoint.access !== 'public') watchAccess(app, request, reply)
        const answer = isRepeatable(endpoint)
          ? await answerVerified(app, endpoint, request, handleFor)
          : await handleFor(request.session as Session)
        if (reply.sent || answer === reply) return reply
        return app.checkAnswers ? endpoint.answers.parse(answer) : answer
      },
    })
  }
}

async function run(app: AppContext, endpoint: Endpoint, work: (tx: Transaction) => Promise<unknown>): Promise<unknown> {
  if (endpoint.method !== 'GET' && endpoint.body !== 'files' && !endpoint.ownTransactions)
    // A large body has many rows.
    return endpoint.bodyLimit === undefined ? inTransaction(app.pool, work) : inLongTransaction(app.pool, work)
  // Reads, and uploads that first write to the object store, take connections as needed.
  return work({ db: app.db, client: undefined as never })
}

/**
 * Whether an answer may be dropped and the handler run again: a read for signed-in people that only returns its answer.
 * What a stream or a file has sent cannot be taken back, so those (`streams`) read the session first.
 */
const isRepeatable = (endpoint: Endpoint): boolean =>
  endpoint.method === 'GET' && !endpoint.streams && typeof endpoint.access === 'object'

/**
 * Runs a read with the cached session, if there is one, while the session is verified beside it. An answer or an error
 * of the handler counts only if the session is still current; otherwise it is dropped, the session is read again and
 * the handler runs again (docs/decisions/0018).
 */
async function answerVerified(
  app: AppContext,
  endpoint: Endpoint,
  request: FastifyRequest,
  handleFor: (session: Session) => Promise<unknown>,
): Promise<unknown> {
  const remembered = rememberedFor(app, endpoint, request)
  if (remembered) {
    const [verified, handled] = await Promise.allSettled([remembered.isCurrent(), handleFor(remembered.session)])
    if (verified.status === 'rejected') throw verified.reason
    if (verified.value) app.noteUse(remembered.session)
    if (verified.value && handled.status === 'rejected') throw handled.reason
    if (verified.value && handled.status === 'fulfilled') return handled.value
  }
  return handleFor((await admit(app, endpoint, request)) as Session)
}

/** The cached session of a request, if its role has access. */
function rememberedFor(app: AppContext, endpoint: Endpoint, request: FastifyRequest): RememberedSession | undefined {
  const token = bearer(request)
  const remembered = token === undefined ? undefined : app.rememberedSession(token)
  return remembered && mayCall(endpoint, remembered.session) ? remembered : undefined
}

const mayCall = ({ access }: Endpoint, session: Session): boolean =>
  session.kind === 'full' && typeof access === 'object' && access.includes(session.role)

async function admit(app: AppContext, endpoint: Endpoint, request: FastifyRequest): Promise<Session | undefined> {
  const token = bearer(request)
  const session = token === undefined ? undefined : await app.sessionOf(token)
  if (endpoint.access === 'public') return session
  if (!session) throw signedOut()
  if (endpoint.access === 'limited') {
    if (session.kind !== 'limited') throw signedOut()
    return session
  }
  if (session.kind !== 'full') throw signedOut()
  if (!endpoint.access.includes(session.role)) throw forbidden()
  app.noteUse(session)
  return session
}

/** Cuts off what is still being sent when the caller may have less than when it began. */
function watchAccess(app: AppContext, request: FastifyRequest, reply: FastifyReply): void {
  const { session } = request
  if (!session) return
  const isAllowed = async () => {
    const now = await app.sessionOf(bearer(request) ?? '')
    // Who receives a file is not idle.
    if (now) app.noteUse(now)
    return !hasLess(session, now)
  }
  endWithAccess(reply, isAllowed, { onCut: (cutOff) => logCutOff(app.db, session.userId, reply, cutOff) })
}

/** The bearer token of a request, if it has one (C-255). */
export function bearer(request: FastifyRequest): string | undefined {
  return /^Bearer\s+(\S{1,512})$/i.exec(request.headers.authorization ?? '')?.[1]
}

function readInput(endpoint: Endpoint, request: FastifyRequest): unknown {
  const body: unknown = endpoint.body === 'rows' || endpoint.body === 'files' ? undefined : request.body
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body)))
    throw new Problem(400, 'The body must be an object.')
  const params = request.params as Record<string, string>
  // A malformed id of the record is one that does not exist (G8).
  const { recordId } = (body ?? {}) as Record<string, unknown>
  if (params['id'] === '') throw notFound()
  for (const id of [params['id'], recordId])
    if (typeof id === 'string' && id !== '' && !z.uuid().safeParse(id).success) throw notFound()
  const result = endpoint.takes.safeParse({ ...(request.query as object), ...body, ...params })
  if (!result.success) throw invalid(fieldErrors(result.error))
  const broken = Object.entries(result.data as object).filter(([, value]) => !isStorable(value))
  if (broken.length === 0) return result.data
  throw invalid(Object.fromEntries(broken.map(([field]) => [field, `${label(field)} is not valid`])))
}

// oxlint-disable-next-line no-control-regex -- control characters are rejected (G107); tabs and line breaks are allowed
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/**
 * PostgreSQL accepts neither a zero byte nor a lone surrogate in text or JSON; other control characters are rejected
 * too.
 */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !controlCharacters.test(value) && value.isWellFormed()
  if (Array.isArray(value)) return value.every(isStorable)
  const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  return !isPlain || Object.entries(value).every(([name, one]) => isStorable(name) && isStorable(one))
}

/** zod's issues as field → message, the first for each field; its default messages become those of G107. */
export function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    const field = String(issue.path[0] ?? 'body')
    fields[field] ??= /^(Invalid|Too|Unrecognized|Expected|Required)/.test(issue.message)
      ? `${label(field)} is ${isMissing(issue) ? 'required' : 'not valid'}`
      : issue.message
  }
  return fields
}

const isMissing = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'invalid_type' && /received undefined/.test(issue.message)

const label = (field: string): string =>
  field.charAt(0).toUpperCase() +
  field.slice(1).replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | undefined
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** The answer has nothing personal or secret, and may be compressed although anybody may call. */
    isPublicText?: boolean
  }
}
