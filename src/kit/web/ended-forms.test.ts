import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endedForm, forgetForm, forgetForms, rememberForms, watchForm } from './ended-forms.ts'

const begin = { name: '', password: '', tags: [] as string[] }
const page = { location: { pathname: '/users' } }
let unwatch = () => undefined as unknown

beforeEach(() => {
  vi.stubGlobal('window', page)
  page.location.pathname = '/users'
})
afterEach(() => {
  unwatch()
  forgetForms()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function endWith(values: typeof begin, version?: number): void {
  unwatch = watchForm({ begin, version, values: () => values })
  rememberForms('anna')
}

test('what was not saved is given back to the same form of the same record, without passwords', () => {
  endWith({ name: 'Half', password: 'secret', tags: ['a'] })
  expect(endedForm({ ...begin }, undefined)).toEqual({ name: 'Half', password: '', tags: ['a'] })
  expect(endedForm({ ...begin }, 2)).toBeUndefined()
  expect(endedForm({ ...begin, name: 'Another record' }, undefined)).toBeUndefined()
  expect(endedForm({ name: '' }, undefined)).toBeUndefined()
  page.location.pathname = '/brands'
  expect(endedForm({ ...begin }, undefined)).toBeUndefined()
})

test('a form without changes, or with a password alone, leaves nothing', () => {
  endWith({ ...begin, password: 'secret' })
  expect(endedForm({ ...begin }, undefined)).toBeUndefined()
})

test('nobody else gets it, nor the same person twice, nor after a day', () => {
  const values = { ...begin, name: 'Half' }
  endWith(values)
  forgetForms('anna')
  expect(endedForm({ ...begin }, undefined)).toEqual(values)
  forgetForms('ben')
  expect(endedForm({ ...begin }, undefined)).toBeUndefined()
  rememberForms('anna')
  forgetForm(endedForm({ ...begin }, undefined)!)
  expect(endedForm({ ...begin }, undefined)).toBeUndefined()
  rememberForms('anna')
  vi.useFakeTimers({ now: Date.now() + 25 * 3_600_000 })
  expect(endedForm({ ...begin }, undefined)).toBeUndefined()
})
