import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The reply address of one email (VERP): it contains the email's id and a token that only this installation can
 * create, so that mail to it certainly belongs to that email. `base` is a mailbox that accepts plus addresses.
 */
export function returnAddress(base: string, secret: string, mailId: string): string {
  const at = base.lastIndexOf('@')
  return `${base.slice(0, at)}+${mailId.replaceAll('-', '')}-${tokenOf(secret, mailId)}${base.slice(at)}`
}

/** The id of the email a reply address belongs to; undefined unless this installation created the address. */
export function mailOfReturnAddress(secret: string, address: string): string | undefined {
  const [, hex, token] = /\+([0-9a-f]{32})-([0-9a-f]{16})@/.exec(address.toLowerCase()) ?? []
  if (!hex || !token) return undefined
  const mailId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return timingSafeEqual(Buffer.from(token), Buffer.from(tokenOf(secret, mailId))) ? mailId : undefined
}

const tokenOf = (secret: string, mailId: string): string =>
  createHmac('sha256', secret).update(`answers to ${mailId}`).digest('hex').slice(0, 16)
