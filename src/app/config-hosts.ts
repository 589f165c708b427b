import { isIP } from 'node:net'
import type { ImapSettings } from '#features/replies/server/imap-box.ts'

/** Parses imaps://user:password@host:port/folder; undefined if invalid. imap:// needs STARTTLS except on loopback. */
export function parseImapUrl(text: string): ImapSettings | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, port, username, password, pathname } = new URL(text)
  if (!/^imaps?:$/.test(protocol) || !hostname || !username || !password) return undefined
  const host = hostname.replace(/^\[|\]$/g, '')
  const isTls = protocol === 'imaps:'
  try {
    return {
      host,
      port: Number(port) || (isTls ? 993 : 143),
      security: isTls ? 'tls' : isLoopback(host) ? 'plain' : 'starttls',
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      folder: decodeURIComponent(pathname.slice(1)) || 'INBOX',
    }
  } catch {
    // A lone % is not valid percent-encoding.
    return undefined
  }
}

/** The host of the mail server's URL; localhost where none is set or it is invalid (its own rule reports that). */
export function mailHost(address: string | undefined): string {
  return address && URL.canParse(address) ? new URL(address).hostname.replace(/^\[|\]$/g, '') : 'localhost'
}

/** Whether a host is this machine. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true
  return isIP(host) === 4 && host.startsWith('127.')
}
