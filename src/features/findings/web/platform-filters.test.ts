import { describe, expect, test } from 'vitest'
import { platforms } from '#platforms/all.ts'
import { reasonCodes } from '#vocabulary/reason-codes.ts'
import { viewOf } from './dashboard-view.ts'
import { queryOf, filterFieldsOf } from './platform-filters.ts'

const standard = ['55', '11', '33', '22', '99', '00', '88', '90']

describe.each(platforms)('filters of $title', (platform) => {
  const fields = filterFieldsOf(platform, { site: ['Shop'], tld: ['com'] })

  test('C-196 C-197 the status filter offers the standard list; e-commerce the purchase statuses too', () => {
    const offered = fields.find((field) => field.name === 'status')!.options!.map((option) => option.value)
    expect(offered).toEqual(platform.value === 'e-commerce' ? [...standard, '44', '66', '77', '101', '102'] : standard)
  })

  test('C-181 the reason-code filter offers every name; C-199 the priority filter High and Low', () => {
    const options = (name: string) => fields.find((field) => field.name === name)!.options!
    expect(options('reasonCode').map((option) => option.label)).toEqual(reasonCodes.map((code) => code.name))
    expect(reasonCodes).toHaveLength(143)
    expect(options('priority').map((option) => option.value)).toEqual(['High', 'Low'])
  })

  test('a notification is queried without filters', () => {
    const view = viewOf(platform, { status: '33', notification: 'n' }, '2026-02-10')
    expect(queryOf(platform, view)).not.toHaveProperty('status')
    expect(queryOf(platform, view)).toMatchObject({ notification: 'n', module: platform.module })
  })
})
