import { Button, Group, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { notices } from '#features/notices/contract.ts'
import { LoadingBlock } from '#kit/web/Loading.tsx'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { messagesOf, MissingItems } from './MissingItems.tsx'
import { texts } from './texts.ts'

type Props = {
  platform: string
  id: string
  /** Why it is sent anyway; only an Admin is asked for it. */
  reason: string
  onReason: (reason: string) => void
  /** The server's errors of the last attempt, by field. */
  errors: Readonly<Record<string, string>>
}

/** Shows what a notice about a finding lacks before it is sent; an Admin may give a reason to send it anyway. */
export function NoticeCheck({ platform, id, reason, onReason, errors }: Props) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['notices', 'check', platform, id],
    queryFn: ({ signal }) => call(notices.check, { platform, recordIds: [id] }, { signal }),
    staleTime: 0,
    retry: false,
  })
  const missing = data?.data ?? []
  const isComplete = messagesOf({ missing, errors }).length === 0
  if (isPending) return <LoadingBlock height={22} label="Checking the notice" />
  if (error && isComplete)
    return (
      <Group gap="xs">
        <Text size="sm">The notice could not be checked: {sentenceOf(error)}</Text>
        <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
          Try again
        </Button>
      </Group>
    )
  // Refused for another reason, which stands at its field: nothing here may say that all is well.
  if (isComplete && Object.keys(errors).length > 0) return <Text size="sm">{texts.seeFields}</Text>
  if (isComplete)
    return (
      <Group gap={6} c="dimmed" wrap="nowrap">
        <IconCheck size={16} style={{ flex: 'none' }} aria-hidden />
        <Text size="sm">{texts.complete}</Text>
      </Group>
    )
  return (
    <MissingItems
      missing={missing}
      errors={errors}
      mayOverride={data?.mayOverride ?? false}
      reason={{ value: reason, set: onReason }}
      finding={{ platform, id }}
      onPicture={() => void refetch()}
    />
  )
}
