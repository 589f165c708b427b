import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SetUpAuthenticator } from './SetUpAuthenticator.tsx'

test('on a phone, which cannot scan its own screen, a link opens the app with the key', () => {
  const uri = 'otpauth://totp/Brandkeep:client?secret=ABCD&issuer=Brandkeep'
  const enrolment = { secret: 'ABCD', uri }
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <SetUpAuthenticator enrolment={enrolment} confirm={() => Promise.resolve()} />
    </MantineProvider>,
  )
  expect(markup).toContain(`href="${uri.replaceAll('&', '&amp;')}"`)
  expect(markup).toContain('Or open an app on this device')
})
