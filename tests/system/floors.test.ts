import { describe, expect, test } from 'vitest'
import { floorProblems, staleFeatures } from '../../scripts/check-floors.ts'
import { sizeProblems } from '../../scripts/check-sizes.ts'

const problemsOf = (file: string, text: string) => floorProblems(new Map([[file, text]]))
const imports = (target: string) => `import { x } from '${target}'\n`

describe('the check of the floors', () => {
  test.each([
    ['src/columns/kinds.ts', '#vocabulary/dates.ts'],
    ['src/features/findings/server/list.ts', '#features/brands/server/visible-brands.ts'],
    ['src/features/findings/server/list.ts', './queries.ts'],
    ['src/features/findings/server/list.ts', './status-queries.ts'],
    ['src/features/findings/server/list.ts', '#kit/server/mail-queries.ts'],
    ['src/features/findings/web/List.tsx', '#features/brands/web/ScopeBar.tsx'],
    ['src/features/findings/web/List.tsx', '#features/brands/contract.ts'],
    ['src/app/server.ts', '#features/findings/server/routes.ts'],
    ['src/app/web.tsx', '#features/findings/web/screens.ts'],
    ['src/features/findings/server/list.test.ts', '#kit/server/testing.ts'],
    ['src/kit/server/db.ts', 'node:fs'],
  ])('%s may import %s', (file, target) => {
    expect(problemsOf(file, imports(target))).toEqual([])
  })

  test.each([
    ['src/vocabulary/dates.ts', '#columns/kinds.ts', 'vocabulary must not know columns'],
    ['src/kit/server/db.ts', '#platforms/all.ts', 'kit must not know platforms'],
    ['src/platforms/all.ts', '#kit/contract/page.ts', 'platforms must not know kit'],
    ['src/features/brands/server/a.ts', '#app/config.ts', 'features must not know app'],
    ['src/features/brands/contract.ts', '#features/findings/contract.ts', 'findings comes after brands'],
    ['src/features/findings/server/a.ts', '#features/brands/server/queries.ts', 'belongs to brands alone'],
    ['src/features/findings/server/a.ts', '#features/brands/server/sheet-queries.ts', 'belongs to brands alone'],
    ['src/app/server.ts', '#features/brands/server/queries.ts', 'belongs to brands alone'],
    ['src/features/findings/server/a.test.ts', '#features/brands/server/routes.ts', 'belongs to brands alone'],
    ['src/features/findings/web/A.tsx', '#features/brands/web/BrandsScreen.tsx', 'belongs to brands alone'],
    ['src/features/findings/web/A.tsx', '#features/findings/server/a.ts', 'web files must not use server files'],
    ['src/features/findings/server/a.ts', '#kit/web/call.ts', 'server files must not use web files'],
    ['src/kit/contract/page.ts', '#kit/server/db.ts', 'shared files must not use server files'],
    ['src/kit/web/call.ts', 'node:fs', 'browsers have no Node'],
    ['src/kit/server/db.ts', '../../columns/kinds.ts', 'write it with #'],
    ['src/features/brands/server/a.ts', '../../../../scripts/run.mjs', 'outside src'],
  ])('%s may not import %s', (file, target, why) => {
    expect(problemsOf(file, imports(target)).join('\n')).toContain(why)
  })

  test('imports over several lines, dynamic imports and re-exports are checked too', () => {
    const target = '#features/findings/contract.ts'
    const inBrands = (text: string) => problemsOf('src/features/brands/server/a.ts', text)
    expect(inBrands(`import {\n  a,\n  b,\n} from '${target}'`)).toHaveLength(1)
    expect(inBrands(`const a = await import('${target}')`)).toHaveLength(1)
    expect(inBrands(`export { a } from '${target}'`)).toHaveLength(1)
    expect(inBrands(`import '${target}'`)).toHaveLength(1)
  })

  test('barrels, unknown floors, unknown features and misplaced files are rejected', () => {
    expect(problemsOf('src/kit/index.ts', '')).toHaveLength(1)
    expect(problemsOf('src/kit/web/all.ts', "export * from './a.ts'")).toHaveLength(1)
    expect(problemsOf('src/utils/a.ts', '').join()).toContain('not a floor')
    expect(problemsOf('src/features/novelties/contract.ts', '').join()).toContain('not in the order')
    expect(problemsOf('src/features/brands/helpers.ts', '').join()).toContain('nothing else')
    expect(problemsOf('src/features/brands/contract-helpers.ts', '').join()).toContain('nothing else')
    for (const name of ['contract', 'contract-schemas', 'contract-jobs'])
      expect(problemsOf(`src/features/brands/${name}.ts`, '')).toEqual([])
  })

  test.each([
    'src/features/brands/server/messages.ts',
    'src/features/brands/web/messages.ts',
    'src/features/brands/server/texts.ts',
    'src/features/brands/web/words.ts',
    'src/features/brands/server/words.ts',
    'src/features/brands/web/rules.ts',
  ])('%s is not where texts and rules go', (file) => {
    expect(problemsOf(file, '').join()).toContain('web/texts.ts')
  })

  test.each([
    'src/features/brands/messages.ts',
    'src/features/brands/rules.ts',
    'src/features/brands/web/texts.ts',
    'src/app/web/texts.ts',
    'src/kit/contract/texts.ts',
  ])('%s is where texts and rules go', (file) => {
    expect(problemsOf(file, '')).toEqual([])
  })

  test('files with texts hold no types', () => {
    for (const file of ['messages.ts', 'web/texts.ts'])
      expect(problemsOf(`src/features/brands/${file}`, "export type State = 'on' | 'off'\n").join()).toContain(
        'rules.ts',
      )
    expect(problemsOf('src/features/brands/rules.ts', "export type State = 'on' | 'off'\n")).toEqual([])
  })

  test('a sentence that only screens import leaves messages.ts; one that the server or a contract imports stays', () => {
    const messages = 'src/features/brands/messages.ts'
    const problemsWith = (...users: [file: string, text: string][]) =>
      floorProblems(new Map([[messages, "export const saved = 'Saved'\nexport const title = 'Brands'\n"], ...users]))
    const screen = 'src/features/brands/web/Brands.tsx'
    const both = "import {\n  saved,\n  title as heading,\n} from '#features/brands/messages.ts'\n"
    expect(problemsWith([screen, both]).map((one) => one.replace(/^.*say /, ''))).toEqual([
      'saved: it goes to web/texts.ts',
      'title: it goes to web/texts.ts',
    ])
    const server = 'src/features/brands/server/save.ts'
    const contract = 'src/features/brands/contract.ts'
    expect(
      problemsWith(
        [screen, both],
        [server, "import { saved } from '#features/brands/messages.ts'\n"],
        [contract, "import { title } from './messages.ts'\n"],
      ),
    ).toEqual([])
    expect(problemsWith([screen, both], ['src/features/brands/server/a.test.ts', both])).toHaveLength(2)
  })

  test('a screen may not parse with the schema of a call', () => {
    const text = 'const read = findings.list.answers.safeParse(answer)'
    expect(problemsOf('src/features/findings/web/List.tsx', text).join()).toContain('not in the files of the browser')
    expect(problemsOf('src/features/findings/server/list.ts', text)).toEqual([])
    expect(problemsOf('src/features/findings/web/List.tsx', 'record.answers.map(show)')).toEqual([])
  })

  test('a feature without files leaves the order', () => {
    const stale = staleFeatures(new Map([['src/features/brands/contract.ts', '']]))
    expect(stale).toContain('companies is in the order of features only')
    expect(stale.join()).not.toContain('brands')
  })
})

describe('the check of file lengths', () => {
  test('a listed file may only become shorter', () => {
    const lengths = new Map([['a.ts', 350]])
    expect(sizeProblems(lengths, {})).toHaveLength(1)
    expect(sizeProblems(lengths, { 'a.ts': 349 })).toHaveLength(1)
    expect(sizeProblems(lengths, { 'a.ts': 350 })).toEqual([])
    expect(sizeProblems(new Map([['a.ts', 300]]), { 'a.ts': 350 }).join()).toContain('take it off')
  })
})
