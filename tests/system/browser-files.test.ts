import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#features/demo/server/people.ts'
import { ensureBuilt } from '../../scripts/lib/build.mjs'

const folder = join(import.meta.dirname, '../../dist/web')
let files: { name: string; text: string }[]

beforeAll(async () => {
  await ensureBuilt()
  files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|css|html|json|svg|map)$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
})

test('S-294 no password is in any file the browser gets, not even that of the demo world', () => {
  expect(files.length).toBeGreaterThan(20)
  for (const { name, text } of files) {
    expect(text.includes(demoPassword), name).toBe(false)
    // A value given to, or compared with, something called password, secret or grant; labels are single plain words.
    const assignments = [
      ...text.matchAll(/(?:pass(?:word|code)|secret|grant)["']?\s*(?::|===?)\s*["'`]([^"'`\s]{4,})["'`]/gi),
    ]
    expect(
      assignments.map((one) => one[1]).filter((value) => !/^[A-Z]?[a-z-]+$/.test(value ?? '')),
      name,
    ).toEqual([])
  }
})

test('no source map and no path of the building machine goes to the browser', () => {
  expect(files.filter((file) => file.name.endsWith('.map'))).toEqual([])
  for (const { name, text } of files) expect(text.includes(join(import.meta.dirname, '../..')), name).toBe(false)
})
