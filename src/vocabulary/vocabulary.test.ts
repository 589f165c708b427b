import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  isDomainName,
  isDomainOrPage,
  isWebAddress,
  refangAddress,
  normaliseAddress,
  normaliseDomain,
  normaliseLid,
} from './addresses.ts'
import { daysAfter, monthOf, readDay, showDay, showDayOnHome, showEnforcementDay, showTime, today } from './dates.ts'
import { priorities, readPriority } from './priorities.ts'
import { priorityOfReason, readReasonCode, reasonCodeName, reasonCodes } from './reason-codes.ts'
import { roles } from './roles.ts'
import { mayMoveRow, rowChoices, staffMaySet, statusesOf } from './status-moves.ts'
import { otherStatus, purchaseIncomplete, readStatus, statusCodes, statuses, statusDisplay } from './statuses.ts'
import { findingPlatforms } from './platform-names.ts'
import { webAddress } from './testing.ts'

test('C-003 there are three roles', () => {
  expect(roles).toEqual(['Client', 'Analyst', 'Admin'])
})

describe('statuses', () => {
  test('C-192 C-193 codes and names, as text', () => {
    expect(Object.fromEntries(statuses.map((s) => [s.code, s.name]))).toEqual({
      55: 'Success',
      11: 'In Progress',
      33: 'Awaiting Approval',
      22: 'Approved',
      99: 'No Further Action',
      '00': 'No Action',
      88: 'Client Review',
      90: 'Self Resolved',
      44: 'Purchase',
      66: 'Purchase in progress',
      77: 'Purchase complete',
      101: 'Purchase Incomplete – Product not available',
      102: 'Purchase Incomplete – Seller non-responsive',
    })
    expect(readStatus(0)).toBe('00')
    expect(readStatus('awaiting approval')).toBe('33')
    expect(readStatus('Purchase Incomplete - Product not available')).toBe('101')
    expect(readStatus('34')).toBeUndefined()
  })

  test('C-194 C-195 every status of the display list has its fixed colour', () => {
    const colours =
      '#2e7d32 #1565c0 #f9a825 #00838f #6d4c41 #757575 #ef6c00 #9e9d24 #6a1b9a #8e24aa #4a148c #c62828 #c62828'
    expect(statuses.map((s) => s.colour)).toEqual(colours.split(' '))
    expect(otherStatus).toEqual({ name: 'Other', colour: '#455a64' })
    expect(purchaseIncomplete).toEqual({ name: 'Purchase Incomplete', colour: '#c62828' })
    expect(statusDisplay('12345')).toBe(otherStatus)
  })

  test('C-200 C-114 C-115 the row control offers only the four statuses, on e-commerce also 44, and none to an Analyst', () => {
    for (const platform of findingPlatforms) {
      const choices = platform === 'e-commerce' ? ['33', '22', '00', '88', '44'] : ['33', '22', '00', '88']
      for (const from of statusCodes) {
        const editable = ['33', '22', '00', '88'].includes(from)
        expect(rowChoices('Client', platform, from)).toEqual(editable ? choices : [])
        expect(rowChoices('Admin', platform, from)).toEqual(editable ? choices : [])
        expect(rowChoices('Analyst', platform, from)).toEqual([])
        for (const to of statusCodes) {
          expect(mayMoveRow('Client', platform, from, to)).toBe(editable && choices.includes(to))
        }
      }
    }
  })

  test('staff tools may set the eight standard statuses on any platform, purchase statuses on e-commerce only', () => {
    expect(statusesOf('domain')).toHaveLength(8)
    expect(staffMaySet('domain', '44')).toBe(false)
    expect(staffMaySet('e-commerce', '102')).toBe(true)
    expect(staffMaySet('e-commerce', '12')).toBe(false)
  })
})

test('C-199 priorities are High and Low; a blank stays blank, any other text is not recognised', () => {
  expect(priorities).toEqual(['High', 'Low'])
  expect([readPriority('high'), readPriority(' LOW '), readPriority(''), readPriority('urgent')]).toEqual([
    'High',
    'Low',
    null,
    undefined,
  ])
})

describe('reason codes', () => {
  test('C-180 C-190 143 reason codes with unique codes and names, readable by either', () => {
    expect(reasonCodes).toHaveLength(143)
    expect(reasonCodes.filter((r) => r.level === 'top')).toHaveLength(19)
    for (const reason of reasonCodes) {
      expect(readReasonCode(reason.code)).toBe(reason)
      expect(readReasonCode(reason.name.toUpperCase())).toBe(reason)
      expect(reasonCodeName(reason.code)).toBe(reason.name)
    }
  })

  test('C-183 C-184 C-185 C-186 C-189 the codes the specification names', () => {
    const named =
      '123 TM, 567 MRP, 234 Fake, 891 Compliance, 912 Design, 789 Import, 678 Extensions, 345 Combo, 456 Tradedress, 12301 TM_Title, 56701 MRP_Discount80, 23401 Fake_TM_MRP, 78901 Import_Language, 34501 Combo_Branded, 18201 Lookalike_MisspelledBrand, 18101 D2C_NotAllowed, 18001 Expired_PastDate, 42301 Unauth_Seller, 12218 Phishing_Activity, 52905 Sale_Mentioned, 000 NotApplicable'
    for (const pair of named.split(', ')) {
      const [code, name] = pair.split(' ') as [string, string]
      expect(reasonCodeName(code)).toBe(name)
    }
    expect(readReasonCode(0)?.code).toBe('000')
  })

  test('C-187 C-188 book mismatches, social-media and app-store fraud are covered', () => {
    for (const field of ['Author', 'ISBN', 'Publisher', 'Edition', 'Pages', 'Binding', 'Year']) {
      expect(readReasonCode(`Book_${field}Mismatch`)?.level, field).toBe('sub')
    }
    expect(readReasonCode('SocialFraud')?.level).toBe('top')
    expect(readReasonCode('AppFraud')?.level).toBe('top')
  })

  test('C-191 a priority for codes and names, blank for 000 and for the unknown', () => {
    expect([
      priorityOfReason('12301'),
      priorityOfReason('Combo'),
      priorityOfReason('000'),
      priorityOfReason('nonsense'),
    ]).toEqual(['High', 'Low', null, null])
  })

  test('C-182 S-142 an unknown code shows blank and reads as unknown', () => {
    expect(reasonCodeName('99999')).toBe('')
    expect(readReasonCode('99999')).toBeUndefined()
  })
})

describe('addresses', () => {
  test.each([
    ['HTTPS://WWW.Shop.Example/Item/?q=A#top', 'shop.example/Item/?q=A'],
    ['http://shop.example///', 'shop.example'],
    ['www.shop.example', 'shop.example'],
    ['  shop.example/Path/ ', 'shop.example/Path'],
    ['http://münchen.example/Ä', 'xn--mnchen-3ya.example/%C3%84'],
    ['http://www.www.example/x', 'www.example/x'],
    ['http://shop.example:80/', 'shop.example'],
    ['https://shop.example:443/x', 'shop.example/x'],
    ['shop.example:443', 'shop.example:443'],
    ['shop.example:80/', 'shop.example:80'],
    ['https://shop.example:80/', 'shop.example:80'],
    ['https://shop.example:8443/', 'shop.example:8443'],
    ['http://shop.example:443', 'shop.example:443'],
    ['Shop.Example./x', 'shop.example/x'],
    ['shop.example/?', 'shop.example'],
    ['shop.example?q=1', 'shop.example/?q=1'],
    ['https://www.shop.example?q=1', 'shop.example/?q=1'],
    ['shop.example/x/?q=1', 'shop.example/x/?q=1'],
    ['shop.example/a/./b/../c', 'shop.example/a/c'],
    ['shop.example/%7euser/a%2fb', 'shop.example/~user/a%2Fb'],
    ['shop.example\\x', 'shop.example/x'],
    ['hxxps://evil[.]test/x', 'evil.test/x'],
    ['https://bank.example:secure@evil.test/', 'evil.test'],
    ['https://shop.example/#/item/1', 'shop.example/#/item/1'],
    ['https://shop.example/#!/item/1/', 'shop.example/#!/item/1'],
    ['https://shop.example/#/', 'shop.example'],
    ['shop.example//x', 'shop.example//x'],
    ['shop.example/?u=http://b.example/', 'shop.example/?u=http://b.example'],
    ['http://[2001:DB8::1]:80/x', '[2001:db8::1]/x'],
    ['12345', '12345'],
    ['C:\\files', 'c:\\files'],
    ['someone@shop.example', 'someone@shop.example'],
    ['market://details?id=1', 'market://details?id=1'],
  ])('%s is the same as %s', (given, normalised) => {
    expect(normaliseAddress(given)).toBe(normalised)
    expect(normaliseAddress(normalised)).toBe(normalised === 'www.example/x' ? 'example/x' : normalised)
  })

  test('an address and what the URL standard makes of it are the same, 95 of 95', () => {
    const urlCases: { input: string; href: string }[] = JSON.parse(
      readFileSync(new URL('../../tests/fixtures/urls/http.json', import.meta.url), 'utf8'),
    )
    expect(urlCases.length).toBe(95)
    for (const { input, href } of urlCases) expect(normaliseAddress(input), input).toBe(normaliseAddress(href))
  })

  test('normalising twice changes nothing more', () => {
    fc.assert(
      fc.property(webAddress, (address) => {
        const once = normaliseAddress(address)
        expect(normaliseAddress(`http://${once}`)).toBe(once)
      }),
    )
  })

  test('a domain is the host only; listing ids are trimmed and upper-cased', () => {
    expect(normaliseDomain('https://WWW.Brand.Example:8443/login')).toBe('brand.example')
    expect(normaliseLid(' lst9x ')).toBe('LST9X')
  })

  test.each([
    ['https://bank.example:secure@evil.test/login', 'evil.test'],
    ['bank.example:secure@evil.test/login', 'evil.test'],
    ['https://bank.example@www.evil.test:443', 'evil.test'],
    ['https://a@b@evil.test', 'evil.test'],
    ['https://evil.test/@bank.example', 'evil.test'],
    ['https://evil.test?next=a@bank.example', 'evil.test'],
    ['https://evil.test#@bank.example', 'evil.test'],
    ['https:\\\\evil.test\\@bank.example', 'evil.test'],
    ['http://[2001:DB8::1]:8080/x', '2001:db8::1'],
    ['http://evil.test.:80/', 'evil.test'],
    ['hxxps://evil[.]test/x', 'evil.test'],
    ['http://ev%69l.test/', 'evil.test'],
    ['http://MÜNCHEN.example./', 'xn--mnchen-3ya.example'],
    ['www.www.example', 'www.example'],
    ['sub_domain.a.example', 'sub_domain.a.example'],
    ['http://a b.example', 'a b.example'],
  ])('the host of %s is %s', (given, host) => {
    expect(normaliseDomain(given)).toBe(host)
  })

  test.each([
    ['hxxps://evil[.]test/a[.]b', 'https://evil.test/a[.]b'],
    ['HXXP://Evil[.]co[.]test', 'http://Evil.co.test'],
    ['https://evil[.]test/x?y=[.]', 'https://evil.test/x?y=[.]'],
    ['evil[.]test', 'evil.test'],
    ['https://evil.test/[.]', 'https://evil.test/[.]'],
    ['hxxps', 'hxxps'],
    ['a note [.] about hxxp', 'a note [.] about hxxp'],
    ['http://[2001:db8::1]/', 'http://[2001:db8::1]/'],
  ])('%s stands for %s', (given, address) => {
    expect(refangAddress(given)).toBe(address)
    expect(refangAddress(address)).toBe(address)
  })

  test('recognises web addresses and domain names', () => {
    for (const good of ['http://a.example', 'https://129.226.211.41/x?y=1', 'http://xn--80ak6aa92e.com/'])
      expect(isWebAddress(good), good).toBe(true)
    for (const bad of [
      'javascript:alert(1)',
      'ftp://a.example',
      'http://',
      'http://a b.example',
      'a.example',
      `http://a.example/${'x'.repeat(2048)}`,
    ]) {
      expect(isWebAddress(bad), bad.slice(0, 40)).toBe(false)
    }
    for (const good of ['a.example', 'münchen.example', 'sub_domain.a.example'])
      expect(isDomainName(good), good).toBe(true)
    for (const bad of ['localhost', '-a.example', 'a..example', 'a.example/x', `${'x'.repeat(64)}.example`, ''])
      expect(isDomainName(bad), bad).toBe(false)
  })

  test('G63 what names a host on the web: domains and pages, in every spelling; no words, no email addresses', () => {
    for (const good of [
      'shop.example',
      'WWW.shop.example/',
      'https://shop.example/a b?c#d',
      'hxxp://evil[.]test',
      'bücher.example',
      'shop.example:8080/x',
      'http://198.51.100.4/x',
      'http://[2001:db8::1]/x',
      'https://bank.example:secure@evil.test/',
    ])
      expect(isDomainOrPage(good), good).toBe(true)
    for (const bad of [
      '',
      'rubbish',
      'rubbish entry',
      'https://',
      'Acme. Very bad',
      '+91 00000 23073',
      'a@shop.example',
    ])
      expect(isDomainOrPage(bad), bad).toBe(false)
  })
})

describe('dates', () => {
  test('C-342 S-286 days are read day first and displayed in the formats of the specification', () => {
    expect(['2026-04-03', '03/04/2026', '3-4-2026', '3-Apr-26'].map(readDay)).toEqual(Array(4).fill('2026-04-03'))
    for (const bad of ['31/02/2026', '2026-13-01', '04/13/2026', 'soon', '']) expect(readDay(bad), bad).toBeUndefined()
    expect(showDay('2026-04-03')).toBe('03/04/2026')
    expect(showDayOnHome('2026-04-03')).toBe('03-04-2026')
    expect(showEnforcementDay('2026-04-03')).toBe('3-4-2026')
  })

  test('C-343 times read hh:mm:ss am/pm in the business zone', () => {
    expect(showTime('2026-11-21T03:04:05Z', 'Asia/Kolkata')).toBe('08:34:05 am')
    expect(showTime('2026-11-21T18:29:59Z', 'Asia/Kolkata')).toBe('11:59:59 pm')
  })

  test('today and months are those of the business zone', () => {
    expect(today('Asia/Kolkata', new Date('2026-11-20T19:00:00Z'))).toBe('2026-11-21')
    expect(monthOf('2024-02-10')).toEqual({ startDate: '2024-02-01', endDate: '2024-02-29' })
    expect(daysAfter('2026-12-31', 1)).toBe('2027-01-01')
  })
})
