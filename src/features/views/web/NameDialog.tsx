import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CallFailed } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'

type NameDialogProps = { title: string; initialName: string; save: (name: string) => Promise<void>; close: () => void }

/** Dialog for the name of a view; an error is shown below the field. */
export function NameDialog({ title, initialName, save, close }: NameDialogProps) {
  const [name, setName] = useState(initialName)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      await save(name)
      close()
    } catch (error) {
      setProblem((error instanceof CallFailed ? error.fields['name'] : undefined) ?? sentenceOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={close} title={title} size="sm">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <TextInput
          label="Name"
          data-autofocus
          maxLength={60}
          value={name}
          error={problem}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={close}>
            Close
          </Button>
          <Button type="submit" loading={isBusy} disabled={name.trim() === ''}>
            Save
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
