import { MantineProvider } from '@mantine/core'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FileContent } from './FileContent.tsx'

function shown(type: string): string {
  const found = { address: 'blob:1', file: new Blob(['x'], { type }), error: undefined, retry: () => undefined }
  return renderToString(
    <MantineProvider>
      <FileContent found={found} caption="note" />
    </MantineProvider>,
  )
}

test.each(['text/plain', 'text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ''])(
  'a file of type %j is offered for download, not shown as a broken picture',
  (type) => {
    expect(shown(type)).toContain('This kind of file cannot be displayed here.')
    expect(shown(type)).not.toContain('<img')
  },
)

test('pictures and PDFs are shown', () => {
  expect(shown('image/png')).toContain('<img')
  expect(shown('application/pdf')).toContain('<object')
})
