import { createCipheriv, createHash } from 'node:crypto'

/**
 * Whether a PDF can only be opened with a password or a certificate (ISO 32000-2, 7.6). One that anybody can open, but
 * that restricts printing or copying, is not; nor is one whose encryption cannot be read.
 */
export function needsPassword(pdf: Buffer): boolean {
  // None of what is read here is ever compressed or encrypted itself.
  const text = pdf.toString('latin1')
  const reference = [...text.matchAll(/\/Encrypt\s+(\d+)\s+(\d+)\s+R\b/g)].at(-1)
  if (!reference) return false
  const [, id, generation] = reference
  const from = [...text.matchAll(new RegExp(`(?<!\\d)${id}\\s+${generation}\\s+obj\\b`, 'g'))].at(-1)?.index
  if (from === undefined) return false
  const dictionary = text.slice(from, text.indexOf('endobj', from) + 1 || undefined)
  if (!/\/Filter\s*\/Standard\b/.test(dictionary)) return /\/Filter\s*\//.test(dictionary)
  const revision = numberOf(dictionary, 'R')
  const [owner, user] = [stringOf(dictionary, 'O'), stringOf(dictionary, 'U')]
  if (revision === undefined || !owner || !user) return false
  if (revision >= 5) return !opensSince2008(revision, user)
  const fileId = stringOf(text, 'ID') ?? Buffer.alloc(0)
  return !opensBefore2008({ dictionary, revision, owner, user, fileId })
}

const numberOf = (text: string, name: string): number | undefined => {
  const found = new RegExp(`/${name}\\s+(-?\\d+)`).exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** The string after a name, or the first one of the array after it: `(…)` with escapes, or hexadecimal `<…>`. */
function stringOf(text: string, name: string): Buffer | undefined {
  const found = [...text.matchAll(new RegExp(`/${name}\\s*(?:\\[\\s*)?(?:\\(|<(?!<))`, 'g'))].at(-1)
  if (!found) return undefined
  const from = found.index + found[0].length
  if (found[0].endsWith('<')) return Buffer.from(text.slice(from, text.indexOf('>', from)).replaceAll(/\s/g, ''), 'hex')
  let [to, depth] = [from, 1]
  while (to < text.length) {
    if (text[to] === '\\') to++
    else if (text[to] === '(') depth++
    else if (text[to] === ')' && --depth === 0) break
    to++
  }
  const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
  const read = text
    .slice(from, to)
    .replaceAll(/\\([0-7]{1,3}|\r\n|[\s\S])/g, (_, mark: string) =>
      /^[0-7]/.test(mark)
        ? String.fromCharCode(Number.parseInt(mark, 8) & 255)
        : /^[\r\n]/.test(mark)
          ? ''
          : (escapes[mark] ?? mark),
    )
  return Buffer.from(read, 'latin1')
}

/** What fills a password up to 32 bytes; it is all of an empty one. */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const hash = (algorithm: string, ...parts: Buffer[]) => createHash(algorithm).update(Buffer.concat(parts)).digest()

type Encryption = { dictionary: string; revision: number; owner: Buffer; user: Buffer; fileId: Buffer }

/** Whether the empty password opens a PDF of revision 2 to 4: algorithms 2, 4 and 5 of the standard. */
function opensBefore2008({ dictionary, revision, owner, user, fileId }: Encryption): boolean {
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE((numberOf(dictionary, 'P') ?? 0) | 0)
  const isPlainMetadata = revision >= 4 && /\/EncryptMetadata\s+false\b/.test(dictionary)
  const mark = isPlainMetadata ? Buffer.alloc(4, 255) : Buffer.alloc(0)
  const length = revision === 2 ? 5 : keyBytes(dictionary, revision)
  let key = hash('md5', padding, owner.subarray(0, 32), permissions, fileId, mark).subarray(0, length)
  if (revision === 2) return rc4(key, padding).equals(user.subarray(0, 32))
  for (let n = 0; n < 50; n++) key = hash('md5', key).subarray(0, length)
  let expected: Buffer = hash('md5', padding, fileId)
  for (let n = 0; n < 20; n++)
    expected = rc4(
      key.map((byte) => byte ^ n),
      expected,
    )
  return expected.equals(user.subarray(0, 16))
}

/** Revision 4 repeats the length in bytes in a dictionary of its own; its key has always 128 bits. */
const keyBytes = (dictionary: string, revision: number): number =>
  revision === 4 ? 16 : Math.min(16, (numberOf(dictionary, 'Length') ?? 40) / 8)

/** Whether the empty password opens a PDF of revision 5 or 6, which have AES with 256 bits: algorithms 2.B and 11. */
function opensSince2008(revision: number, user: Buffer): boolean {
  let key = hash('sha256', user.subarray(32, 40))
  let last = 0
  for (let n = 0; revision > 5 && (n < 64 || last > n - 32); n++) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const encrypted = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)))
    const remainder = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = hash(['sha256', 'sha384', 'sha512'][remainder]!, encrypted)
    last = encrypted.at(-1)!
  }
  return key.subarray(0, 32).equals(user.subarray(0, 32))
}

/** By hand: OpenSSL no longer has this cipher. */
function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, n) => n)
  const swap = (a: number, b: number) => ([state[a], state[b]] = [state[b]!, state[a]!])
  for (let n = 0, other = 0; n < 256; n++) {
    other = (other + state[n]! + key[n % key.length]!) & 255
    swap(n, other)
  }
  let [n, other] = [0, 0]
  return Buffer.from(
    bytes.map((byte) => {
      n = (n + 1) & 255
      other = (other + state[n]!) & 255
      swap(n, other)
      return byte ^ state[(state[n]! + state[other]!) & 255]!
    }),
  )
}
