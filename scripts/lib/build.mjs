import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { bin, modernNode, root, run } from './node.mjs'

const marker = join(root, 'dist', 'inputs')

/** Builds the browser's files into dist/web unless they are there and their inputs have not changed. */
export async function ensureBuilt({ always = false } = {}) {
  const inputs = hashOfInputs()
  if (!always && existsSync(marker) && readFileSync(marker, 'utf8') === inputs) return
  console.log('Building the browser files …')
  const { code, text } = await run(
    modernNode(),
    [bin('vite', 'bin/vite.js'), 'build', '--configLoader', 'native', '--logLevel', 'warn'],
    {
      output: 'captured',
      env: { NODE_ENV: 'production' },
    },
  )
  if (code !== 0) throw new Error(`The build failed:\n${text}`)
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(marker, inputs)
}

function hashOfInputs() {
  const hash = createHash('sha256')
  for (const path of [
    ...filesUnder(join(root, 'src')),
    ...['package-lock.json', 'vite.config.ts'].map((name) => join(root, name)),
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
