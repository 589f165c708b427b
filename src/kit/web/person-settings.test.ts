import { expect, test } from 'vitest'
import { adoptScheme, colourSchemes, startScheme } from './colour-scheme.ts'
import {
  markSent,
  readSetting,
  receiveSettings,
  showSettingsOf,
  unsentSettings,
  writeSetting,
} from './person-settings.ts'

test('each person has their own settings, and this browser remembers what is not sent yet', () => {
  showSettingsOf('anna')
  writeSetting('theme', 'dark')
  writeSetting('table.domain', { density: 'compact' })
  showSettingsOf('ben')
  expect([readSetting('theme'), unsentSettings()]).toEqual([undefined, {}])
  showSettingsOf('')
  writeSetting('theme', 'light')
  expect(readSetting('theme')).toBeUndefined()
  showSettingsOf('anna')
  expect(unsentSettings()).toEqual({ theme: 'dark', 'table.domain': { density: 'compact' } })
})

test('what the server has replaces all but what is not sent, and a change while sending stays unsent', () => {
  showSettingsOf('carl')
  writeSetting('a', 1)
  writeSetting('b', { x: 1 })
  const sent = unsentSettings()
  writeSetting('b', { x: 2 })
  markSent(sent)
  expect(unsentSettings()).toEqual({ b: { x: 2 } })
  receiveSettings({ b: { x: 9 }, c: 3 })
  expect([readSetting('a'), readSetting('b'), readSetting('c')]).toEqual([undefined, { x: 2 }, 3])
})

test('who signs in does not get the theme of who used the browser before', () => {
  const shown: string[] = []
  const theme = () => colourSchemes.get('auto')
  showSettingsOf('dora')
  colourSchemes.subscribe((scheme) => {
    shown.push(scheme)
    // As the provider does: it reports back every theme that it shows.
    colourSchemes.set(scheme)
  })
  colourSchemes.set('dark')
  showSettingsOf('')
  expect(theme(), 'the sign-in page stays as it was').toBe('dark')
  showSettingsOf('emil')
  startScheme()
  expect([theme(), shown.at(-1), unsentSettings()]).toEqual(['auto', 'auto', {}])
  receiveSettings({ theme: 'light' })
  adoptScheme({ theme: 'light' })
  expect([theme(), shown.at(-1), unsentSettings()]).toEqual(['light', 'light', {}])
  showSettingsOf('dora')
  startScheme()
  expect([theme(), shown.at(-1)]).toEqual(['dark', 'dark'])
})

test('a theme chosen before themes belonged to people becomes that of the person who sees it', () => {
  showSettingsOf('')
  colourSchemes.set('dark')
  showSettingsOf('fritz')
  adoptScheme({})
  expect(unsentSettings()).toEqual({ theme: 'dark' })
})
