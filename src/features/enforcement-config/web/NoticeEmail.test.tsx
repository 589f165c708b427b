import { MantineProvider } from '@mantine/core'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NoticeEmail } from './NoticeEmail.tsx'

test('the preview loads the picture of the finding, and runs no script of the email', () => {
  const notice = { to: '', subject: '', attachments: [], missing: [], html: '<p>Notice</p>', text: 'Notice' }
  const page = renderToString(
    <MantineProvider>
      <NoticeEmail notice={notice as never} />
    </MantineProvider>,
  )
  // Pictures are answered to this origin only; scripts, forms and windows stay forbidden.
  expect(page).toContain('sandbox="allow-same-origin"')
})
