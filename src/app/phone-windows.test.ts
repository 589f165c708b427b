import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..')
const narrow = /narrow = '(.+)'/.exec(readFileSync(join(folder, 'kit/web/narrow.ts'), 'utf8'))![1]!
const styles = globSync('**/*.css', { cwd: folder }).map((file) => [file, readFileSync(join(folder, file), 'utf8')])

test('every style sheet means the same windows by a phone, upright and sideways, as the components do', () => {
  expect(styles.filter(([, style]) => style!.includes(narrow)).length).toBeGreaterThan(30)
  const other = styles.filter(([, style]) =>
    /47\.99em|min-width: 48em(?!\) and [^,{]*min-height: 30em)/.test(style!.replaceAll(narrow, '')),
  )
  expect(other.map(([file]) => file)).toEqual([])
})
