import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { jobs } from '#app/jobs.ts'

test('the list of jobs contains every job that is declared anywhere, once', () => {
  const source = join(import.meta.dirname, '..')
  const declared = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) =>
      readFileSync(join(source, name), 'utf8')
        .split(/= job\(/)
        .slice(1),
    )
    .map((rest) => /^\{\s*name: '([^']+)'/.exec(rest)?.[1])
  expect(declared.length).toBeGreaterThan(15)
  expect(jobs.map((job) => job.name).toSorted()).toEqual(declared.toSorted())
})
