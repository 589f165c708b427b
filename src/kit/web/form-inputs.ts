import type { ChangeEvent } from 'react'
import type { Values } from './form-values.ts'
import { showDayInForms, type Day } from '#vocabulary/dates.ts'
import type { FormOf } from './use-form.ts'

/** What a text input of a form needs: its label, its text, what the server said of it. */
export function textInput<V extends Values>(
  form: FormOf<V>,
  labels: Readonly<Record<keyof V & string, string>>,
  name: keyof V & string,
) {
  return {
    label: labels[name],
    value: String(form.values[name] ?? ''),
    error: form.errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      form.set(name, event.currentTarget.value as V[keyof V & string]),
  }
}

/** What a day of a form needs; forms write days as YYYY-MM-DD. */
export function dayInput<V extends Values>(
  form: FormOf<V>,
  labels: Readonly<Record<keyof V & string, string>>,
  name: keyof V & string,
) {
  return {
    label: labels[name],
    value: String(form.values[name] ?? ''),
    error: form.errors[name],
    write: showDayInForms,
    onDay: (day: Day) => form.set(name, day as V[keyof V & string]),
  }
}
