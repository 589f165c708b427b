import { Button, Group, Modal, Text } from '@mantine/core'
import { IconStairsUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { escalations } from '#features/escalations/contract.ts'
import { type StepAction } from '#features/escalations/rules.ts'
import { call } from '#kit/web/call.ts'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { DecideDialog } from './DecideDialog.tsx'
import { StepActionButtons } from './StepActionButtons.tsx'
import { RunDetails } from './RunDetails.tsx'
import { statusText, texts } from './texts.ts'

/** The escalation of an opened finding; nothing when it has none. */
export function EscalationOfFinding({ row: { id } }: { row: { id: string } }) {
  const { businessZone: zone } = useSettings()
  const [isOpen, setOpen] = useState(false)
  const [action, setAction] = useState<StepAction>()
  const { data, error, refetch } = useQuery({
    queryKey: ['escalations', 'finding', id],
    queryFn: async ({ signal }) => (await call(escalations.ofFinding, { id }, { signal })).data,
    retry: false,
  })
  // What was read stays, with the dialog that is open over it.
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return null
  return (
    <section aria-label={texts.section}>
      <Group gap={6} mt={4}>
        <Group gap={6} wrap="nowrap" align="flex-start">
          <IconStairsUp size={14} aria-hidden style={{ flex: 'none', marginTop: 3 }} />
          <Text size="sm">
            {statusText(data, zone)}
            {data.reason ? ` – ${data.reason}` : ''}
          </Text>
        </Group>
        <StepActionButtons run={data} choose={setAction} />
        <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
          {texts.history}
        </Button>
      </Group>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={texts.section} size="lg">
        <RunDetails run={data} />
      </Modal>
      {action ? (
        <DecideDialog
          action={action}
          runs={[data]}
          close={() => setAction(undefined)}
          done={() => setAction(undefined)}
        />
      ) : null}
    </section>
  )
}
