import { expect, test } from 'vitest'
import { CallFailed } from '#kit/web/call.ts'
import { findingPlatforms } from '#vocabulary/platform-names.ts'
import { differingFields } from './differing-fields.ts'
import { statusChoices } from './status-choices.ts'
import { texts } from './texts.ts'
import { bulkSendFailure, primaryOf, sendFailure } from './use-enforcement-form.ts'

const eight = [
  'Success',
  'In Progress',
  'Awaiting Approval',
  'Approved',
  'No Further Action',
  'No action',
  'Client Review',
  'Self Resolved',
]

test('S-126 S-127 the dialog offers eight statuses, and five more for e-commerce', () => {
  for (const platform of findingPlatforms) {
    const names = statusChoices(platform).map(({ label }) => label)
    expect(names.slice(0, 8)).toEqual(eight)
    expect(names.slice(8)).toEqual(
      platform === 'e-commerce'
        ? [
            'Purchase',
            'Purchase in progress',
            'Purchase complete',
            'Purchase Incomplete – Product not available',
            'Purchase Incomplete – Seller non-responsive',
          ]
        : [],
    )
  }
})

test('S-047 the first button sends once an abuse address is chosen, and saves before that or where there is no email', () => {
  expect(primaryOf({ abuseEmail: ' ' }, true)).toBe('save')
  expect(primaryOf({ abuseEmail: 'abuse@desk.test' }, true)).toBe('send')
  expect(primaryOf({ abuseEmail: 'abuse@desk.test' }, false)).toBe('save')
})

test('S-043 bulk enforcement says how many findings it writes, and which values of them differ', () => {
  const rows = [
    { registrar: 'First Names', ipAddress: '203.0.113.7', hosting: null },
    { registrar: 'first names ', ipAddress: '203.0.113.8', hosting: 'Zonehost' },
    { registrar: '', ipAddress: '203.0.113.8', hosting: 'Boxhost' },
  ]
  expect(differingFields(rows)).toEqual(['ipAddress', 'hosting'])
  expect(differingFields(rows.slice(0, 1))).toEqual([])
  expect(texts.recordsMany(50)).toBe('This records the same action on 50 findings. No email is sent.')
  expect(texts.differing(differingFields(rows))).toContain('different IP addresses and hosts.')
})

test('S-263 a send that fails: a 404 shows the server’s message, anything else “Something went wrong.”', () => {
  const failed = (status: number, message: string) => sendFailure(new CallFailed(status, { message }))
  expect(failed(404, 'Enforcement configuration not found.')).toBe('Enforcement configuration not found.')
  expect(failed(404, '')).toBe('Resource not found.')
  expect(sendFailure(new CallFailed(404, {}))).toBe('Resource not found.')
  expect(failed(500, 'Oh')).toBe('Something went wrong.')
  expect(sendFailure(new TypeError('no network'))).toBe('Something went wrong.')
})

test('S-262 a bulk email failure other than 422 is “Internal Server Error”', () => {
  expect(bulkSendFailure(new CallFailed(404, { message: 'x' }))).toBe('Internal Server Error')
  expect(bulkSendFailure(new CallFailed(500, { message: 'x' }))).toBe('Internal Server Error')
  expect(bulkSendFailure(new TypeError('no network'))).toBe('Internal Server Error')
})
