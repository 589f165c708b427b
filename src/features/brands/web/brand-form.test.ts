import { expect, test } from 'vitest'
import { brandMessages } from '#features/brands/messages.ts'
import { brandInput, brandValues, offeredPlatforms, platformProblem, withoutPlatform } from './brand-form.ts'

const messages = { none: brandMessages.noPlatformChosen, twice: brandMessages.platformTwice }

test('A-070 a platform must be selected, and can be added only once', () => {
  expect(platformProblem({}, null, messages)).toBe('please select platform')
  expect(platformProblem({ domain: {} }, 'domain', messages)).toBe('platform added already')
  expect(platformProblem({ domain: {} }, 'tmch', messages)).toBeUndefined()
  expect(offeredPlatforms.map(({ value }) => value)).toEqual([
    'domain',
    'website',
    'socialMedia',
    'eCommerce',
    'appStore',
    'tmch',
  ])
})

test('A-017 A-055 a new brand is enabled; the company is sent as its id', () => {
  expect(brandValues()).toMatchObject({ status: true, platform: {}, company: null })
  const values = {
    ...brandValues(),
    company: { id: 'c', name: 'Acme' },
    platform: { domain: { endDate: '2025-01-01' } },
  }
  expect(brandInput(values)).toMatchObject({
    company: 'c',
    platform: { domain: { startDate: '', endDate: '2025-01-01' } },
  })
  expect(withoutPlatform({ ...values, platform: { domain: {}, tmch: {} } }, 'domain').platform).toEqual({ tmch: {} })
})
