import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CutText } from './cells.tsx'

/** As `<wbr/>` is written what is a place to break everywhere, as `|` what is one on cards only. */
const inner = (text: string) =>
  />(.*)<\/span>/.exec(renderToStaticMarkup(<CutText text={text} />))?.[1]?.replaceAll(/<wbr class="[^"]+"\/>/g, '|')

test('on a card an address may be broken behind what its parts are joined by, not within //; a sentence is not', () => {
  expect(inner('https://shop-1.example/a?b=c&d')).toBe('https://|shop-|1.|example/|a?|b=|c&amp;|d')
  expect(inner('Half-price. Only 615.12')).toBe('Half-price. Only 615.12')
})

test('a reason code may be broken behind its underscores; other texts are as they are', () => {
  expect(inner('Lookalike_MisspelledBrand_2')).toBe('Lookalike_<wbr/>MisspelledBrand_<wbr/>2')
  expect(inner('Fake shop')).toBe('Fake shop')
  expect(inner('ends_')).toBe('ends_')
})
