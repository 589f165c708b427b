import { Button, Group, Modal, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { texts } from './texts.ts'

type Outcome = { title: string; message: string }

/** Shows the outcome of an action in a dialog: 'Yeah..' or 'Oops...' with the server's message. */
export function useOutcome(): [
  show: { good: (message: string) => void; bad: (error: unknown) => void },
  dialog: ReactNode,
] {
  const [outcome, setOutcome] = useState<Outcome>()
  const [isOpen, setOpen] = useState(false)
  const show = (title: string, message: string) => {
    setOutcome({ title, message })
    setOpen(true)
  }
  const dialog = outcome ? (
    <Modal opened={isOpen} onClose={() => setOpen(false)} title={outcome.title} size="sm" zIndex={300}>
      <Text size="sm">{outcome.message}</Text>
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={() => setOpen(false)}>
          OK
        </Button>
      </Group>
    </Modal>
  ) : null
  return [
    {
      good: (message) => show(texts.good, message),
      bad: (error) => show(texts.bad, sentenceOf(error)),
    },
    dialog,
  ]
}
