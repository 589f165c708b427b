import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { ImapSettings } from './imap-box.ts'

/** The test server: its mailboxes, the received commands, and faults to simulate. */
export type TestImap = {
  settings: ImapSettings
  /** The mails in INBOX, by UID; `put` adds a mail and returns its UID. */
  inbox: Map<number, Buffer>
  put: (mail: string | Buffer) => number
  /** The mails moved to the folder Brandkeep, in order. */
  moved: Buffer[]
  /** Every command so far, without its tag. */
  commands: string[]
  /** As after a restore: the same mails with new UIDs. */
  renumber: () => void
  faults: {
    /** Ends the connection in the middle of the next mail. */
    drops?: boolean
    /** Reports this size for each mail. */
    claims?: number
    /** Fails to return the mail with this UID, or to search. */
    refusesMail?: number
    refusesSearch?: boolean
    /** Fails to move mails. */
    refusesMove?: boolean
    /** Receives the move but does not answer; calls this function. */
    stallsMove?: (() => void) | undefined
    /** Ends the connection without a greeting. */
    isDown?: boolean
  }
  close: () => Promise<void>
}

/** For tests: a local IMAP server with one account and the commands that the mailbox uses. */
export async function testImap(): Promise<TestImap> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.setNoDelay()
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    if (imap.faults.isDown) return void socket.destroy()
    socket.write('* OK ready\r\n')
    let rest = ''
    socket.on('data', (bytes: Buffer) => {
      const lines = (rest + bytes.toString('latin1')).split('\r\n')
      rest = lines.pop()!
      for (const line of lines) handleCommand(imap, socket, line)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  let [uids, validity] = [0, 7]
  const imap: TestImap & { validity: () => number } = {
    settings: {
      host: '127.0.0.1',
      port,
      security: 'plain',
      user: 'notices@host.test',
      password: 'pa"ss',
      folder: 'INBOX',
    },
    inbox: new Map(),
    put: (mail) => {
      imap.inbox.set(++uids, Buffer.from(mail))
      return uids
    },
    moved: [],
    commands: [],
    renumber: () => {
      const mails = [...imap.inbox.values()]
      imap.inbox.clear()
      uids = 0
      validity++
      for (const mail of mails) imap.put(mail)
    },
    validity: () => validity,
    faults: {},
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
  return imap
}

function handleCommand(imap: TestImap & { validity: () => number }, socket: Socket, line: string): void {
  const [tag = '', ...words] = line.split(' ')
  const command = words.join(' ')
  const { inbox, faults } = imap
  imap.commands.push(command)
  const send = (...lines: string[]) => void socket.write([...lines, ''].join('\r\n'))
  const ok = (...lines: string[]) => send(...lines, `${tag} OK done`)
  if (command === 'CAPABILITY') return ok('* CAPABILITY IMAP4rev1 MOVE')
  if (command.startsWith('LOGIN')) {
    const isRight = command === 'LOGIN "notices@host.test" "pa\\"ss"'
    return isRight ? ok() : send(`${tag} NO [AUTHENTICATIONFAILED] Go away`)
  }
  if (command.startsWith('LIST')) return /(""|INBOX"?)$/.test(command) ? ok('* LIST () "/" INBOX') : ok()
  if (command.startsWith('SELECT')) {
    if (!/ "?INBOX"?$/.test(command)) return send(`${tag} NO [NONEXISTENT] No such folder`)
    return ok(`* ${inbox.size} EXISTS`, '* FLAGS (\\Seen)', `* OK [UIDVALIDITY ${imap.validity()}]`)
  }
  if (command === 'CREATE Brandkeep') return send(`${tag} NO [ALREADYEXISTS] There it is`)
  if (command.startsWith('UID SEARCH') && faults.refusesSearch) return send(`${tag} NO [SERVERBUG] Cannot`)
  if (command.startsWith('UID SEARCH')) return ok(`* SEARCH ${[...inbox.keys()].join(' ')}`)
  if (faults.refusesMail && command.startsWith(`UID FETCH ${faults.refusesMail} (`) && command.includes('BODY'))
    return send(`${tag} NO [SERVERBUG] Cannot`)
  if (command.startsWith('UID FETCH')) return answerFetch(imap, socket, command, ok)
  if (command.startsWith('UID STORE')) return ok()
  if (command.startsWith('UID MOVE')) {
    if (faults.refusesMove) return send(`${tag} NO [OVERQUOTA] Full`)
    if (faults.stallsMove) return faults.stallsMove()
    const uid = Number(words[2])
    if (inbox.has(uid)) imap.moved.push(inbox.get(uid)!)
    inbox.delete(uid)
    return ok()
  }
  if (command === 'LOGOUT') return void socket.end(`* BYE\r\n${tag} OK done\r\n`)
  return send(`${tag} BAD ${command} is not known here`)
}

function answerFetch(imap: TestImap, socket: Socket, command: string, ok: () => void): void {
  const uids = command
    .split(' ')[2]!
    .split(',')
    .flatMap((part) => {
      const [first = 0, last = first] = part.split(':').map(Number)
      return Array.from({ length: last - first + 1 }, (_, n) => first + n)
    })
  const partial = /BODY\.PEEK\[\]<0\.(\d+)>/.exec(command)
  for (const uid of uids.filter((each) => imap.inbox.has(each))) {
    const mail = imap.inbox.get(uid)!
    const size = imap.faults.claims ?? mail.length
    if (!partial) {
      socket.write(`* 1 FETCH (UID ${uid} RFC822.SIZE ${size})\r\n`)
      continue
    }
    const part = mail.subarray(0, Number(partial[1]))
    socket.write(`* 1 FETCH (UID ${uid} BODY[]<0> {${part.length}}\r\n`)
    if (imap.faults.drops) {
      imap.faults.drops = false
      return void socket.end(part.subarray(0, part.length / 2))
    }
    socket.write(part)
    socket.write(')\r\n')
  }
  ok()
}
