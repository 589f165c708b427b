import { Modal, type ModalProps } from '@mantine/core'
import { useReturnFocus } from './use-return-focus.ts'

/** A dialog that is rendered only while it is open; then the keyboard is given back to what had it before. */
export function OpenModal(props: Omit<ModalProps, 'opened'>) {
  useReturnFocus()
  return <Modal opened {...props} />
}
