import { expect, test } from 'vitest'
import { addressOptions } from './address-options.ts'

test('manual entry comes first; each address is offered once, with whose it is and whether it bounced', () => {
  expect(
    addressOptions([
      { email: 'a@desk.test', bounced: false },
      { email: null, bounced: false, kind: 'platform' },
      { email: 'b@desk.test', bounced: true, kind: 'host' },
      { email: 'b@desk.test', bounced: true, kind: 'registrar' },
    ]),
  ).toEqual([
    { value: 'Other (Enter manually)', label: 'Other (Enter manually)' },
    { value: 'a@desk.test', label: 'a@desk.test' },
    { value: 'b@desk.test', label: 'b@desk.test (bounced) · registrar' },
  ])
})
