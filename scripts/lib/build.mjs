import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { bin, modernNode, root, run } from './node.mjs'

const marker = join(root, 'dist', 'inputs')

/** Builds the browser's files into dist/web unless they are there and their inputs have not changed. */
export async function ensureBuilt({ always = false } = {}) {
  const inputs = hashOfInputs()
  if (!always && existsSync(marker) && readFileSync(marker, 'utf8') === inputs) return
  console.log('Building the browser files …')
  // The console first: it empties the folder.
  for (const config of ['vite.config.ts', 'vite.verify.config.ts']) {
    const { code, text } = await run(
      modernNode(),
      [bin('vite', 'bin/vite.js'), 'build', '--config', config, '--configLoader', 'native', '--logLevel', 'warn'],
      {
        output: 'captured',
        env: { NODE_ENV: 'production' },
      },
    )
    if (code !== 0) throw new Error(`The build failed:\n${text}`)
  }
  await compressFiles(join(root, 'dist/web/assets'))
  await compressFiles(join(root, 'dist/web'), ['verify.html'])
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(marker, inputs)
}

/**
 * Writes each file of text also as .br and .gz, which the server sends to browsers that accept them: compressed once,
 * as small as possible, instead of at each request. Fonts are compressed already.
 */
async function compressFiles(folder, names = readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name))) {
  const smallest = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  await Promise.all(
    names.map(async (name) => {
      const bytes = readFileSync(join(folder, name))
      for (const [ending, compressed] of [
        ['br', await promisify(brotliCompress)(bytes, smallest)],
        ['gz', await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION })],
      ])
        if (compressed.length < bytes.length) writeFileSync(join(folder, `${name}.${ending}`), compressed)
    }),
  )
}

function hashOfInputs() {
  const hash = createHash('sha256')
  for (const path of [
    ...filesUnder(join(root, 'src')),
    ...[
      'package-lock.json',
      'vite.config.ts',
      'vite.verify.config.ts',
      'scripts/lib/build.mjs',
      'scripts/lib/screen-files.ts',
    ].map((name) => join(root, name)),
  ]) {
    hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

/** All source files, in a fixed order. Server and test files are left out: they change no browser file. */
function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return entry.name === 'server' ? [] : filesUnder(path)
      return /\.test\.tsx?$/.test(entry.name) ? [] : [path]
    })
}
