import { sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { unzipSync } from 'fflate'
import { type Signature, signedStatement } from '#kit/evidence/proof.ts'
import { centralHeader, endRecord, localHeader } from '#kit/evidence/zip.ts'
import { signingKeyOf } from './signing.ts'

/** For tests: the signature of the installation with this secret. */
export function signed(head: string, secret: string, issuer = 'https://console.example'): Signature {
  const { key, publicKey } = signingKeyOf(secret)
  const about = { issuer, signedAt: '2026-11-22T20:00:00.000Z' }
  const value = sign(null, Buffer.from(signedStatement({ head, ...about })), key).toString('base64')
  return { ...about, publicKey, value }
}

/** For tests: the archive with other contents, written as the program writes archives. */
export function rebuilt(zip: Uint8Array, change: (entries: [string, Uint8Array][]) => [string, Uint8Array][]): Buffer {
  const parts: Uint8Array[] = []
  const lines: Uint8Array[] = []
  let [offset, bytes] = [0, 0]
  for (const [name, content] of change(Object.entries(unzipSync(zip)))) {
    const entry = { name, bytes: content.length, crc: crc32(content), offset }
    parts.push(localHeader(entry), content)
    lines.push(centralHeader(entry))
    offset += localHeader(entry).length + content.length
    bytes += lines.at(-1)!.length
  }
  return Buffer.concat([...parts, ...lines, endRecord({ entries: lines.length, bytes, offset })])
}

/** The archive with another text in one entry. */
export const withText = (zip: Uint8Array, name: string, change: (text: string) => string): Buffer =>
  rebuilt(zip, (all) =>
    all.map(([own, was]) => [own, own === name ? Buffer.from(change(String(Buffer.from(was)))) : was]),
  )
/** The file with one bit changed at the beginning of `part`. */
export function flipped(zip: Buffer, part: string): Buffer {
  const bytes = Buffer.from(zip)
  bytes[bytes.indexOf(part)]! ^= 1
  return bytes
}
