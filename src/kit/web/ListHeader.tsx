import { Group, Select, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useNearby } from './LateMenu.tsx'
import { allRecords } from './list-growth.ts'
import classes from './ListHeader.module.css'
import { counted, countText } from '#vocabulary/numbers.ts'

type Props = {
  title: string
  /** 1 unless the screen has a title of its own. */
  level?: 1 | 2
  /** Undefined while it is not known yet. */
  count: number | undefined
  /** How many of them are shown; undefined to show only the count. */
  shown?: number
  size: { now: number; offered: readonly number[]; set: (size: number) => void }
  /** Beside the title: how the list is shown. */
  beside?: ReactNode
  children?: ReactNode
}

/** Header of a list: title, number of records, page size, and the screen's own buttons (`children`). */
export function ListHeader({ title, level = 1, count, shown, size, beside, children }: Props) {
  const { isNear, handlers } = useNearby()
  return (
    <header className={classes.header}>
      <div className={classes['heading']}>
        <Group gap="xs" align="baseline" className={classes['name']!}>
          <Title order={level} className={classes.title}>
            {title}
          </Title>
          <Text size="sm" c="dimmed" className={classes.count} data-testid="record-count">
            {count === undefined ? ' ' : sentence(count, shown)}
          </Text>
        </Group>
        {beside}
      </div>
      <Group gap={8} className={classes.tools}>
        {children}
        <label className={classes['size']}>
          <span>Per page</span>
          <Select
            size="xs"
            w={76}
            aria-label="Records per page"
            {...handlers}
            comboboxProps={{ keepMounted: isNear }}
            checkIconPosition="right"
            data={size.offered.map((one) => ({
              value: String(one),
              label: one === allRecords ? 'All' : String(one),
            }))}
            value={String(size.now)}
            onChange={(value) => value && size.set(Number(value))}
          />
        </label>
      </Group>
    </header>
  )
}

function sentence(count: number, shown: number | undefined): string {
  if (shown !== undefined) return `Showing ${countText(shown)} records of ${countText(count)}`
  return counted(count, 'record')
}
