import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '..')

/** The packages that are loaded when `file` is, through all that it imports and is not only a type. */
function packagesOf(file: string, seen = new Set<string>(), packages = new Set<string>()): Set<string> {
  if (seen.has(file)) return packages
  seen.add(file)
  const imports = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\bfrom\s*)?'([^']+)'/gm
  for (const [line, target = ''] of readFileSync(file, 'utf8').matchAll(imports)) {
    if (/^import \{(?: type \w+,?)+ \}/.test(line) || target.startsWith('node:')) continue
    if (target.startsWith('#')) packagesOf(join(src, target.slice(1)), seen, packages)
    else if (target.startsWith('.')) packagesOf(join(dirname(file), target), seen, packages)
    else packages.add(target)
  }
  return packages
}

// Each 100 kB of code take about 1 MB of every process, for as long as it runs. What only few requests and jobs need is
// imported where they need it.
test('a process loads these packages when it starts, and no others', () => {
  expect([...packagesOf(join(src, 'app/run.ts'))].sort()).toEqual([
    '@fastify/helmet',
    '@fastify/multipart',
    '@fastify/static',
    'fastify',
    'ipaddr.js',
    'pg',
    'pg-boss',
    'pg-copy-streams',
    'pg-cursor',
    'piscina',
    'prom-client',
    'rate-limiter-flexible/lib/RateLimiterMemory.js',
    'rate-limiter-flexible/lib/RateLimiterRes.js',
    'secure-json-parse',
    'sql-template-tag',
    'tldts',
    'uuid',
    'zod',
  ])
})
