import { verify, X509Certificate } from 'node:crypto'

/** Whose signatures are trusted: root certificates, and the serial numbers they revoked. */
export type Trust = {
  roots: readonly X509Certificate[]
  /** Serial numbers of revoked certificates, upper-case hexadecimal without leading zeros. */
  revokedSerials: ReadonlySet<string>
  /** Until when their revocation list is current (nextUpdate); undefined without a list, or where it does not say. */
  revokedUntil?: Date | undefined
}

/** All certificates of a PEM text. Throws when there is none, or one cannot be read. */
export function certificatesOf(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? []
  if (blocks.length === 0) throw new Error('no certificate')
  return blocks.map((block) => new X509Certificate(block))
}

/** The certificate chain from the signer to a root; undefined when it leads to none. */
export function chainOf(
  signer: X509Certificate,
  others: readonly X509Certificate[],
  roots: readonly X509Certificate[],
): X509Certificate[] | undefined {
  const chain = [signer]
  while (chain.length <= 4) {
    const last = chain.at(-1)!
    const root = roots.find((one) => isIssued(last, one))
    if (root) return [...chain, root]
    const issuer = others.find((one) => one.ca && !chain.includes(one) && isIssued(last, one))
    if (!issuer) return undefined
    chain.push(issuer)
  }
  return undefined
}

const isIssued = (one: X509Certificate, by: X509Certificate): boolean => one.checkIssued(by) && one.verify(by.publicKey)

/** A serial number in the form in which both sides are compared. */
export const serialOf = (hexadecimal: string): string => hexadecimal.toUpperCase().replace(/^0+(?=.)/, '')

/** The serial numbers of a certificate revocation list, and when the next list is due. */
export type RevocationList = { serials: Set<string>; nextUpdate: Date | undefined }

/**
 * Reads a certificate revocation list (RFC 5280, DER or PEM) that one of the roots signed. Throws when it cannot be
 * parsed or is signed by somebody else.
 */
export function revocationListOf(file: Buffer, roots: readonly X509Certificate[]): RevocationList {
  const list = element(derOf(file), 0)
  const [signed, algorithm, signature] = childrenOf(list)
  if (!signed || !algorithm || !signature) throw new Error('not a revocation list')
  // sha256, sha384 and sha512 with RSA differ in the last byte of their name (RFC 8017).
  const digest = { 11: 'sha256', 12: 'sha384', 13: 'sha512' }[childrenOf(algorithm)[0]?.content.at(-1) ?? 0]
  if (digest === undefined) throw new Error('unknown algorithm')
  // The first byte of a bit string is the number of unused bits.
  const isSigned = roots.some((root) => verify(digest, signed.whole, root.publicKey, signature.content.subarray(1)))
  if (!isSigned) throw new Error('not signed by a root')
  const parts = childrenOf(signed)
  const time = parts.findIndex(({ tag }) => tag === utcTime || tag === generalTime)
  if (time < 0) throw new Error('not a revocation list')
  const entries = parts.slice(time).find(({ tag }) => tag === sequence)
  const serials = entries ? childrenOf(entries).map((entry) => childrenOf(entry)[0]!.content.toString('hex')) : []
  const next = parts[time + 1]
  return { serials: new Set(serials.map(serialOf)), nextUpdate: next && instantOf(next) }
}

/** A UTCTime or GeneralizedTime in UTC, with seconds as RFC 5280 has them; undefined for another element. */
function instantOf({ tag, content }: Element): Date | undefined {
  if (tag !== utcTime && tag !== generalTime) return undefined
  const text = content.toString('latin1')
  // Two digits of a year below 50 are in this century (RFC 5280, 4.1.2.5.1).
  const full = tag === generalTime ? text : `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}`
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(full)
  if (!parts) throw new Error('not a revocation list')
  const [, year, month, day, hour, minute, second] = parts
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

const [sequence, utcTime, generalTime] = [0x30, 0x17, 0x18]

type Element = { tag: number; content: Buffer; whole: Buffer; end: number }

/** One element of DER (X.690): tag, content, the whole element, and the offset of its end. */
function element(bytes: Buffer, at: number): Element {
  const tag = bytes[at]
  const first = bytes[at + 1]
  if (tag === undefined || first === undefined) throw new Error('cut short')
  const lengthBytes = first < 0x80 ? 0 : first - 0x80
  if (lengthBytes > 4) throw new Error('too long')
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes)
  const start = at + 2 + lengthBytes
  const end = start + length
  if (end > bytes.length) throw new Error('cut short')
  return { tag, content: bytes.subarray(start, end), whole: bytes.subarray(at, end), end }
}

function childrenOf({ content }: Element): Element[] {
  const found: Element[] = []
  for (let at = 0; at < content.length; at = found.at(-1)!.end) found.push(element(content, at))
  return found
}

function derOf(file: Buffer): Buffer {
  const pem = /-----BEGIN X509 CRL-----([\s\S]*?)-----END X509 CRL-----/.exec(file.toString('latin1'))
  return pem ? Buffer.from(pem[1]!, 'base64') : file
}
