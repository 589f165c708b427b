import { afterEach, expect, test, vi } from 'vitest'
import { findBrands, perPage } from '#features/brands/web/lookups.ts'
import { findCompanies } from '#features/companies/web/lookups.ts'
import { readEmailAddress, readUsers } from './lookups.ts'

const requests: string[] = []

afterEach(() => {
  vi.unstubAllGlobals()
  requests.length = 0
})

function answer(responseFor: (page: number) => object): void {
  vi.stubGlobal('fetch', (url: string) => {
    requests.push(url)
    return Promise.resolve(Response.json(responseFor(Number(new URL(url, 'http://x').searchParams.get('page')))))
  })
}

test('C-344 S-284 A-149 pickers load 100 companies, 800 brands or 100 in the shared picker; typing finds the rest', async () => {
  answer((page) => ({
    docs: [{ id: 'x', brandName: 'Quill', status: true }],
    page,
    totalDocs: 4321,
    hasNextPage: true,
  }))
  const { signal } = new AbortController()
  expect(await findCompanies('', { signal })).toMatchObject({ found: [{ id: 'x' }], total: 4321 })
  await findCompanies('qu', { parentsFor: 'me', signal })
  const found = await findBrands('', { companyId: 'c', size: perPage.brands, signal })
  expect(found).toMatchObject({ found: [{ id: 'x', name: 'Quill' }], total: 4321 })
  await findBrands('qu', { companyId: 'c', size: perPage.sharedBrands, signal })
  await findBrands('', { companyId: 'c', size: perPage.brands, withDisabled: true, signal })
  expect(requests).toEqual([
    '/api/company?page=1&perPage=100',
    '/api/company?page=1&perPage=100&search=qu&showParentCompany=true&excludeIds=me',
    '/api/brand?company=c&page=1&perPage=800',
    '/api/brand?company=c&page=1&perPage=100&search=qu',
    '/api/brand?company=c&page=1&perPage=800&disabledBrands=true',
  ])
})

test('C-344 S-284 A-149 the email lookup requests 400, the users lookup 100', async () => {
  answer((page) => ({ data: 'who@demo.test', docs: [], page, hasNextPage: false }))
  expect(await readEmailAddress()).toBe('who@demo.test')
  await readUsers()
  expect(requests).toEqual(['/api/users/getEmailId?page=1&perPage=400', '/api/users?page=1&perPage=100'])
})
