import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { MessageDialog } from '#kit/web/MessageDialog.tsx'
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
    <MessageDialog isOpen={isOpen} title={outcome.title} close={() => setOpen(false)}>
      <Text size="sm">{outcome.message}</Text>
    </MessageDialog>
  ) : null
  return [
    {
      good: (message) => show(texts.good, message),
      bad: (error) => show(texts.bad, sentenceOf(error)),
    },
    dialog,
  ]
}
