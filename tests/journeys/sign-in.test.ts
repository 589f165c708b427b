import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFindings, type Journey, journey, problemsOf, shot } from './harness.ts'

let house: Journey
beforeAll(async () => {
  house = await journey()
})
afterAll(() => house.end())

describe('sign-in', () => {
  test('C-022 C-043 C-044 C-046 C-047 the sign-in screen has its fields and ways on', async () => {
    const page = await house.open()
    await page.goto('/login')
    await page.getByLabel('Username').waitFor()
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('password')
    expect(await page.getByRole('button', { name: 'Sign in', exact: true }).isEnabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Forgot Password?' }).isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: 'Sign in with Google' }).isVisible()).toBe(true)
    await shot(page, 'login')
    expect(await axeFindings(page)).toEqual([])
    expect(problemsOf(page)).toEqual([])
  })
})
