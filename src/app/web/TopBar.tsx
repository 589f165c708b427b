import { Burger, Group } from '@mantine/core'
import classes from './TopBar.module.css'
import { UserMenu } from './UserMenu.tsx'
import { ScopeSelectors } from './ScopeSelectors.tsx'

export function TopBar({ isMenuOpen, toggleMenu }: { isMenuOpen: boolean; toggleMenu: () => void }) {
  return (
    <div className={classes['bar']}>
      <Burger opened={isMenuOpen} onClick={toggleMenu} hiddenFrom="md" size="sm" aria-label="Menu" />
      <ScopeSelectors />
      <Group gap={4} ml="auto" wrap="nowrap">
        <UserMenu />
      </Group>
    </div>
  )
}
