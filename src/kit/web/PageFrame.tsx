import { Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './PageFrame.module.css'

/** Frame of a screen: its title, the buttons next to it (`aside`), and the content. */
export function PageFrame({ title, aside, children }: { title: string; aside?: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes['page']}>
      <Group className={classes['head']} justify="space-between" gap="sm">
        <Title order={1}>{title}</Title>
        {aside ? <Group gap="xs">{aside}</Group> : null}
      </Group>
      {children === undefined ? null : <div className={classes['sheet']}>{children}</div>}
    </div>
  )
}
