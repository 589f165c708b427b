import { expect, test } from 'vitest'
import { sql, type Sql } from '#kit/server/db.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { totalCounted } from './counters.ts'
import { hasCommonShape, type PageOptions, pageStatement, type Sorting } from './page-queries.ts'
import { type FindingQuery, sitesIn } from './queries.ts'

// No connection is made: statements are only compiled.
const [companyA, companyB, brandA, brandB] = ['a', 'b', 'c', 'd'].map((digit) => `${digit.repeat(8)}-0000`)
const range = { startDate: '2026-01-01', endDate: '2026-01-31' }
const newest = { by: 'reportingDate', direction: 'desc' } as const
const names = { [companyA!]: 'Acme' }

const oneCompany = { companyIds: [companyA!], brandIds: [brandA!, brandB!] }
const severalCompanies = { companyIds: [companyA!, companyB!], brandIds: [brandA!, brandB!] }
const allCompanies = { companyIds: undefined, brandIds: undefined }
type Owners = Pick<FindingQuery['scope'], 'companyIds' | 'brandIds'>

const query = (owners: Owners, more: Partial<FindingQuery> = {}): FindingQuery => {
  const { platform = eCommerce } = more
  return { platform, scope: { platform: platform.value, ...owners }, range, filters: {}, ...more }
}

type Shape = [name: string, query: FindingQuery, options?: Partial<PageOptions>, sort?: Sorting]
const shapes: Shape[] = [
  ['one company: whole rows, names from the session', query(oneCompany), { names }],
  ['one company: whole rows, names of the page', query(oneCompany)],
  [
    'one company: total, sites',
    query(oneCompany),
    { names, total: totalCounted(query(oneCompany).scope, range), sites: sitesIn(query(oneCompany).scope, 'site') },
  ],
  [
    'one company, one status',
    query(oneCompany, { filters: { status: { search: 'many', values: ['33'] } } }),
    { names },
  ],
  [
    'one company, one status, after a first statement that ended early',
    query(oneCompany, { filters: { status: { search: 'many', values: ['33'] } } }),
    { names, total: 'reading' },
  ],
  [
    'the same, where many have the status',
    query(oneCompany, { filters: { status: { search: 'many', values: ['33'] } } }),
    { names, isPatient: true },
  ],
  ['one company, one brand: by ids', query({ companyIds: [companyA!], brandIds: [brandA!] }), { names }],
  ['one company, page far down: by ids', query(oneCompany), { names, offset: 220 }],
  ['several companies', query(severalCompanies), { names }],
  [
    'all companies, with total and sites',
    query(allCompanies),
    { total: totalCounted(query(allCompanies).scope, range), sites: sitesIn(query(allCompanies).scope, 'site') },
  ],
  ['a platform without sellers, one company', query(oneCompany, { platform: domain }), { names }],
  ['a platform without sellers, all companies', query(allCompanies, { platform: domain })],
  ["sorted by the platform's own column, one company", query(oneCompany), { names }, { by: 'title', direction: 'asc' }],
  ["sorted by the platform's own column, all companies", query(allCompanies), {}, { by: 'price', direction: 'desc' }],
  ['oldest first', query(oneCompany), { names }, { by: 'reportingDate', direction: 'asc' }],
  [
    "filtered by the platform's own column",
    query(oneCompany, { filters: { title: { search: 'part', text: 'serum' } } }),
    { names },
  ],
  ['the findings of a notification', query(oneCompany, { range: undefined, ids: ['e'.repeat(8)] }), { names }],
  ['the findings of a seller', query(allCompanies, { seller: ' Kartholm ' })],
  ['conditions of another feature', query(allCompanies, { extraConditions: [sql`exists (select from marks)`] })],
]

/**
 * A statement without the white space of the code, one clause a line, with its values; the platform's columns, which
 * other tests read, in one word.
 */
function readable(statement: Sql): string {
  const { text, values: parameters } = statement
  const clauses = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?:[fd]\.\w+ as "\w+"(?:, )?){2,}/g, '<columns> ')
    .replace(/ (?=(?:select|from|where|order by|left join|cross join|(?<!left |cross )join|union all)\b)/g, '\n')
  return `${clauses}\n-- ${JSON.stringify(parameters)}`
}

test('the statement of a page has these texts; a change of one is a change of the hottest statement', async () => {
  const texts = shapes.map(([name, shape, options, sort = newest]) => {
    const statement = pageStatement(shape, sort, { size: 50, offset: 0, ...options })
    return `-- ${name} (${hasCommonShape(shape, sort) ? 'prepared' : 'planned each time'})\n${readable(statement)};\n`
  })
  await expect(texts.join('\n')).toMatchFileSnapshot('./page-queries.golden.sql')
})
