import { Modal, type ModalProps } from '@mantine/core'
import { useCloseInFront } from './use-close-in-front.ts'
import { useReturnFocus } from './use-return-focus.ts'

/**
 * A dialog that is rendered only while it is open; then the keyboard is given back to what had it before. Escape closes
 * the dialog in front only.
 */
export function OpenModal({ onClose, ...props }: Omit<ModalProps, 'opened'>) {
  useReturnFocus()
  return <Modal opened {...useCloseInFront(onClose)} {...props} />
}
