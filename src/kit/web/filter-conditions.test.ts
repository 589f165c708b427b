import { describe, expect, test } from 'vitest'
import { carriedText, conditionSummary, modeOf, modesOf, parameterOf, type Mode } from './filter-conditions.ts'
import type { FilterField, Option } from './filter-fields.ts'
import { allOf, optionsOfGroup, toggledGroup } from './option-groups.ts'

const status: FilterField = {
  name: 'status',
  label: 'Status',
  search: 'many',
  operators: ['any', 'not', 'is'],
  options: [
    { value: '33', label: 'Awaiting' },
    { value: '22', label: 'Approved' },
  ],
}
const title: FilterField = { name: 'title', label: 'Title', search: 'part', operators: ['any', 'not', 'is'] }
const expiry: FilterField = { name: 'expiry', label: 'Expiry', search: 'day', operators: ['between', 'is'] }
const values = (field: FilterField) => modesOf(field).map(({ value }) => value)

describe('how a filter compares', () => {
  test('a plain filter of values takes several already; a column without a plain filter has conditions only', () => {
    expect(values(status)).toEqual(['plain', 'not', 'empty', 'filled'])
    expect(values({ ...status, isExtra: true })).toEqual(['any', 'not', 'empty', 'filled'])
    expect(values(title)).toEqual(['plain', 'any', 'not', 'empty', 'filled'])
    expect(values({ ...expiry, isExtra: true })).toEqual(['between', 'empty', 'filled'])
    expect(values({ name: 'markName', label: 'Mark', search: 'part' })).toEqual(['plain'])
  })

  test('it opens with what is set, and what is chosen is carried to another mode', () => {
    expect(modeOf(status, {})).toBe('plain')
    expect(modeOf(status, { 'status.not': '33' })).toBe('not')
    expect(modeOf(status, { 'status.is': 'filled' })).toBe('filled')
    const carried = (field: FilterField, text: string, from: Mode, to: Mode) => [
      parameterOf(field, to),
      carriedText(field, text, { from, to }),
    ]
    expect(carried(status, '33,22', 'plain', 'not')).toEqual(['status.not', '33|22'])
    expect(carried(status, '33|22', 'not', 'plain')).toEqual(['status', '33,22'])
    expect(carried(status, '33', 'plain', 'empty')).toEqual(['status.is', 'empty'])
    expect(carried(title, 'a|b', 'any', 'plain')).toEqual(['title', 'a'])
    expect(carried(expiry, '2026-01-02', 'plain', 'between')).toEqual(['expiry.between', '2026-01-02..2026-01-02'])
  })

  test('a chip says what is compared and how', () => {
    const chip = (field: FilterField, name: string, text: string) => {
      const summary = conditionSummary(field, name, text)
      return `${summary.name} ${summary.text}`
    }
    expect(chip(status, 'status', '33,22')).toBe('Status: Awaiting, Approved')
    expect(chip(status, 'status.not', '33|22')).toBe('Status is not Awaiting or Approved')
    expect(chip(title, 'title.any', 'a|b|c')).toBe('Title: a, b or c')
    expect(chip(title, 'title.not', 'a')).toBe('Title without a')
    expect(chip(title, 'title.is', 'empty')).toBe('Title is empty')
    expect(chip(expiry, 'expiry.between', '2026-01-02..')).toBe('Expiry: from 02/01/2026')
  })
})

describe('options in groups', () => {
  const options: Option[] = [
    { value: '123', label: 'TM' },
    { value: '12301', label: 'TM_Title', within: '123' },
    { value: '12302', label: 'TM_Logo', within: '123' },
    { value: '567', label: 'MRP' },
  ]

  test('ticking a group ticks its codes, once more removes them, and others stay', () => {
    const group = optionsOfGroup(options, '123')
    const all = toggledGroup(group, ['567', '12302'])
    expect(all).toEqual(['567', '123', '12301', '12302'])
    expect(toggledGroup(group, all)).toEqual(['567'])
    expect(toggledGroup(optionsOfGroup(options, '12301'), all)).toEqual(['567', '123', '12302'])
  })

  test('a chosen value that is no longer offered can still be removed', () => {
    expect(allOf(options, ['999', '567']).map(({ value }) => value)).toEqual(['999', '123', '12301', '12302', '567'])
  })
})
