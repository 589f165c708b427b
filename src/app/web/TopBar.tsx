import { Burger, Group, Kbd, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { memo, type RefObject } from 'react'
import { Bell } from '#features/notifications/web/Bell.tsx'
import { commandKey } from './keys.ts'
import { openPalette } from './Shortcuts.tsx'
import { texts } from './texts.ts'
import classes from './TopBar.module.css'
import { UserMenu } from './UserMenu.tsx'
import { ScopeSelectors } from './ScopeSelectors.tsx'

type Props = { menuButton: RefObject<HTMLButtonElement | null>; isMenuOpen: boolean; toggleMenu: () => void }

/** The bar on top: company and brand, search, notifications, user menu. */
export const TopBar = memo(function TopBar({ menuButton, isMenuOpen, toggleMenu }: Props) {
  return (
    <div className={classes['bar']}>
      <Burger
        ref={menuButton}
        opened={isMenuOpen}
        onClick={toggleMenu}
        hiddenFrom="md"
        size="sm"
        aria-label="Menu"
        aria-expanded={isMenuOpen}
      />
      <ScopeSelectors />
      <UnstyledButton className={classes['search']!} onClick={openPalette}>
        <IconSearch size={16} stroke={1.6} aria-hidden />
        <span className={classes['hint']}>{texts.search}</span>{' '}
        <Kbd className={classes['hint']!} size="xs">
          {commandKey} K
        </Kbd>
      </UnstyledButton>
      <Group gap={4} wrap="nowrap">
        <Bell />
        <UserMenu />
      </Group>
    </div>
  )
})
