import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'

/** A Chromium that can be started: the program, and where its libraries are if the machine has none. */
export type Chromium = { path: string; libraries: string | undefined; isShell: boolean }

/** Programs without a window; they take half of the processor time. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell']
const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const folders = [
  '/usr/lib/chromium',
  '/usr/bin',
  '/usr/local/bin',
  '/opt/google/chrome',
  '/snap/bin',
  '/opt/homebrew/bin',
]
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
]

/** Where Chromium looks for the NSS libraries, which slim images leave out. */
const systemLibraries = ['/usr/lib/x86_64-linux-gnu', '/lib/x86_64-linux-gnu', '/usr/lib64', '/lib64', '/usr/lib']

/**
 * The Chromium of this machine: `chosen` where the operator states it, else one in the usual places, without a window
 * first; undefined where there is none.
 */
export function findSystemChromium(chosen: string | undefined): Chromium | undefined {
  const path = chosen
    ? [chosen].find(existsSync)
    : [...inFolders(shells), ...inFolders(programs), ...elsewhere].find(existsSync)
  return path === undefined ? undefined : { path, libraries: undefined, isShell: /headless[-_]shell/.test(path) }
}

const inFolders = (names: readonly string[]): string[] =>
  names.flatMap((name) => folders.map((folder) => join(folder, name)))

/** The folder of the optional package with a Chromium for Linux on x64; undefined where it is not installed. */
export function packagedChromium(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))
  } catch {
    return undefined
  }
}

/**
 * Unpacks the packaged Chromium into a folder of ours, once for each version (3 s, 200 MB). Its own unpacker writes to
 * fixed names in the shared temporary folder, where anybody on the machine may have put a program first.
 */
export async function unpackChromium(packageFolder: string, into: string): Promise<Chromium> {
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  const folder = join(into, `chromium-${version}`)
  if (!existsSync(folder)) await unpack(join(packageFolder, 'bin'), { into, folder })
  const hasLibraries = systemLibraries.some((one) => existsSync(join(one, 'libnss3.so')))
  return {
    path: join(folder, 'chromium'),
    libraries: hasLibraries ? undefined : join(folder, 'lib'),
    isShell: true,
  }
}

async function unpack(packed: string, { into, folder }: { into: string; folder: string }): Promise<void> {
  await mkdir(into, { recursive: true, mode: 0o700 })
  const partial = await mkdtemp(join(into, 'unpacking-'))
  try {
    await pipeline(
      createReadStream(join(packed, 'chromium.br')),
      createBrotliDecompress({ chunkSize: 2 ** 20 }),
      createWriteStream(join(partial, 'chromium'), { mode: 0o700 }),
    )
    for (const name of ['swiftshader.tar.br', 'al2023.tar.br']) await unpackTar(join(packed, name), partial)
    // Renamed when it is whole: of two processes that unpack, one wins, and none starts half a program.
    await rename(partial, folder).catch((problem: unknown) => {
      if (!existsSync(folder)) throw problem
    })
    await removeOldVersions(into, folder)
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

async function unpackTar(file: string, into: string): Promise<void> {
  const { extract } = await import('tar-stream')
  const entries = extract()
  entries.on('entry', (header, content, next) => {
    const path = join(into, header.name)
    if (header.type !== 'file' || !path.startsWith(into)) {
      content.resume()
      content.on('end', next)
      return
    }
    mkdir(dirname(path), { recursive: true })
      .then(() => pipeline(content, createWriteStream(path, { mode: 0o700 })))
      .then(() => next(), next)
  })
  await pipeline(createReadStream(file), createBrotliDecompress({ chunkSize: 2 ** 20 }), entries)
}

async function removeOldVersions(into: string, current: string): Promise<void> {
  const old = (await readdir(into)).filter((name) => name.startsWith('chromium-') && join(into, name) !== current)
  await Promise.all(old.map((name) => rm(join(into, name), { recursive: true, force: true })))
}
