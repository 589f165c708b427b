import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CutText } from './cells.tsx'

test('a reason code may be broken behind its underscores; other texts are as they are', () => {
  const inner = (text: string) => />(.*)<\/span>/.exec(renderToStaticMarkup(<CutText text={text} />))?.[1]
  expect(inner('Lookalike_MisspelledBrand_2')).toBe('Lookalike_<wbr/>MisspelledBrand_<wbr/>2')
  expect(inner('Fake shop')).toBe('Fake shop')
  expect(inner('ends_')).toBe('ends_')
})
