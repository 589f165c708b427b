// `npm run lookalikes -- make DOMAIN`: names that look like a domain, one a line: name, tab, family.
import { makeLookalikes } from '#features/lookalikes/server/make-lookalikes.ts'

const usage = 'npm run lookalikes -- make DOMAIN'

// A reader that has seen enough, such as head, is no error.
process.stdout.on('error', () => process.exit())

try {
  const [task, domain, ...extra] = process.argv.slice(2)
  if (task !== 'make' || domain === undefined || extra.length > 0) throw new Error(usage)
  const lines = makeLookalikes(domain).map(({ name, family }) => `${name}\t${family}\n`)
  process.stdout.write(lines.join(''))
} catch (problem) {
  console.error((problem as Error).message)
  process.exitCode = 2
}
