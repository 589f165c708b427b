// `npm run verify-file -- FILE.zip [options]`: reports whether a case file or a daily evidence list was altered, who
// made it and when. Needs no database.
import { createHash } from 'node:crypto'
import { open, readFile, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { crc32 } from 'node:zlib'
import { readKeys } from '#kit/evidence/proof.ts'
import { certificatesOf } from '#kit/evidence/time-stamp.ts'
import { verdictOf } from '#kit/evidence/verdict.ts'
import { verifyFile, type VerifyOptions } from '#kit/evidence/verify-file.ts'

const usage = 'npm run verify-file -- FILE.zip [--head CODE] [--keys FILE.json] [--proof FILE.json] [--roots FILE.pem]'
const help = `${usage}

Reports whether a case file or a daily evidence list is unaltered, who made it and by when it existed.

  --head CODE         the verification code that the issuer recorded
  --keys FILE.json    the issuer's public keys, from /.well-known/case-file-keys.json of their console
  --proof FILE.json   a later proof, with time stamps that were not there when the file was made
  --roots FILE.pem    root certificates of time-stamp authorities

Ends with
  0  unaltered, and its origin is proved; with --roots also by when
  1  altered
  2  unaltered in itself, but its origin is not proved, or with --roots not by when; or nothing was verified
  3  no case file of this issuer`
const text = { type: 'string' } as const
const codes = { proved: 0, altered: 1, consistent: 2, undated: 2, unchecked: 2, foreign: 3 } as const

try {
  const { values, positionals } = parseArgs({
    options: { head: text, keys: text, proof: text, roots: text, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  })
  const [path, ...extra] = positionals
  if (values.help) console.log(help)
  else if (path === undefined || extra.length > 0) throw new Error(usage)
  else process.exitCode = await verify(path, await optionsOf(values))
} catch (problem) {
  console.error((problem as Error).message)
  process.exitCode = 2
}

type Given = { head?: string; keys?: string; proof?: string; roots?: string }

async function optionsOf({ head, keys: keyPath, proof, roots }: Given): Promise<VerifyOptions> {
  if (head !== undefined && !/^[0-9a-f]{64}$/i.test(head))
    throw new Error('A verification code has 64 hexadecimal digits')
  const keys = keyPath === undefined ? undefined : readKeys(await readFile(keyPath, 'utf8'))
  if (keyPath !== undefined && !keys) throw new Error(`${keyPath} is not a file of public keys`)
  return {
    head,
    keys,
    proof: proof === undefined ? undefined : await readFile(proof, 'utf8'),
    roots: roots === undefined ? undefined : certificatesOf(await readFile(roots, 'utf8')),
    hashing: {
      crc32: (piece, before) => crc32(piece, before),
      openSha256: () => {
        const hash = createHash('sha256')
        return { update: (piece) => void hash.update(piece), hex: () => hash.digest('hex') }
      },
    },
  }
}

async function verify(path: string, options: VerifyOptions): Promise<number> {
  if (!(await stat(path)).isFile()) throw new Error(`${path} is not a file`)
  const file = await open(path)
  try {
    const { size: bytes } = await file.stat()
    const read = async (at: number, length: number) => {
      const buffer = Buffer.alloc(length)
      const { bytesRead } = await file.read(buffer, 0, length, at)
      return buffer.subarray(0, bytesRead)
    }
    const { kind, title, lines } = verdictOf(await verifyFile({ bytes, read }, options))
    console.log(title)
    for (const line of lines) console.log(`  ${line}`)
    return codes[kind]
  } finally {
    await file.close()
  }
}
