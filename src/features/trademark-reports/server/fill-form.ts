import { isChallenge, parsePage } from '#features/revisits/server/parse-page.ts'
import { messages } from '#features/trademark-reports/messages.ts'
import type { BrowserPage, PageVisit } from '#kit/server/browser/types.ts'
import { JobRefused } from '#kit/server/run-queue.ts'
import type { FormField, FormValue, TrademarkForm } from './forms.ts'

export type FormValues = Readonly<Record<FormValue, string>>

/** Seconds to wait for a form, and for the website's word that it arrived. */
const readySeconds = 15
const confirmSeconds = 20

/**
 * The form as it was opened and as it was filled; with `filed` also what came after it was sent, and whether the website
 * confirmed it.
 */
export type FilledForm = { before: PageVisit; after: PageVisit; filed?: PageVisit; isConfirmed?: boolean }

type Filling = {
  values: FormValues
  /** Called right before the form is sent; undefined: it is not sent. */
  noteSending: ((filled: FilledForm) => Promise<void>) | undefined
}

/**
 * Fills an open form, and sends it where that may be noted. Throws JobRefused where the page is not the form that the
 * definition describes.
 */
export async function fillForm(
  page: BrowserPage,
  form: TrademarkForm,
  { values, noteSending }: Filling,
): Promise<FilledForm> {
  const isReady = await page.waitFor(form.ready, readySeconds)
  const before = await page.capture()
  // Before the status: such checks come with 403 and 503.
  if (isChallenge(parsePage(Buffer.from(before.html)), before.finalAddress)) throw new JobRefused(messages.robotCheck)
  if (before.status !== null && before.status >= 400) throw new JobRefused(messages.answered(before.status))
  if (!isReady) throw new JobRefused(messages.noField('report'))
  for (const field of form.fields) await fillField(page, field, values)
  const after = await page.capture()
  if (!noteSending) return { before, after }
  if (!(await page.has(form.submit))) throw new JobRefused(messages.noButton)
  await noteSending({ before, after })
  await page.click(form.submit)
  const isConfirmed = await page.waitFor(form.confirmed, confirmSeconds)
  const filed = await page.capture()
  return { before, after, filed, isConfirmed }
}

async function fillField(page: BrowserPage, field: FormField, values: FormValues): Promise<void> {
  const { selector, fill, value, options, label, isOptional = false } = field
  const text = value === undefined ? '' : values[value]
  if (!(await page.has(selector))) {
    if (isOptional) return
    throw new JobRefused(messages.noField(label))
  }
  if (fill === 'tick') return page.tick(selector)
  if (text === '') return
  const word = options?.[text] ?? text
  if (fill === 'choice') return page.choose(selector, word)
  return page.fill(selector, text)
}
