import { Modal, type ModalProps } from '@mantine/core'
import { useRef } from 'react'
import { isEscapeOfAnother } from './escape.ts'
import { useReturnFocus } from './use-return-focus.ts'

/**
 * A dialog that is rendered only while it is open; then the keyboard is given back to what had it before. Escape closes
 * the dialog in front only.
 */
export function OpenModal({ onClose, ...props }: Omit<ModalProps, 'opened'>) {
  useReturnFocus()
  const root = useRef<HTMLDivElement>(null)
  return (
    <Modal
      opened
      ref={root}
      onClose={() => {
        if (!isEscapeOfAnother(root.current)) onClose()
      }}
      {...props}
    />
  )
}
