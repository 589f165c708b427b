import { Button } from '@mantine/core'
import { IconClockHour4, IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { revisits } from '#features/revisits/contract.ts'
import { call } from '#kit/web/call.ts'
import { texts } from './texts.ts'

/** Links from the enforcement screen to proposals and to the clock. */
export function RevisitTools() {
  const { data } = useQuery({
    queryKey: ['revisits', 'open'],
    queryFn: ({ signal }) => call(revisits.proposals, { perPage: 1 }, { signal }),
    retry: false,
  })
  const open = data ? data.counts.success + data.counts.reopen : 0
  const buttonProps = { size: 'xs', variant: 'default' } as const
  return (
    <>
      <Button
        {...buttonProps}
        component={Link}
        to="/enforcement-proposals"
        leftSection={<IconListCheck size={14} aria-hidden />}
      >
        {texts.proposalsOpen(open)}
      </Button>
      <Button
        {...buttonProps}
        component={Link}
        to="/enforcement-clock"
        leftSection={<IconClockHour4 size={14} aria-hidden />}
      >
        {texts.clockShort}
      </Button>
    </>
  )
}
