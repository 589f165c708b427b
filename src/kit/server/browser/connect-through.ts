import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** Bytes of a proxy's answer before the tunnel: its status line and a few headers. */
const MAX_ANSWER = 16_384

/** Where a tunnel leads: an address that was checked before, and the port. */
export type TunnelTarget = { address: string; port: number; milliseconds: number }

/**
 * A connection through a forward proxy (CONNECT, RFC 9110 section 9.3.6). The proxy gets the address, not the name, so
 * that it cannot be led elsewhere by a name server of its own. Rejects when the proxy refuses or does not answer.
 */
export async function connectThrough(proxy: URL, { address, port, milliseconds }: TunnelTarget): Promise<Socket> {
  const credentials = credentialsOf(proxy)
  const isTls = proxy.protocol === 'https:'
  const to = { host: proxy.hostname.replace(/^\[|\]$/g, ''), port: Number(proxy.port || (isTls ? 443 : 80)) }
  const socket = isTls ? connectTls({ ...to, servername: proxy.hostname }) : connect(to)
  const target = `${address.includes(':') ? `[${address}]` : address}:${port}`
  return await new Promise((resolve, reject) => {
    let answer = Buffer.alloc(0)
    const fail = (why: string) => {
      socket.destroy()
      reject(new Error(why))
    }
    const read = (part: Buffer) => {
      answer = Buffer.concat([answer, part])
      const end = answer.indexOf('\r\n\r\n')
      if (end < 0) return answer.length > MAX_ANSWER ? fail('The proxy answered something else than HTTP') : undefined
      const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(answer.toString('latin1', 0, 40))?.[1])
      if (!(status >= 200 && status < 300)) return fail(`The proxy refused the connection (${status || 'no status'})`)
      socket.removeAllListeners()
      socket.setTimeout(0)
      socket.pause()
      if (answer.length > end + 4) socket.unshift(answer.subarray(end + 4))
      return resolve(socket)
    }
    socket.setTimeout(milliseconds, () => fail('The proxy did not answer in time'))
    socket.once('error', (problem) => fail(`The proxy could not be reached: ${problem.message}`))
    socket.once('close', () => fail('The proxy closed the connection'))
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${credentials}\r\n`)
    })
    socket.on('data', read)
  })
}

/** The header with the proxy's user and password; throws when they are not encoded as in an address. */
function credentialsOf({ username, password }: URL): string {
  if (!username) return ''
  const user = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  return `Proxy-Authorization: Basic ${user}\r\n`
}
