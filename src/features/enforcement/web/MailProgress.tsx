import { CloseButton, Paper, Progress as Bar, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { enforcement } from '#features/enforcement/contract.ts'
import { call, failedWith } from '#kit/web/call.ts'
import { delays } from '#kit/web/delays.ts'
import classes from './Enforcement.module.css'
import { texts } from './texts.ts'

/** The delivery progress of a bulk send, polled until no email is waiting or the batch is gone. */
export function MailProgress({ batch, onClose }: { batch: string; onClose: () => void }) {
  const { data } = useQuery({
    queryKey: ['enforcement', 'progress', batch],
    queryFn: ({ signal }) => call(enforcement.progress, { id: batch }, { signal }),
    refetchInterval: ({ state }) => (state.data?.waiting === 0 || failedWith(state.error, 404) ? false : delays.mail),
    staleTime: 0,
  })
  if (!data) return null
  const share = (n: number) => (100 * n) / data.total
  return (
    <Paper withBorder px="sm" py={6} role="region" aria-label="Enforcement emails" className={classes['progress']}>
      <CloseButton size="sm" aria-label="Hide progress" onClick={onClose} />
      <Text size="sm" role="status">
        {texts.progress(data)}
      </Text>
      <Bar.Root size="sm" aria-hidden>
        <Bar.Section value={share(data.sent)} color="green.7" />
        <Bar.Section value={share(data.failed + data.unknown)} color="red.7" />
      </Bar.Root>
    </Paper>
  )
}
