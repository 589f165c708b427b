import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { type OnSending, type MailDriver, NotSentError } from './mail-out.ts'
import { composeMessage } from './compose-message.ts'

/** Loaded with the first email. */
const loadNodemailer = async () => ({
  Connection: (await import('nodemailer/lib/smtp-connection')).default,
  parse: (await import('nodemailer/lib/shared')).parseConnectionUrl,
})

/** Seconds for one email from the connection to the response; a server that always says a little is not idle. */
const maxSessionSeconds = 30 * 60

/**
 * Sends emails to an SMTP server, one connection each. The last piece of the content is sent only after `onSending`:
 * until then the server cannot have accepted the email (RFC 5321, 4.1.1.4), whatever happens to the connection or this
 * process.
 */
export function smtpMail(url: string, maxSeconds = maxSessionSeconds): MailDriver {
  const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 }
  return async (_id, email, onSending) => {
    const { Connection, parse } = await loadNodemailer()
    const options = { ...parse(url), ...timeouts }
    const { message, envelope } = await composeMessage(email)
    const connection = new Connection(options)
    const late = new AbortController()
    const { signal } = late
    signal.addEventListener('abort', () => connection.close())
    const timer = setTimeout(() => late.abort(), 1000 * maxSeconds)
    try {
      await connectAndSignIn(connection, options.auth, signal)
      const answer = await transmit(connection, { envelope, message, onSending, signal })
      connection.quit()
      return answer
    } catch (problem) {
      connection.close()
      throw problem
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Connects and signs in; a failure here has nothing to do with the email itself. */
function connectAndSignIn(
  connection: SMTPConnection,
  auth: SMTPConnection.AuthenticationType | undefined,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (problem: Error) => reject(new NotSentError('unreached', problem.message))
    signal.addEventListener('abort', () => fail(new Error(tookTooLong)))
    connection.on('error', fail)
    connection.connect((problem) => {
      if (problem) return fail(problem)
      if (!auth) return resolve()
      connection.login(auth, (refused) => (refused ? fail(refused) : resolve()))
    })
  })
}

const tookTooLong = 'The mail server took too long'

type Transmission = {
  envelope: { from: string | false; to: string[] }
  message: Buffer
  onSending: OnSending
  signal: AbortSignal
}

async function transmit(
  connection: SMTPConnection,
  { envelope, message, onSending, signal }: Transmission,
): Promise<string> {
  let isComplete = false
  // Read only after the server has said 354 to DATA.
  const content = Readable.from(
    (async function* () {
      const last = Math.max(0, message.length - 1024)
      for (let at = 0; at < last; at += pieceLength) yield message.subarray(at, Math.min(at + pieceLength, last))
      await onSending(message)
      signal.throwIfAborted()
      isComplete = true
      yield message.subarray(last)
    })(),
    { objectMode: false },
  )
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () =>
      reject(isComplete ? new Error(tookTooLong) : new NotSentError('unreached', tookTooLong)),
    )
    connection.send(envelope, content, (problem, info) => {
      if (!problem) return resolve(String(info.response))
      const { responseCode } = problem as { responseCode?: number }
      // A response is certain, and so is a connection that ended before the last piece.
      if (responseCode !== undefined)
        return reject(new NotSentError(responseCode >= 500 ? 'refused' : 'not-now', problem.message))
      return reject(isComplete ? problem : new NotSentError('unreached', problem.message))
    })
  })
}

const pieceLength = 64 * 1024
