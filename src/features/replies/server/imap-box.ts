import { createHash } from 'node:crypto'
import type { ImapFlow, ImapFlowError } from 'imapflow'
import { messages } from '#features/replies/messages.ts'
import { type AnswerBox, BoxProblem, maxMailBytes, maxMailsPerReading } from './answer-box.ts'

/** A folder on an IMAP server. `plain` is for localhost only: the others sign in only over TLS. */
export type ImapSettings = {
  host: string
  port: number
  security: 'tls' | 'starttls' | 'plain'
  user: string
  password: string
  folder: string
}

/** The folder for processed mails. */
export const processedFolder = 'Brandkeep'

/** The longest reading, in milliseconds; the other mails wait for the next run. */
const maxRunMs = 50_000
const seconds = (n: number) => n * 1000
/** How many bytes of a mail over the limit are read to identify it. */
const sampleBytes = 64 * 1024

/**
 * A folder of an IMAP server: all of its mails wait, seen or not, and are moved to the folder Brandkeep once processed.
 * The name of a mail is the hash of its bytes, which stays when the server renumbers its mails (UIDVALIDITY).
 */
export function imapBox(settings: ImapSettings): AnswerBox {
  return async function* mails() {
    const client = await clientOf(settings)
    const deadline = setTimeout(() => client.close(), maxRunMs)
    try {
      await client.connect()
      await client.mailboxOpen(settings.folder)
      // Usually it exists already; if it cannot be created, moving reports the error.
      await client.mailboxCreate(processedFolder).catch(() => undefined)
      let refused = 0
      for (const { uid, size } of await waitingIn(client)) {
        const maxLength = size > maxMailBytes ? sampleBytes : maxMailBytes + 1
        const fetchQuery = { source: { start: 0, maxLength } }
        const found = await client.fetchOne(String(uid), fetchQuery, { uid: true }).catch((problem: ImapFlowError) => {
          // A mail that the server cannot return does not block later mails.
          if (problem.responseStatus !== 'NO') throw problem
          refused++
        })
        // Another process may have moved it in the meantime.
        if (!found || !found.source) continue
        const name = `imap:${createHash('sha256').update(found.source).digest('hex')}`
        const content =
          size > maxMailBytes || found.source.length > maxMailBytes ? ('too large' as const) : found.source
        yield { name, content, done: () => moveToProcessed(client, uid) }
      }
      await client.logout()
      if (refused > 0) throw new BoxProblem(messages.box.notGiven(refused))
    } catch (problem) {
      throw toBoxProblem(problem as ImapFlowError)
    } finally {
      clearTimeout(deadline)
      client.close()
    }
  }
}

/** Loaded on the first read, so that a server without an IMAP mailbox does not load the library. */
async function clientOf({ host, port, security, user, password }: ImapSettings): Promise<ImapFlow> {
  const { ImapFlow: Client } = await import('imapflow')
  const client = new Client({
    host,
    port,
    secure: security === 'tls',
    ...(security === 'tls' ? {} : { doSTARTTLS: security === 'starttls' }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: seconds(15),
    greetingTimeout: seconds(15),
    socketTimeout: seconds(30),
    maxLineLength: 4 * 1024 * 1024,
    maxLiteralSize: maxMailBytes + sampleBytes,
    maxResponseSize: 2 * maxMailBytes,
  })
  // The running command rejects with the same error.
  client.on('error', () => undefined)
  return client
}

async function waitingIn(client: ImapFlow): Promise<{ uid: number; size: number }[]> {
  const all = await client.search({ all: true }, { uid: true })
  if (!all) throw new BoxProblem(messages.box.lost)
  const uids = all.toSorted((a, b) => a - b).slice(0, maxMailsPerReading)
  if (uids.length === 0) return []
  const found = await client.fetchAll(uids, { uid: true, size: true }, { uid: true })
  return found.map(({ uid, size = 0 }) => ({ uid, size })).toSorted((a, b) => a.uid - b.uid)
}

async function moveToProcessed(client: ImapFlow, uid: number): Promise<void> {
  try {
    await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
    const moved = await client.messageMove(String(uid), processedFolder, { uid: true })
    if (!moved) throw new BoxProblem(client.usable ? messages.box.cannotMove(processedFolder) : messages.box.lost)
  } catch (problem) {
    throw toBoxProblem(problem as ImapFlowError)
  }
}

/** The error as shown to users: never the server's own text, which is not trusted. */
function toBoxProblem(problem: ImapFlowError): BoxProblem {
  if (problem instanceof BoxProblem) return problem
  const { box } = messages
  const code = problem.code ?? 'unknown'
  if (problem.authenticationFailed) return new BoxProblem(box.refused, { isRefused: true })
  if (problem.mailboxMissing) return new BoxProblem(box.noFolder)
  if (problem.tlsFailed || /CERT|SSL|TLS|SELF_SIGNED|ISSUER/.test(code)) return new BoxProblem(box.unsafe(code))
  if (/^E(CONNREFUSED|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)$|TIMEOUT$/.test(code))
    return new BoxProblem(box.unreachable(code))
  return new BoxProblem(box.lost, { cause: problem })
}
