// The floors of the source tree, the order of the features and the rooms inside them: defined only here.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMain } from './lib/is-main.ts'

/** A folder may import from floors below its own, and from itself. Two on one floor must not import each other. */
const floors: Record<string, number> = {
  vocabulary: 1,
  columns: 2,
  platforms: 3,
  sources: 3,
  kit: 3,
  features: 4,
  app: 5,
}

/** A feature may use those before it, never those after. */
const order = [
  'companies',
  'brands',
  'sessions',
  'user-settings',
  'users',
  'overview',
  'files',
  'white-label',
  'views',
  'findings',
  'trademarks',
  'purchases',
  'requests',
  'staging-rows',
  'intake',
  'duplicate-check',
  'editing',
  'enforcement-config',
  'contacts',
  'notices',
  'replies',
  'enforcement',
  'revisits',
  'lookalikes',
  'page-reading',
  'domain-search',
  'case-files',
  'escalations',
  'clusters',
  'notifications',
  'activity',
  'work',
  'charts',
  'sellers',
  'reports',
  'home',
  'search',
  'action-passwords',
  'tool-jobs',
  'staging',
  'quick-tools',
  'exports',
  'scrapers',
  'page-pictures',
  'trademark-reports',
  'history',
  'demo',
]

/** A feature's SQL (queries.ts, status-queries.ts …): private to it, from `app` too. */
const isSql = (file: string) => /[/-]queries\.ts$/.test(file)
/** Other files that no feature may import from another: routes, screens, tests. */
const isPrivate = (file: string) => /\/(routes|screens)\.tsx?$|Screen\.tsx$|\.test\.tsx?$/.test(file)

/** server runs in Node, web in the browser, shared in both. */
function roomOf(file: string): 'server' | 'web' | 'shared' {
  if (/\/web\/|^src\/app\/web\.tsx$/.test(file)) return 'web'
  if (/\/server\/|^src\/app\/|\.test\.tsx?$/.test(file)) return 'server'
  return 'shared'
}

/**
 * Files allowed in a feature's folder. A large contract leaves its calls in contract.ts and has the schemas they share
 * in contract-schemas.ts, its jobs in contract-jobs.ts, its decisions on lists in contract-decisions.ts, and the pictures
 * that other features' screens show in contract-pictures.ts.
 */
const allowedFiles =
  /^src\/features\/[^/]+\/((contract(-schemas|-jobs|-decisions|-pictures)?|messages|rules)(\.test)?\.ts|(server|web)\/.+)$/

/** Names of files with texts or rules, and the only place of each in a feature; words.ts has none. */
const placeOf: Record<string, RegExp | undefined> = {
  'messages.ts': /^src\/features\/[^/]+\/messages\.ts$/,
  'rules.ts': /^src\/features\/[^/]+\/rules\.ts$/,
  'texts.ts': /^src\/features\/[^/]+\/web\/texts\.ts$/,
  'words.ts': undefined,
}

/** Returns one message for every violation. `files` maps paths like src/kit/web/call.ts to their text. */
export function floorProblems(files: Map<string, string>): string[] {
  const problems: string[] = []
  for (const [file, text] of files) {
    const report = (what: string) => problems.push(`${file}: ${what}`)
    const [, folder = '', feature = ''] = file.split('/')
    if (!(folder in floors)) report(`src/${folder} is not a floor`)
    if (/\/index\.tsx?$/.test(file)) report('is a barrel: import from the file that has the thing')
    if (/^export \* from/m.test(text)) report('passes on all exports of another file: import from that file')
    if (folder === 'features') {
      if (!order.includes(feature)) report(`${feature} is not in the order of features (scripts/check-floors.ts)`)
      if (!allowedFiles.test(file))
        report(
          'a feature holds contract.ts (-schemas, -jobs, -decisions, -pictures), messages.ts, rules.ts, server/ and web/, nothing else',
        )
      const name = posix.basename(file)
      if (name in placeOf && !placeOf[name]?.test(file))
        report('sentences go to messages.ts, what only screens say to web/texts.ts, rules to rules.ts of the feature')
      if (/\/(messages|texts)\.ts$/.test(file) && /^export type /m.test(text))
        report('holds texts only: a type, a set of states or a rule goes to rules.ts')
    }
    if (roomOf(file) === 'web' && /\.(?:takes|answers)\.(?:safeP|p)arse\(/.test(text))
      report('reads the schema of a call, which is not in the files of the browser')
    for (const target of importsOf(text)) {
      if (target.startsWith('../')) report(`imports ${target}: write it with # from src`)
      const path = pathOf(file, target)
      const problem = path ? forbidden(file, path) : forbiddenPackage(file, target)
      if (problem) report(`imports ${target}: ${problem}`)
    }
  }
  return [...problems, ...misplacedTexts(files)]
}

/** Exports of a messages.ts that only screens import: they belong in web/texts.ts. */
function misplacedTexts(files: Map<string, string>): string[] {
  const users = new Map<string, string[]>()
  for (const [file, text] of files) {
    if (/\.test\.tsx?$/.test(file)) continue
    for (const [, names = '', target = ''] of text.matchAll(/^import (?:type )?\{([^}]*)\} from '([^']+)'/gm))
      for (const name of names.split(',').map((one) => one.trim().replace(/^type | as .*$/g, ''))) {
        const key = `${pathOf(file, target)} ${name}`
        users.set(key, [...(users.get(key) ?? []), file])
      }
  }
  return [...files].flatMap(([file, text]) => {
    if (!placeOf['messages.ts']!.test(file)) return []
    const exported = [...text.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name!)
    const isOnlyOnScreens = (name: string) => {
      const found = users.get(`${file} ${name}`) ?? []
      return found.length > 0 && found.every((user) => roomOf(user) === 'web')
    }
    return exported.filter(isOnlyOnScreens).map((name) => `${file}: only screens say ${name}: it goes to web/texts.ts`)
  })
}

/** Returns one message for every feature in the order that has no file. */
export function staleFeatures(files: Map<string, string>): string[] {
  const present = new Set([...files.keys()].map((file) => file.split('/')[2]))
  return order
    .filter((feature) => !present.has(feature))
    .map((feature) => `${feature} is in the order of features only`)
}

/** What a file imports, as written. */
export function importsOf(text: string): string[] {
  const found = text.matchAll(
    /(?:^\s*(?:import|export)\b[^'";]*?\bfrom\s*|^\s*import\s*|\bimport\(\s*)['"]([^'"]+)['"]/gm,
  )
  return [...found].map(([, target]) => target ?? '')
}

/** The project file an import leads to; undefined for packages. */
export function pathOf(file: string, target: string): string | undefined {
  if (target.startsWith('#')) return `src/${target.slice(1)}`
  if (target.startsWith('.')) return posix.join(posix.dirname(file), target)
  return undefined
}

function forbidden(from: string, to: string): string | undefined {
  const [, here = '', myFeature = ''] = from.split('/')
  const [, there = '', itsFeature = ''] = to.split('/')
  if (!(there in floors)) return 'it is outside src'
  // A feature's test may call the whole API, but only through these two files.
  if (/\.test\.tsx?$/.test(from) && /^src\/app\/testing(-world)?\.ts$/.test(to)) return undefined
  if (here !== there && (floors[there] ?? 9) >= (floors[here] ?? 0)) return `${here} must not know ${there}`
  const [mine, its] = [roomOf(from), roomOf(to)]
  // A test may import everything its floor may import.
  if (!/\.test\.tsx?$/.test(from) && its !== 'shared' && its !== mine) return `${mine} files must not use ${its} files`
  if (there !== 'features' || (here === 'features' && myFeature === itsFeature)) return undefined
  if (isSql(to)) return `it belongs to ${itsFeature} alone`
  if (here === 'features' && order.indexOf(itsFeature) >= order.indexOf(myFeature))
    return `${itsFeature} comes after ${myFeature} in the order of features`
  if (here === 'features' && isPrivate(to)) return `it belongs to ${itsFeature} alone`
  return undefined
}

function forbiddenPackage(from: string, target: string): string | undefined {
  if (roomOf(from) !== 'server' && target.startsWith('node:')) return 'browsers have no Node'
  return undefined
}

function sourcesUnder(root: string): Map<string, string> {
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  const sources = names.map((name) => `src/${name.replaceAll('\\', '/')}`).filter((name) => /\.tsx?$/.test(name))
  return new Map(sources.sort().map((name) => [name, readFileSync(join(root, name), 'utf8')]))
}

if (isMain(import.meta.url)) {
  const sources = sourcesUnder(dirname(dirname(fileURLToPath(import.meta.url))))
  const problems = [...floorProblems(sources), ...staleFeatures(sources)]
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
