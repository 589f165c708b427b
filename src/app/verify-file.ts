// `npm run verify-file -- FILE.zip [options]`: reports whether a case file or a daily evidence list was altered, who
// made it and when. Needs no database. Ends with 0: unaltered and its origin proved; 1: altered; 2: consistent in
// itself, or nothing was verified.
import { createHash } from 'node:crypto'
import { open, readFile, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { crc32 } from 'node:zlib'
import { readKeys } from '#kit/evidence/proof.ts'
import { certificatesOf } from '#kit/evidence/time-stamp.ts'
import { verdictOf } from '#kit/evidence/verdict.ts'
import { verifyFile, type VerifyOptions } from '#kit/evidence/verify-file.ts'

const usage = 'npm run verify-file -- FILE.zip [--head CODE] [--keys FILE.json] [--proof FILE.json] [--roots FILE.pem]'
const text = { type: 'string' } as const
const codes = { proved: 0, altered: 1, consistent: 2, unchecked: 2, foreign: 3 } as const

try {
  const { values, positionals } = parseArgs({
    options: { head: text, keys: text, proof: text, roots: text },
    allowPositionals: true,
  })
  const [path, ...extra] = positionals
  if (path === undefined || extra.length > 0) throw new Error(usage)
  process.exitCode = await verify(path, await optionsOf(values))
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
