import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import { newId } from '#kit/server/id.ts'
import { domain } from '#platforms/domain.ts'

const { at, get, own } = setUpActionTests()

test('rows are read again by their ids as the list returns them, and only those in scope', async () => {
  const ids = await own(domain, ['33', '22'])
  const { companies, brands } = at.world
  const foreign = await addFindings(at.database.db, domain, [
    { companyId: companies.foreign, brandId: brands.foreign, status: '33' },
  ])
  const rowsOf = async (wanted: readonly string[], who?: string) => {
    const answer = await get(`domain/rows?ids=${wanted.join()}`, who)
    return {
      status: answer.statusCode,
      docs: answer.json<{ docs?: { id: string; status: string; brand: { brandName: string } }[] }>().docs ?? [],
    }
  }
  const { docs } = await rowsOf([...ids, ...foreign, newId()])
  expect(docs.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  const listed = (await get('domain?startDate=2000-01-01&endDate=2035-12-31')).json<{ docs: { id: string }[] }>().docs
  expect(docs.find(({ id }) => id === ids[0])).toEqual(listed.find(({ id }) => id === ids[0]))
  expect((await rowsOf(ids, 'foreignClient')).docs).toEqual([])
  const forStaff = (await rowsOf([...ids, ...foreign], 'analyst')).docs
  expect(forStaff.map((doc) => [doc.id, doc.brand.brandName]).toSorted()).toEqual(
    [...ids.map((id) => [id, 'Acme One']), [foreign[0], expect.any(String)]].toSorted(),
  )
  for (const wrong of [[], ['x'], Array.from({ length: 101 }, () => newId())])
    expect((await rowsOf(wrong)).status).toBe(422)
})
