import { describe, expect, test } from 'vitest'
import { openApi } from '#app/open-api.ts'
import { endpoints } from '#app/contracts.ts'
import { platforms } from '#platforms/all.ts'

type Operation = { parameters: { name: string; in: string }[]; operationId: string; responses: object }
const { paths } = openApi('Brandkeep') as unknown as { paths: Record<string, Record<string, Operation>> }

describe('the description of the API', () => {
  test('has every call once, under a unique id', () => {
    const operations = Object.values(paths).flatMap((item) => Object.values(item))
    expect(operations).toHaveLength(endpoints.length)
    expect(new Set(operations.map((item) => item.operationId)).size).toBe(endpoints.length)
  })

  test.each(platforms.map((platform) => [platform.path, platform] as const))(
    'names paging, order, range, scope and every filter of the list of %s',
    (path, platform) => {
      const names = paths[`/${path}`]?.['get']?.parameters.map((parameter) => parameter.name)
      expect(names).toEqual(
        expect.arrayContaining([
          ...platform.filteredBy,
          'page',
          'perPage',
          'dropdownCount',
          'sortBy',
          'sortOrder',
          'startDate',
          'endDate',
          'brand',
          'clientCompanyId',
        ]),
      )
    },
  )
})
