// `npm run verify-file -- FILE.zip [--head HEAD]`: reports whether a case file was altered. Needs no database.
import { open, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { printable, verifyFile } from '#features/case-files/server/verify-file.ts'

const usage = 'npm run verify-file -- FILE.zip [--head HEAD]'

try {
  const { values, positionals } = parseArgs({ options: { head: { type: 'string' } }, allowPositionals: true })
  const [path, ...extra] = positionals
  const { head } = values
  if (path === undefined || extra.length > 0) throw new Error(usage)
  if (head !== undefined && !/^[0-9a-f]{64}$/i.test(head))
    throw new Error('A verification code has 64 hexadecimal digits')
  process.exitCode = await verify(path, head)
} catch (problem) {
  console.error((problem as Error).message)
  process.exitCode = 2
}

async function verify(path: string, head: string | undefined): Promise<number> {
  if (!(await stat(path)).isFile()) throw new Error(`${path} is not a file`)
  const file = await open(path)
  try {
    const { size: bytes } = await file.stat()
    const read = async (at: number, length: number) => {
      const buffer = Buffer.alloc(length)
      const { bytesRead } = await file.read(buffer, 0, length, at)
      return buffer.subarray(0, bytesRead)
    }
    const result = await verifyFile({ bytes, read }, head)
    if (result.problems.length > 0) {
      console.log('altered')
      for (const problem of result.problems) console.log(printable(`  ${problem}`))
      return 1
    }
    const { manifest } = result as Extract<typeof result, { manifest: object }>
    console.log('unaltered')
    const { product, version, madeAt, madeBy } = manifest
    console.log(`  head      ${manifest.head}`)
    console.log(printable(`  made      ${madeAt} by ${madeBy}, ${product} ${version}`))
    console.log(`  findings  ${manifest.findings.length}`)
    console.log(`  entries   ${manifest.entries.length + 1}`)
    console.log(`  bytes     ${bytes}`)
    if (head === undefined)
      console.log(
        '  It is unchanged since it was made. To confirm the source, compare the head with the verification code on record.',
      )
    else console.log('  It is the file with the given verification code.')
    return 0
  } finally {
    await file.close()
  }
}
