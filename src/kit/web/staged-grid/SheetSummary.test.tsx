import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SheetSummary } from './SheetSummary.tsx'

test('a notice has a light background, in which its dark text can be read', () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <SheetSummary summary="" notice="Nothing was saved." />
    </MantineProvider>,
  )
  expect(html).toContain('--alert-bg:var(--mantine-color-red-light)')
})
