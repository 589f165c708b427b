import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CutText } from './cells.tsx'

const inner = (text: string) => />(.*)<\/span>/.exec(renderToStaticMarkup(<CutText text={text} />))?.[1]

test('an address may be broken behind what its parts are joined by, not within //; a sentence is not', () => {
  expect(inner('https://shop-1.example/a?b=c&d')).toBe(
    'https://<wbr/>shop-<wbr/>1.<wbr/>example/<wbr/>a?<wbr/>b=<wbr/>c&amp;<wbr/>d',
  )
  expect(inner('Half-price. Only 615.12')).toBe('Half-price. Only 615.12')
})

test('a reason code may be broken behind its underscores; other texts are as they are', () => {
  expect(inner('Lookalike_MisspelledBrand_2')).toBe('Lookalike_<wbr/>MisspelledBrand_<wbr/>2')
  expect(inner('Fake shop')).toBe('Fake shop')
  expect(inner('ends_')).toBe('ends_')
})
