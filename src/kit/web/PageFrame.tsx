import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { type ViewedList, viewMenu, viewTabs } from './view-slots.ts'
import classes from './PageFrame.module.css'

type Props = {
  title: string
  /** The buttons next to the title. */
  aside?: ReactNode
  /** Gives the screen's list saved views: tabs above it, and their menu next to the title. */
  views?: ViewedList
  children?: ReactNode
}

/** Frame of a screen: its title, the buttons next to it, and the content. */
export function PageFrame({ title, aside, views, children }: Props) {
  return (
    <div className={classes['page']}>
      <Group className={classes['head']} justify="space-between" gap="sm">
        <Title order={1}>{title}</Title>
        {aside || views ? (
          <Group gap="xs">
            {views ? <viewMenu.Outlet {...views} /> : null}
            {aside}
          </Group>
        ) : null}
      </Group>
      {children === undefined ? null : (
        <div className={classes['sheet']}>
          {views ? <viewTabs.Outlet {...views} /> : null}
          {children}
        </div>
      )}
    </div>
  )
}
