import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { CallFailed } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { useDiscardGuard } from '#kit/web/use-discard-guard.tsx'

type NameDialogProps = {
  title: string
  initialName: string
  /** Label of the choice to share the view; undefined where there is none. */
  shareLabel?: string | undefined
  save: (name: string, isShared: boolean) => Promise<void>
  close: () => void
}

/** Dialog for the name of a view, and whether it is shared; an error is shown below the name. */
export function NameDialog({ title, initialName, shareLabel, save, close }: NameDialogProps) {
  const [name, setName] = useState(initialName)
  const [isShared, setShared] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      await save(name, isShared)
      close()
    } catch (error) {
      setProblem((error instanceof CallFailed ? error.fields['name'] : undefined) ?? sentenceOf(error))
      setBusy(false)
    }
  }
  const [leave, question] = useDiscardGuard({ isTyped: name !== initialName, close })
  return (
    <OpenModal onClose={leave} title={title} size="sm">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Stack gap="sm">
          <TextInput
            label="Name"
            data-autofocus
            maxLength={60}
            value={name}
            error={problem}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {shareLabel && (
            <Checkbox
              size="sm"
              label={shareLabel}
              checked={isShared}
              onChange={(event) => setShared(event.currentTarget.checked)}
            />
          )}
        </Stack>
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={leave}>
            Close
          </Button>
          <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
            Save
          </Button>
        </Group>
      </form>
      {question}
    </OpenModal>
  )
}
