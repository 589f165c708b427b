import type { Values } from './form-values.ts'
import { showDayInForms, type Day } from '#vocabulary/dates.ts'
import type { FormOf } from './use-form.ts'

type Labels<V extends Values> = Readonly<Record<keyof V & string, string>>

/** Props of an input or area of text of a form: its label, its text, the server's error message. */
export function textInput<V extends Values>(form: FormOf<V>, labels: Labels<V>, name: keyof V & string) {
  return {
    ...field(form, labels, name),
    onChange: (event: { currentTarget: { value: string } }) =>
      form.set(name, event.currentTarget.value as V[keyof V & string]),
  }
}

/** Props of a day input of a form; forms show days as YYYY-MM-DD. */
export function dayInput<V extends Values>(form: FormOf<V>, labels: Labels<V>, name: keyof V & string) {
  return {
    ...field(form, labels, name),
    write: showDayInForms,
    onDay: (day: Day) => form.set(name, day as V[keyof V & string]),
  }
}

function field<V extends Values>(form: FormOf<V>, labels: Labels<V>, name: keyof V & string) {
  return { label: labels[name], value: String(form.values[name] ?? ''), error: form.errors[name] }
}
