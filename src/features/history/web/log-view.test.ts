import { describe, expect, test } from 'vitest'
import type { DataRecord } from '#features/history/contract.ts'
import { paramsOfLog, logViewOf, searchOfLog, withFilter } from './log-view.ts'
import { cutUsername, moduleText, sentenceOf } from './texts.ts'

const today = '2026-11-21'

describe('the view of the log', () => {
  test('A-148 without dates the last 30 days, today among them', () => {
    expect(logViewOf({}, today).range).toEqual({ startDate: '2026-10-23', endDate: today })
    expect(logViewOf({ startDate: '2026-03-02', endDate: '2026-03-01' }, today).range.endDate).toBe(today)
  })
  test('A-038 every filter is stored in the URL, default values are not', () => {
    const search = {
      company: 'c',
      brand: 'b',
      platform: 'domain',
      username: 'u',
      searchTerm: 's',
      selectedFromStatus: '33',
      selectedToStatus: '00',
      startDate: '2026-01-01',
      endDate: '2026-01-31',
    }
    const view = logViewOf({ ...search, unknown: 'x' }, today)
    expect(searchOfLog(view, today)).toEqual(search)
    expect(paramsOfLog(view)).toEqual(search)
    expect(searchOfLog(logViewOf({}, today), today)).toEqual({})
  })
  test('A-120 the order of a column is stored in the URL and sent with the call; an unknown one is dropped', () => {
    const search = { sortBy: 'username', sortDirection: '-1' }
    const view = logViewOf(search, today)
    expect(view.sort).toEqual({ by: 'username', order: 'desc' })
    expect(searchOfLog(view, today)).toEqual(search)
    expect(paramsOfLog(view)).toMatchObject(search)
    expect(logViewOf({ sortBy: 'secret' }, today).sort).toBeNull()
  })
  test('changing the company removes the brand', () => {
    const view = logViewOf({ company: 'c', brand: 'b', username: 'u' }, today)
    expect(withFilter(view, 'company', 'd').filters).toEqual({ company: 'd', username: 'u' })
    expect(withFilter(view, 'brand', undefined).filters).toEqual({ company: 'c', username: 'u' })
  })
})

test('A-040 a username longer than 24 characters is cut there', () => {
  expect(cutUsername('a'.repeat(24))).toBe('a'.repeat(24))
  expect(cutUsername(`${'a'.repeat(24)}b`)).toBe(`${'a'.repeat(24)}…`)
})

describe('a sentence of the data log', () => {
  const record = (type: string, totalAffectedRecords: number, firstName = 'Asha'): DataRecord => ({
    id: '1',
    _id: '1',
    type,
    model: 'Brand',
    totalAffectedRecords,
    updatedBy: { id: null, _id: null, firstName, lastName: firstName && 'Rao' },
    createdAt: '2026-11-21T00:00:00Z',
    company: '',
    subject: '',
    recordId: null,
    changes: [],
    takenOut: null,
  })
  test.each([
    ['add', 1, 'Asha Rao Added a record (Brand)'],
    ['update', 2, 'Asha Rao Updated 2 records (Brand)'],
    ['delete', 0, 'Asha Rao Deleted a record (Brand)'],
    ['merge', 5, 'Asha Rao Added 5 records (Brand)'],
  ])('A-042 A-043 %s of %i', (type, count, sentence) => {
    expect(sentenceOf(record(type, count))).toBe(sentence)
  })
  test('A-042 of an export it says which records, as which files, and whether they were downloaded again', () => {
    const takenOut: DataRecord['takenOut'] = {
      brands: ['Acme One', 'Acme Two'],
      allBrands: false,
      startDate: '2026-03-01',
      endDate: '2026-03-31',
      choices: { status: ['00', '33'], seller: ['A', 'B', 'C', 'D', 'E', 'F', 'G'], actionDate: ['2026-03-09'] },
      domains: 0,
      format: 'csv',
      files: ['website.csv'],
      again: false,
    }
    const exported = { ...record('export', 12), company: 'Acme' }
    expect(sentenceOf({ ...exported, takenOut })).toBe(
      'Asha Rao Exported 12 records (Brand): Acme, Acme One, Acme Two; 01/03/2026 – 31/03/2026; ' +
        'seller A, B, C, D, E and 2 more; status No Action, Awaiting Approval; last action 09/03/2026; CSV (website.csv)',
    )
    const all = { ...takenOut, allBrands: true, choices: {}, again: true }
    expect(sentenceOf({ ...exported, takenOut: all })).toMatch(
      /: Acme, all brands; 01\/03\/2026 – 31\/03\/2026; CSV \(website\.csv\); downloaded again$/,
    )
    const domains = {
      ...takenOut,
      brands: [],
      choices: {},
      domains: 2,
      format: 'xlsx' as const,
      files: ['domains.xlsx'],
    }
    expect(sentenceOf({ ...exported, company: '', takenOut: domains })).toMatch(
      /: 2 domains; 01\/03\/2026 – 31\/03\/2026; Excel \(domains\.xlsx\)$/,
    )
  })
  test('without a person it was the system', () => {
    expect(sentenceOf(record('update', 1, ''))).toBe('System Updated a record (Brand)')
  })
})

test('G106 a decision over a list keeps the name of its module, and one that is no approval says which it was', () => {
  expect(moduleText({ module: 'bulk-approve', statusTo: '22' })).toBe('bulk-approve')
  expect(moduleText({ module: 'bulk-approve', statusTo: '00' })).toBe('bulk-approve: No Action')
  expect(moduleText({ module: 'dashboard', statusTo: '00' })).toBe('dashboard')
})
