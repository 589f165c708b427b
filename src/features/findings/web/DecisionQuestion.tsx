import { Button, Group, Stack, Text } from '@mantine/core'
import type { DecisionPreview } from '#features/findings/contract-schemas.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { LeftOut } from './DecisionProgress.tsx'
import { isReason, ReasonField } from './ReasonDialog.tsx'
import { texts } from './texts.ts'

type Props = {
  /** What is decided on, or why it is asked again. */
  sentence: string
  /** The button that moves those that may be moved. */
  label: string
  preview: DecisionPreview
  reason: string
  onReason: (reason: string) => void
  isStarting: boolean
  close: () => void
  start: (changes: number, overrideReason?: string) => void
}

/** How many findings move and which are left out; an Admin may move those that lack an approval as well. */
export function DecisionQuestion({ sentence, label, preview, reason, onReason, isStarting, close, start }: Props) {
  const { role } = useSession()
  const { changes, unapproved, leftOut } = preview
  const mayOverride = role === 'Admin' && unapproved > 0
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {sentence}
      </Text>
      <LeftOut leftOut={leftOut} />
      {mayOverride ? <ReasonField reason={reason} onReason={onReason} /> : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={close}>
          {texts.cancel}
        </Button>
        {mayOverride ? (
          <Button
            variant="default"
            disabled={!isReason(reason)}
            loading={isStarting}
            onClick={() => start(changes + unapproved, reason)}
          >
            {texts.moveAll(changes + unapproved)}
          </Button>
        ) : null}
        <Button data-autofocus disabled={changes === 0} loading={isStarting} onClick={() => start(changes)}>
          {label}
        </Button>
      </Group>
    </Stack>
  )
}
