import { ActionIcon, Group, Text, UnstyledButton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { pageNumbers } from './page-numbers.ts'
import classes from './Pager.module.css'

type Props = { page: number; pages: number; go: (page: number) => void }

/** Page navigation: first, previous, up to eight numbers, next, last; dots where numbers are left out (C-345). */
export function Pager({ page, pages, go }: Props) {
  const { numbers, before, after } = pageNumbers(page, pages)
  const step = (label: string, to: number, Icon: typeof IconChevronLeft) => (
    <ActionIcon size={28} aria-label={label} disabled={to < 1 || to > pages || to === page} onClick={() => go(to)}>
      <Icon size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  )
  return (
    <Group component="nav" aria-label="Pages" gap={2}>
      {step('First page', 1, IconChevronsLeft)}
      {step('Previous page', page - 1, IconChevronLeft)}
      {before ? <Text c="dimmed">…</Text> : null}
      {numbers.map((number) => (
        <UnstyledButton
          key={number}
          className={classes['number']!}
          aria-label={`Page ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => go(number)}
        >
          {number}
        </UnstyledButton>
      ))}
      {after ? <Text c="dimmed">…</Text> : null}
      {step('Next page', page + 1, IconChevronRight)}
      {step('Last page', pages, IconChevronsRight)}
    </Group>
  )
}
