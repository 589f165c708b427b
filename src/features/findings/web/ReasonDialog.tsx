import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { texts } from './texts.ts'
import type { ReasonRequest } from './use-deciding.ts'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { useDiscardGuard } from '#kit/web/use-discard-guard.tsx'
import { onOneLine } from '#vocabulary/one-line.ts'

/** Asks an Admin for the reason to go on with what the client has not approved. */
export function ReasonDialog({ about, message, close, goOn }: ReasonRequest) {
  const [reason, setReason] = useState('')
  const [leave, question] = useDiscardGuard({ isTyped: reason !== '', close })
  return (
    <OpenModal onClose={leave} title={texts.notApproved} size="md">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          goOn(reason.trim())
        }}
      >
        <Stack gap="sm">
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {about}
          </Text>
          <Text size="sm">{message}</Text>
          <ReasonField reason={reason} onReason={setReason} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={leave}>
              {texts.cancel}
            </Button>
            <Button type="submit" disabled={!isReason(reason)}>
              {texts.goOn}
            </Button>
          </Group>
        </Stack>
      </form>
      {question}
    </OpenModal>
  )
}

/** The field for such a reason. */
export function ReasonField({ reason, onReason }: { reason: string; onReason: (reason: string) => void }) {
  return (
    <Textarea
      label={texts.overrideReason}
      description={texts.overrideReasonHint}
      autosize
      minRows={2}
      maxRows={6}
      maxLength={500}
      data-autofocus
      value={reason}
      onChange={(event) => onReason(event.currentTarget.value)}
    />
  )
}

/** Whether the server accepts it as a reason. */
export const isReason = (text: string): boolean => onOneLine(text).length >= 10
