import { X509Certificate } from 'node:crypto'
import { plainHost } from './plain-host.ts'

/** An entry of a log cannot be read; the reader skips it. */
class UnreadableEntry extends Error {}

const x509Entry = 0
const precertificateEntry = 1

/** Reads bytes in order. Throws UnreadableEntry at the end of them. */
function readerOf(bytes: Buffer) {
  let at = 0
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new UnreadableEntry('It ends too early')
    at += length
    return bytes.subarray(at - length, at)
  }
  return {
    take,
    number: (length: number) => take(length).readUIntBE(0, length),
    isAtEnd: () => at >= bytes.length,
  }
}

/**
 * The certificate (DER) of an entry as get-entries returns it (RFC 6962, 3.4 and 4.6): that of the leaf, or for a
 * precertificate the one in the extra data, which is whole.
 */
export function certificateOfEntry(leafInput: Buffer, extraData: Buffer): Buffer | undefined {
  try {
    const leaf = readerOf(leafInput)
    // Version, type of the leaf, time.
    leaf.take(10)
    const type = leaf.number(2)
    if (type === x509Entry) return leaf.take(leaf.number(3))
    if (type !== precertificateEntry) return undefined
    const extra = readerOf(extraData)
    return extra.take(extra.number(3))
  } catch (problem) {
    if (problem instanceof UnreadableEntry) return undefined
    throw problem
  }
}

/** The certificates (DER) of a data tile (c2sp.org/static-ct-api); those before a damaged entry. */
export function certificatesOfTile(tile: Buffer): Buffer[] {
  const found: Buffer[] = []
  const reader = readerOf(tile)
  try {
    while (!reader.isAtEnd()) {
      reader.take(8)
      const type = reader.number(2)
      if (type !== x509Entry && type !== precertificateEntry) return found
      if (type === precertificateEntry) reader.take(32)
      const signed = reader.take(reader.number(3))
      reader.take(reader.number(2))
      const whole = type === precertificateEntry ? reader.take(reader.number(3)) : signed
      // The fingerprints of the chain.
      reader.take(reader.number(2))
      found.push(whole)
    }
  } catch (problem) {
    if (!(problem instanceof UnreadableEntry)) throw problem
  }
  return found
}

/** The host names of a certificate (its subject alternative names); none when it cannot be read. */
export function hostsOfCertificate(der: Buffer): string[] {
  try {
    const names = new X509Certificate(der).subjectAltName ?? ''
    const hosts = names.split(', ').flatMap((name) => (name.startsWith('DNS:') ? (plainHost(name.slice(4)) ?? []) : []))
    return [...new Set(hosts)]
  } catch {
    return []
  }
}
