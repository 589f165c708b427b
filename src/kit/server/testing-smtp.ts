import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/** What the test mail server does with an email: the first word of the recipient's address. */
export type ServerBehaviour =
  /** Accepts it. */
  | 'takes'
  /** 451 to the first attempt, then accepts it. */
  | 'greylists'
  /** 550 at the address. */
  | 'refuses'
  /** 554 after the content. */
  | 'spits'
  /** Disconnects at the address, the first time. */
  | 'hangsup'
  /** Disconnects in the middle of the content, the first time. */
  | 'chokes'
  /** Accepts it and disconnects before it responds. */
  | 'vanishes'
  /** Accepts it and does not respond until `release`. */
  | 'ponders'

/** A received email; `from` is the envelope sender, which receives bounces. */
export type ReceivedEmail = { from: string; to: string[]; text: string; messageId: string }

export type TestSmtp = {
  url: string
  /** All received emails, including duplicates. */
  received: ReceivedEmail[]
  /** Called when an email to `ponders` is received. */
  onPondering: (callback: () => void) => void
  release: () => void
  /** Stops listening, so that it is unreachable; `open` listens again on the same port. */
  shut: () => Promise<void>
  open: () => Promise<void>
  close: () => Promise<void>
}

/** For tests: a real SMTP server on this machine that behaves as the address says. */
export async function testSmtp(): Promise<TestSmtp> {
  const received: ReceivedEmail[] = []
  const seen = new Set<string>()
  const sockets = new Map<number, Socket>()
  let notifyPondering = () => undefined as void
  let waiting: (() => void)[] = []
  const cut = (session: SMTPServerSession) => sockets.get(session.remotePort)?.destroy()
  const firstTime = (what: string) => !seen.has(what) && Boolean(seen.add(what))

  const make = () => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, session, done) => {
        const behaviour = behaviourOf(address)
        if (behaviour === 'refuses') return done(smtpError(550, '5.1.1 No such mailbox'))
        if (behaviour === 'greylists' && firstTime(address))
          return done(smtpError(451, '4.7.1 Greylisted, come back later'))
        if (behaviour === 'hangsup' && firstTime(address)) return void cut(session)
        return done()
      },
      onData: (stream, session, done) => {
        const to = session.envelope.rcptTo.map((one) => one.address)
        const behaviour = behaviourOf(to[0] ?? '')
        let text = ''
        stream.on('data', (piece: Buffer) => {
          text += piece.toString('utf8')
          if (behaviour === 'chokes' && firstTime(to[0]!)) cut(session)
        })
        stream.on('end', () => {
          if (behaviour === 'spits') return done(smtpError(554, '5.7.1 Content refused'))
          received.push({
            from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
            to,
            text,
            messageId: /^Message-ID: <(\S+)@/im.exec(text)?.[1] ?? '',
          })
          if (behaviour === 'vanishes') return void cut(session)
          if (behaviour !== 'ponders') return done()
          waiting.push(done)
          return notifyPondering()
        })
        stream.on('error', () => undefined)
      },
    })
    server.on('error', () => undefined)
    server.server.on('connection', (socket: Socket) => sockets.set(socket.remotePort ?? 0, socket))
    return server
  }
  let server = make()
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server.server, 'listening')
    return (server.server.address() as AddressInfo).port
  }
  const port = await listen(0)
  const close = () => new Promise<void>((closed) => server.close(() => closed()))
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    onPondering: (callback) => {
      notifyPondering = callback
    },
    release: () => {
      for (const done of waiting) done()
      waiting = []
    },
    shut: close,
    open: async () => {
      server = make()
      await listen(port)
    },
    close,
  }
}

/**
 * For tests: a mail server that accepts everything and sends one byte of its answers every so many milliseconds.
 * `open` says how many connections it has.
 */
export async function drippingSmtp(
  milliseconds: number,
): Promise<{ url: string; open: () => number; close: () => void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const waiting = [...Buffer.from('220 slow\r\n')]
    const timer = setInterval(() => {
      const byte = waiting.shift()
      if (byte !== undefined) socket.write(Buffer.of(byte))
    }, milliseconds)
    let isContent = false
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      if (isContent && !/(?:^|\n)\.\r\n$/.test(text)) return
      const begins = !isContent && text.startsWith('DATA')
      isContent = begins
      waiting.push(...Buffer.from(begins ? '354 go\r\n' : '250 ok\r\n'))
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      sockets.delete(socket)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`,
    open: () => sockets.size,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const behaviourOf = (address: string) => /^[a-z]+/.exec(address)?.[0] as ServerBehaviour
const smtpError = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })
