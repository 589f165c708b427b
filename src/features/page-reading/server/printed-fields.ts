import { readPriceText } from '#columns/prices.ts'
import type { PageFields } from './page-fields.ts'

/** The fields as one flat record, as the command prints them: amounts as texts, lists and groups spread out. */
export function printedFields({ price, mrp, profile, app, ...fields }: PageFields): Record<string, unknown> {
  return {
    ...(price && { price: price.amount, currency: price.currency }),
    ...(mrp && { mrp: mrp.amount }),
    ...fields,
    ...profile,
    ...app,
  }
}

/** A price to read: its text, another text of the same price, and the decimal separator if it is known. */
export type PriceLine = { text?: unknown; currencyHint?: unknown; decimalSeparator?: unknown }

/** One line of `--prices`. What is not a text counts as an empty one. */
export const printedPrice = ({ text, currencyHint, decimalSeparator }: PriceLine) =>
  readPriceText(
    textOr(text),
    textOr(currencyHint),
    decimalSeparator === undefined ? undefined : textOr(decimalSeparator),
  )

const textOr = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
