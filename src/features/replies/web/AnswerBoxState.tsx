import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { replies } from '#features/replies/contract.ts'
import { messages } from '#features/replies/messages.ts'
import { call } from '#kit/web/call.ts'
import { useSettings } from '#kit/web/settings.ts'
import { showDayOf, showTime } from '#vocabulary/dates.ts'

/** Alert with the error of the reply mailbox; renders nothing without an error or without a mailbox. */
export function AnswerBoxState() {
  const { businessZone } = useSettings()
  const { data } = useQuery({
    queryKey: ['replies', 'box'],
    queryFn: ({ signal }) => call(replies.box, {}, { signal }),
    retry: false,
  })
  if (!data?.failing) return null
  const { problem, since } = data.failing
  return (
    <Alert color="orange" title={messages.boxTitle} mb="sm">
      {problem} {messages.boxSince(showDayOf(since, businessZone), showTime(since, businessZone))}
    </Alert>
  )
}
