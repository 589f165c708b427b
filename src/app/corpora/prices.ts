import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPriceText } from '#columns/prices.ts'
import { type Corpus, filesIn } from './corpus.ts'

type Example = {
  text?: string | null
  currencyHint?: string | null
  decimalSeparator?: string
  currency: string | null
  amount: string | null
}

/** Texts with a price; right where both amount and currency are. */
export const prices: Corpus = {
  name: 'prices',
  read: async (folder) =>
    filesIn(folder, (file) => file.endsWith('.json') && file !== 'truth.json').flatMap((file) => {
      const examples = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Example[]
      return examples.map(({ text, currencyHint, decimalSeparator, ...truth }, index) => {
        const { amount, currency } = readPriceText(text ?? '', currencyHint ?? '', decimalSeparator)
        const isRight = sameNumber(amount, truth.amount ?? null) && currency === (truth.currency ?? null)
        return { file: `${file}#${index}`, kind: amount === null ? 'none' : 'price', amount, currency, isRight }
      })
    }),
}

const sameNumber = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : Number(one) === Number(other)
