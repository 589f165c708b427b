import type { Mark } from '#features/trademarks/contract.ts'
import { messages } from '#features/trademarks/messages.ts'
import { changedFields } from '#kit/server/changed-fields.ts'
import { trademark } from '#platforms/trademark.ts'
import { type FieldChange, partsSubject } from '#vocabulary/data-log.ts'

/** The name of marks in the data log (G106). */
export const model = 'TMCH'

/** A mark in the data log: its name and brand. */
export const markSubject = ({ markName, brand }: Mark): string => partsSubject(markName, brand.brandName)

const logged = {
  ...messages.logged,
  ...Object.fromEntries(Object.entries(trademark.columns).map(([name, { label }]) => [name, label])),
}

/** The fields in which two states of a mark differ, for the data log. */
export const markChanges = (before: Mark, after: Mark): FieldChange[] =>
  changedFields(logged, shownFields(before), shownFields(after))

const shownFields = (mark: Mark) => ({
  ...mark,
  company: mark.company.name,
  brand: mark.brand.brandName,
  notificationData: mark.notificationData.map(({ domain, date }) => `${domain} ${date}`),
})
