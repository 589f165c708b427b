import { describe, expect, test } from 'vitest'
import { readRdap } from './read-rdap.ts'
import { readWhois } from './read-whois.ts'

describe('WHOIS', () => {
  test.each([
    [
      'below the heading that KRNIC gives it',
      'IPv4 Address : 192.0.2.0 - 192.0.2.255\nOrganization Name : Example Net\n\n[ Technical Contact Information ]\nName : IP Manager\nE-Mail : ip@example.test\n\n[ Network Abuse Contact Information ]\nName : Desk\nPhone : +82-2-0000-0000\nE-Mail : desk@example.test\n',
    ],
    [
      'by the contact that abuse-c refers to (LACNIC)',
      'inetnum: 192.0.2.0/24\nowner: Example Net\nowner-c: OWN1\nabuse-c: DES2\n\nnic-hdl: OWN1\nperson: Owner\ne-mail: owner@example.test\n\nnic-hdl: DES2\nperson: Desk\ne-mail: desk@example.test\n',
    ],
  ])('the desk of a network is read %s', (_, answer) => {
    for (const text of [answer, answer.replaceAll('\n', '\r\n')])
      expect(readWhois(text)).toMatchObject({ kind: 'found', emails: ['desk@example.test'] })
  })

  test.each([
    'Requests of this client are not permitted. Please use the web form.',
    'Your last query was a moment ago, wait 41 seconds',
  ])('‘%s’ says that the server is asked too often', (answer) => {
    expect(readWhois(`${answer}\n`).kind).toBe('throttled')
  })

  test('the day of registration stands after ‘Domain Name Commencement Date’', () => {
    const answer = 'Domain Name: EXAMPLE.TEST\nDomain Name Commencement Date: 14-03-2019\nExpiry Date: 14-03-2031\n'
    expect(readWhois(answer)).toMatchObject({ registeredOn: '2019-03-14', expiresOn: '2031-03-14' })
  })
})

test('RDAP: a registrant inside the registrar’s entity who names himself as the desk is not it', () => {
  const person = (roles: string[], email: string) => ({
    objectClassName: 'entity',
    roles,
    vcardArray: ['vcard', [['email', {}, 'text', email]]],
  })
  const registrar = {
    ...person(['registrar'], 'office@names.test'),
    entities: [person(['registrant', 'abuse'], 'owner@shop.test'), person(['abuse'], 'desk@names.test')],
  }
  const answer = { objectClassName: 'domain', ldhName: 'shop.test', entities: [registrar] }
  expect(readRdap(answer)).toMatchObject({ kind: 'found', emails: ['desk@names.test'] })
})
