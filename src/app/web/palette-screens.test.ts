import { expect, test } from 'vitest'
import { menuOf } from './menus.ts'
import { allScreens } from './all-screens.ts'
import { paletteScreens, wordsOf } from './palette-screens.ts'

const everybody = ['/security', '/mynotifications', '/activity-settings']
const besideMenu = {
  Client: [...everybody, '/email-reports'],
  Analyst: everybody,
  Admin: ['/sign-in-security', ...everybody, '/data-update-log', '/evidence-days'],
} as const

test.each(Object.entries(besideMenu))('the palette offers a %s the menu, then what is beside it', (name, others) => {
  const role = name as keyof typeof besideMenu
  const paths = paletteScreens(role, false).map(({ path }) => path)
  const inMenu = menuOf[role]
  expect(paths.slice(0, inMenu.length)).toEqual(inMenu)
  expect(paths.slice(inMenu.length).toSorted()).toEqual(others.toSorted())
})

test('the palette offers an Admin the mailbox of a demo installation, and nobody else', () => {
  const roles = (['Client', 'Analyst', 'Admin'] as const).filter((role) =>
    paletteScreens(role, true).some(({ path }) => path === '/mailbox'),
  )
  expect(roles).toEqual(['Admin'])
})

test('every screen that has other words exists, and export leads staff to the downloads', () => {
  const worded = allScreens.filter(({ path }) => wordsOf(path).length > 0)
  expect(worded).toHaveLength(25)
  for (const role of ['Analyst', 'Admin'] as const) {
    const found = paletteScreens(role, false).filter(({ path }) => wordsOf(path).includes('export'))
    expect(found.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/bulk-data-download', '/domain-data-download']),
    )
  }
})
