import { afterEach, expect, test, vi } from 'vitest'
import { readBrands, readCompanies } from '#features/brands/web/lookups.ts'
import { readEmailAddress, readUsers } from './lookups.ts'

const asked: string[] = []

afterEach(() => {
  vi.unstubAllGlobals()
  asked.length = 0
})

function answer(of: (page: number) => object): void {
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.resolve(Response.json(of(Number(new URL(url, 'http://x').searchParams.get('page')))))
  })
}

test('C-344 S-284 A-149 lookups ask for 100 companies, 800 brands or 100 in the shared picker, page after page', async () => {
  answer((page) => ({ docs: [{ id: String(page) }], page, hasNextPage: page < 3 }))
  expect((await readCompanies()).map(({ id }) => id)).toEqual(['1', '2', '3'])
  await readBrands({ companyId: 'c' })
  await readBrands({ companyId: 'c', size: 100, disabledToo: true })
  expect(asked).toEqual([
    ...[1, 2, 3].map((page) => `/api/company?page=${page}&perPage=100`),
    ...[1, 2, 3].map((page) => `/api/brand?company=c&perPage=800&page=${page}`),
    ...[1, 2, 3].map((page) => `/api/brand?company=c&perPage=100&disabledBrands=true&page=${page}`),
  ])
})

test('C-344 S-284 A-149 the e-mail lookup asks for 400, the users lookup for 100', async () => {
  answer((page) => ({ data: 'who@demo.test', docs: [], page, hasNextPage: false }))
  expect(await readEmailAddress()).toBe('who@demo.test')
  await readUsers()
  expect(asked).toEqual(['/api/users/getEmailId?page=1&perPage=400', '/api/users?page=1&perPage=100'])
})
