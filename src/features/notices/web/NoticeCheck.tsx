import { Alert, Button, Group, List, Text, Textarea } from '@mantine/core'
import { IconCheck, IconGavel, IconShieldExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { notices } from '#features/notices/contract.ts'
import { lacks } from '#features/notices/rules.ts'
import { LoadingBlock } from '#kit/web/Loading.tsx'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import { texts } from './texts.ts'

const FilingSheetDialog = lazyPart(async () => (await import('./FilingSheetDialog.tsx')).FilingSheetDialog)

type Props = {
  platform: string
  recordIds: readonly string[]
  /** Why it is sent anyway; only an Admin is asked for it. */
  reason: string
  onReason: (reason: string) => void
  /** The server's errors of the last attempt, by field. */
  errors: Readonly<Record<string, string>>
}

/** Shows what a notice lacks before it is sent; an Admin may give a reason to send it anyway. */
export function NoticeCheck({ platform, recordIds, reason, onReason, errors }: Props) {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['notices', 'check', platform, ...recordIds],
    queryFn: ({ signal }) => call(notices.check, { platform, recordIds: [...recordIds] }, { signal }),
    staleTime: 0,
    retry: false,
  })
  const refused = lacks.flatMap((lack) => errors[lack] ?? [])
  const missing = [...new Set([...(data?.data.map(({ message }) => message) ?? []), ...refused])]
  const isForSheet = recordIds.length === 1 && data?.data.some(({ lack }) => lack === 'instrument')
  if (isPending) return <LoadingBlock height={22} label="Checking the notice" />
  if (error && refused.length === 0)
    return (
      <Group gap="xs">
        <Text size="sm">The notice could not be checked: {sentenceOf(error)}</Text>
        <Button size="compact-xs" variant="default" onClick={() => void refetch()}>
          Try again
        </Button>
      </Group>
    )
  if (missing.length === 0)
    return (
      <Group gap={6} c="dimmed" wrap="nowrap">
        <IconCheck size={16} aria-hidden />
        <Text size="sm">The notice is complete. An XARF report is attached.</Text>
      </Group>
    )
  return (
    <Alert
      color={data?.mayOverride ? 'orange' : 'red'}
      variant="default"
      icon={<IconShieldExclamation aria-hidden />}
      title="Required before a notice can be sent"
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <List size="sm" spacing={2}>
        {missing.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      {isForSheet ? <OpenSheet platform={platform} id={recordIds[0]!} /> : null}
      {data?.mayOverride ? (
        <Textarea
          mt="xs"
          label="Reason for sending it anyway"
          description="Saved with the enforcement record under your name."
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          error={errors['overrideReason']}
          onChange={(event) => onReason(event.currentTarget.value)}
        />
      ) : errors['overrideReason'] ? (
        <Text size="sm">{errors['overrideReason']}</Text>
      ) : null}
    </Alert>
  )
}

/** Opens the filing sheet of a finding about which no desk acts on an email. */
function OpenSheet({ platform, id }: { platform: string; id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        mt="xs"
        size="compact-sm"
        variant="default"
        leftSection={<IconGavel size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {texts.openSheet}
      </Button>
      {isOpen ? <FilingSheetDialog platform={platform} id={id} close={() => setOpen(false)} /> : null}
    </>
  )
}
