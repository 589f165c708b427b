import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { isOpen: boolean; title: string | undefined; close: () => void; children: ReactNode }

/** A message that is read and closed with OK, above any dialog that caused it. */
export function MessageDialog({ isOpen, title, close, children }: Props) {
  return (
    <Modal opened={isOpen} onClose={close} title={title} size="sm" zIndex={400}>
      {children}
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={close}>
          OK
        </Button>
      </Group>
    </Modal>
  )
}
