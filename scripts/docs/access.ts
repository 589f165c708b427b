// Writes docs/generated/endpoints.md and docs/generated/access-matrix.md from the contracts.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '../../src/app/contracts.ts'
import { describeAccess } from '../../src/app/open-api.ts'
import { roles } from '../../src/vocabulary/roles.ts'

const folder = join(import.meta.dirname, '../../docs/generated')
const note = 'Written by `npm run docs` from the contracts. Do not edit.'
const parts = [...new Set(endpoints.map((endpoint) => endpoint.part))]

const list = [
  '# Calls',
  '',
  note,
  ...parts.flatMap((part) => [
    '',
    `## ${part}`,
    '',
    '| call | who | does |',
    '|---|---|---|',
    ...endpoints
      .filter((endpoint) => endpoint.part === part)
      .map((one) => `| ${one.method} /api${one.path} | ${describeAccess(one)} | ${one.summary} |`),
  ]),
  '',
].join('\n')

const mark = (yes: boolean) => (yes ? 'yes' : '401')
const matrix = [
  '# Who may call what',
  '',
  `${note} A wrong role answers 403, an unauthenticated call 401; records outside a Client's companies and brands answer 403 or 404.`,
  '',
  `| call | signed out | awaiting code | ${roles.join(' | ')} |`,
  `|---|---|---|${roles.map(() => '---|').join('')}`,
  ...endpoints.map(({ access, method, path }) => {
    const byRole = roles.map((role) => {
      if (access === 'public') return 'yes'
      return access === 'limited' ? '401' : access.includes(role) ? 'yes' : '403'
    })
    return `| ${method} /api${path} | ${mark(access === 'public')} | ${mark(access === 'public' || access === 'limited')} | ${byRole.join(' | ')} |`
  }),
  '',
].join('\n')

mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'endpoints.md'), list)
writeFileSync(join(folder, 'access-matrix.md'), matrix)
