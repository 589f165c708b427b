import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allMutations } from './all.ts'

const root = join(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

test('each mutation changes a text that stands once in its file, and its test file names its rows', () => {
  const wrong = allMutations.flatMap(({ rows, file, from, to, test: testFile }) => {
    const count = textOf(file).split(from).length - 1
    const tests = textOf(testFile)
    const unnamed = /^[CSA]-\d/.test(rows) ? rows.split(' ').filter((row) => !tests.includes(row)) : []
    const problems = [
      ...(count === 1 && from !== to ? [] : [`'${from}' stands ${count} times`]),
      ...unnamed.map((row) => `${testFile} does not name ${row}`),
    ]
    return problems.map((problem) => `${rows}, ${file}: ${problem}`)
  })
  expect(wrong).toEqual([])
})
