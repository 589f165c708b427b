// `npm run corpora -- FOLDER [--answers FILE]`: reads files whose contents are known and prints how many are read right;
// --answers writes what was read from each, one JSON line a file.
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readCorpora } from './corpora/read-corpora.ts'

const usage = 'npm run corpora -- FOLDER [--answers FILE]'

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { answers: { type: 'string' } } })
  const [folder, ...extra] = positionals
  if (folder === undefined || extra.length > 0) throw new Error(usage)
  const read = await readCorpora(folder)
  for (const { lines } of read) console.log(lines.join('\n'))
  if (values.answers !== undefined) {
    const lines = read.flatMap(({ name, files }) => files.map((one) => JSON.stringify({ corpus: name, ...one })))
    writeFileSync(values.answers, `${lines.join('\n')}\n`)
  }
} catch (problem) {
  console.error((problem as Error).message)
  process.exitCode = 2
}
