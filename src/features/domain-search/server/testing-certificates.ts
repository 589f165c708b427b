import { generateKeyPairSync, sign } from 'node:crypto'

const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** One DER value: its tag, and its content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const text = (tag: number, value: string) => der(tag, Buffer.from(value, 'latin1'))

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const nameOf = (name: string) => sequence(der(0x31, sequence(oid('550403'), text(0x0c, name))))
/** The extension that makes a certificate a precertificate (RFC 6962, 3.1). */
const poison = sequence(oid('2b06010401d679020403'), der(0x01, Buffer.from([255])), der(0x04, der(0x05)))

/** For tests: a certificate (DER) for these hosts, signed by itself. */
export function testCertificate(hosts: readonly string[], { isPrecertificate = false } = {}): Buffer {
  const names = sequence(...hosts.map((host) => text(0x82, host)))
  const extensions = [sequence(oid('551d11'), der(0x04, names)), ...(isPrecertificate ? [poison] : [])]
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    nameOf('Test issuer'),
    sequence(text(0x17, '260101000000Z'), text(0x17, '270101000000Z')),
    nameOf(hosts[0] ?? 'nobody'),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const signature = sign('sha256', signed, keys.privateKey)
  return sequence(signed, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
}

const sized = (bytes: Buffer, length: number) => {
  const head = Buffer.alloc(length)
  head.writeUIntBE(bytes.length, 0, length)
  return Buffer.concat([head, bytes])
}
const number = (value: number, length: number) => {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

/** An entry of a test log: its hosts, and whether it is a precertificate. */
export type TestEntry = { hosts: readonly string[]; isPrecertificate?: boolean }

/** The signed part of an entry (RFC 6962, 3.4), from its time on. */
const timestamped = (certificate: Buffer, isPrecertificate: boolean) =>
  Buffer.concat([
    number(1, 6),
    Buffer.alloc(2),
    number(isPrecertificate ? 1 : 0, 2),
    ...(isPrecertificate ? [Buffer.alloc(32)] : []),
    sized(isPrecertificate ? Buffer.from('the part that was signed') : certificate, 3),
    sized(Buffer.alloc(0), 2),
  ])

/** For tests: an entry as get-entries has it. */
export function logEntry({ hosts, isPrecertificate = false }: TestEntry): { leaf_input: string; extra_data: string } {
  const certificate = testCertificate(hosts, { isPrecertificate })
  const leaf = Buffer.concat([Buffer.alloc(2), timestamped(certificate, isPrecertificate)])
  const chain = sized(Buffer.alloc(0), 3)
  const extra = isPrecertificate ? Buffer.concat([sized(certificate, 3), chain]) : chain
  return { leaf_input: leaf.toString('base64'), extra_data: extra.toString('base64') }
}

/** For tests: entries as a data tile has them. */
export function dataTile(entries: readonly TestEntry[]): Buffer {
  return Buffer.concat(
    entries.flatMap(({ hosts, isPrecertificate = false }) => {
      const certificate = testCertificate(hosts, { isPrecertificate })
      return [
        timestamped(certificate, isPrecertificate),
        ...(isPrecertificate ? [sized(certificate, 3)] : []),
        sized(Buffer.alloc(64), 2),
      ]
    }),
  )
}
