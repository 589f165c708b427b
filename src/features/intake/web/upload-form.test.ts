import { expect, test } from 'vitest'
import type { GridRow } from '#kit/web/EditableGrid-rows.ts'
import { formErrors, hasInvalidReasonCode, headOf, missingScope, type UploadForm } from './upload-form.ts'

const today = '2026-07-10'
const scope = { companyId: 'c', brandId: 'b', platform: 'e-commerce' } as const
const form: UploadForm = { scope, reportingDate: today, duplicateLidCheck: false }
const errorsFor = (reportingDate: string) => Object.keys(formErrors({ ...form, reportingDate }, today))

test('S-026 each missing field has an error; a complete form has none', () => {
  expect(formErrors(form, today)).toEqual({})
  const nothing = { companyId: undefined, brandId: undefined, platform: undefined }
  expect(Object.keys(missingScope(nothing))).toEqual(['company', 'brand', 'platform'])
  expect(formErrors({ ...form, scope: { ...scope, brandId: undefined }, reportingDate: '' }, today)).toEqual({
    brand: 'Brand is required',
    reportingDate: 'Reporting date is required',
  })
})

test('a reporting date lies between the earliest one and today', () => {
  expect(errorsFor('2026-07-09')).toEqual([])
  expect(errorsFor('2026-07-11')).toEqual(['reportingDate'])
  expect(errorsFor('1999-12-31')).toEqual(['reportingDate'])
})

test('S-151 an unknown reason code is found; a missing one is not unknown', () => {
  const rows = (reasonCode: unknown) => [{ sn: 1, reasonCode } as GridRow]
  expect(hasInvalidReasonCode(rows(''))).toBe(false)
  expect(hasInvalidReasonCode(rows('tm_title'))).toBe(false)
  expect(hasInvalidReasonCode(rows('nonsense'))).toBe(true)
})

test('the head of an upload names the scope by its ids', () => {
  expect(headOf(form)).toEqual({
    company: 'c',
    brand: 'b',
    platform: 'e-commerce',
    reportingDate: today,
    duplicateLidCheck: false,
  })
})
