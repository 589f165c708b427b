import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { enforcement } from '#features/enforcement/contract.ts'
import type { Db } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import { domain } from '#platforms/domain.ts'
import { listForEnforcement } from './list-for-enforcement.ts'
import { recordedFacts } from './testing.ts'

const { at, post, own } = setUpActionTests()

test.each([
  ['host and status', { hosting: 'cloud', status: '11' }, ['page and total', 'records']],
  [
    'action and host',
    { actionTaken: recordedFacts.actionTaken, hosting: 'cloud' },
    ['total', 'page and total', 'records'],
  ],
  ['host', { hosting: 'cloud' }, ['page', 'total', 'records']],
  ['host and day', { hosting: 'cloud', reportingDate: '2026-02-01' }, ['page and total', 'records']],
])('by %s a page and its total are read by these statements', async (_name, filters, expected) => {
  const { parent: company } = at.world.companies
  await at.database.pool.query('truncate findings cascade')
  const ids = await own(domain, ['33', '33', '33'], { reportingDate: '2026-02-01' })
  for (const id of ids) await post(`domain/${id}/enforcement`, recordedFacts, 'analyst')
  const statements: string[] = []
  const db: Db = {
    ...at.database.db,
    run: (text, values) => {
      statements.push(text)
      return at.database.db.run(text, values)
    },
  }
  const session = { role: 'Analyst', userId: at.world.people.analyst, companyIds: [], brands: [] } as unknown as Session
  const input = enforcement.fetch.takes.parse({ company, platform: 'domain', limit: '2', page: '1', ...filters })
  const list = await listForEnforcement(db, session, input, { linkTo: () => '' })
  expect([list.data.length, list.count, list.totalPages]).toEqual([2, 3, 2])
  const kindOf = (text: string) => {
    if (text.includes('matching')) return 'page and total'
    if (text.includes('chosen')) return 'page'
    return text.includes('count(*) as n from') ? 'total' : 'records'
  }
  expect(statements.map(kindOf)).toEqual(expected)
})
