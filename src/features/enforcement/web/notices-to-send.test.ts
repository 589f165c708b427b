import { expect, test } from 'vitest'
import type { WithheldFinding, SendGroup } from '#features/enforcement/contract-schemas.ts'
import { withheldCounts, noticesOf } from './notices-to-send.ts'
import { texts } from './texts.ts'

const host = { kind: 'host', email: 'abuse@host.test' }
const registrar = { kind: 'registrar', email: 'abuse@registrar.test' }
const withheld = (id: string, more: Partial<WithheldFinding>): WithheldFinding => ({
  id,
  fields: [],
  lacking: [],
  isForAll: false,
  isRefused: false,
  ...more,
})
const groupOf = (...all: WithheldFinding[]) =>
  ({
    desk: host,
    others: [registrar],
    recordIds: ['complete', ...all.map(({ id }) => id)],
    withheld: all,
  }) as unknown as SendGroup
const values = { email: 'abuse@host.test', deskKind: '', registrar: '', ipAddress: '', hosting: '' }
const going = (group: SendGroup, entered: Partial<typeof values> = {}, isOverridden = false) =>
  noticesOf(group, { ...values, ...entered }, isOverridden).recordIds

test('S-206 only emails that can go are sent and counted; one to a host needs no registrar, one to a registrar does', () => {
  const group = groupOf(withheld('unnamed', { fields: ['registrar'] }), withheld('nowhere', { fields: ['ipAddress'] }))
  expect(going(group)).toEqual(['complete', 'unnamed'])
  expect(going(group, { email: 'abuse@registrar.test' })).toEqual(['complete'])
  expect(going(group, { email: 'typed@desk.test' })).toEqual(['complete'])
  expect(going(group, { email: 'typed@desk.test', deskKind: 'host' })).toEqual(['complete', 'unnamed'])
  expect(going(group, { ipAddress: '203.0.113.7' })).toEqual(['complete', 'unnamed', 'nowhere'])
  expect(going(group, { email: ' ' })).toEqual([])
})

test('the reason of an Admin lets go what is incomplete or not approved, never what is no abuse', () => {
  const group = groupOf(
    withheld('price', { lacking: ['noAbuse'], isForAll: true }),
    withheld('unsigned', { lacking: ['signer'], isForAll: true }),
    withheld('unapproved', { isRefused: true }),
  )
  expect(going(group)).toEqual(['complete'])
  expect(going(group, {}, true)).toEqual(['complete', 'unsigned', 'unapproved'])
})

test('whether another desk acts is judged when its email is sent; a mark in the name alone concerns nobody', () => {
  const group = groupOf(
    withheld('content', { lacking: ['instrument'] }),
    withheld('name', { lacking: ['instrument'], isForAll: true }),
  )
  expect(going(group)).toEqual(['complete'])
  expect(going(group, { email: 'typed@desk.test' })).toEqual(['complete', 'content'])
})

test('beside the button: how many get no email and why', () => {
  const group = groupOf(
    withheld('price', { lacking: ['noAbuse'], isForAll: true }),
    withheld('one', { fields: ['ipAddress'] }),
    withheld('two', { fields: ['ipAddress', 'hosting'] }),
  )
  expect(texts.leftOut(withheldCounts([noticesOf(group, values, false)]))).toBe(
    '3 findings are left out: not abuse (1), the IP address is missing (2).',
  )
  expect(texts.refusedSend(3, 'Date is required')).toBe('Nothing was sent. Date is required, and 2 more errors.')
})
