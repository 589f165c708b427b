import { Button, Group, Modal, Text } from '@mantine/core'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useReturnFocus } from './use-return-focus.ts'

export type Question = { title: string; text: ReactNode; yes: string; no?: string; dangerous?: boolean }

/**
 * Asks for confirmation before a destructive or far-reaching action. Returns a function that resolves with the answer,
 * and the dialog to render in the screen. Closing the dialog in any other way means no. What would be lost for good
 * (`dangerous`) is not confirmed by a careless Enter: there the focus is on no.
 */
export function useConfirm(): [confirm: (question: Question) => Promise<boolean>, dialog: ReactNode] {
  const [question, setQuestion] = useState<Question & { n: number }>()
  const [isOpen, setOpen] = useState(false)
  const decide = useRef<(yes: boolean) => void>(() => undefined)

  const confirm = useCallback((newQuestion: Question) => {
    decide.current(false)
    // A dialog of its own for each: one that was there before would be closed by the very Escape that asks again.
    setQuestion((before) => ({ ...newQuestion, n: (before?.n ?? 0) + 1 }))
    setOpen(true)
    return new Promise<boolean>((resolve) => (decide.current = resolve))
  }, [])
  const answer = (yes: boolean) => {
    setOpen(false)
    decide.current(yes)
  }

  const dialog = question ? (
    <Modal key={question.n} opened={isOpen} onClose={() => answer(false)} title={question.title} size="sm">
      <ReturnFocus />
      <Text size="sm" component="div">
        {question.text}
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" data-autofocus={question.dangerous || undefined} onClick={() => answer(false)}>
          {question.no ?? 'Cancel'}
        </Button>
        <Button
          data-autofocus={!question.dangerous || undefined}
          {...(question.dangerous ? { color: 'red.8' } : {})}
          onClick={() => answer(true)}
        >
          {question.yes}
        </Button>
      </Group>
    </Modal>
  ) : null
  return [confirm, dialog]
}

/** Gives the keyboard back, which Mantine does only where the dialog was rendered before it was opened. */
function ReturnFocus() {
  useReturnFocus()
  return null
}
