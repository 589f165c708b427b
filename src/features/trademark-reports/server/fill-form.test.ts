import { expect, test } from 'vitest'
import type { BrowserPage, PageVisit } from '#kit/server/browser/types.ts'
import { fillForm, type FormValues } from './fill-form.ts'
import { trademarkForms } from './forms.ts'
import { testForm } from './testing.ts'

const form = trademarkForms.Pinterest!
const values = {} as FormValues

/** A page that only says what it has, and what was done to it. */
function openPage({ html, status = 200, missing = '' }: { html: string; status?: number; missing?: string }) {
  const done: string[] = []
  const note = (what: string) => () => {
    done.push(what)
    return Promise.resolve()
  }
  const page: Partial<BrowserPage> = {
    waitFor: () => Promise.resolve(true),
    capture: () => Promise.resolve({ html, status, finalAddress: form.address } as PageVisit),
    has: (selector) => Promise.resolve(selector !== missing),
    fill: note('fill'),
    choose: note('choose'),
    tick: note('tick'),
    click: note('click'),
  }
  return { page: page as BrowserPage, done }
}

test('a check for robots is told as one, before anything is filled or sent', async () => {
  const html = '<title>Just a moment...</title><form id="challenge-form"><input name="x"></form>'
  for (const status of [200, 403]) {
    const { page, done } = openPage({ html, status })
    const filling = fillForm(page, form, { values, noteSending: () => Promise.resolve() })
    await expect(filling).rejects.toThrow('The website shows a check for robots instead of its form')
    expect(done).toEqual([])
  }
})

test('a form without a button is not noted as sent, so that it can be repeated', async () => {
  const { page, done } = openPage({ html: testForm('/sent'), missing: form.submit })
  let isNoted = false
  const noteSending = () => {
    isNoted = true
    return Promise.resolve()
  }
  await expect(fillForm(page, form, { values, noteSending })).rejects.toThrow('no button that sends it')
  expect(isNoted).toBe(false)
  expect(done).not.toContain('click')
})
