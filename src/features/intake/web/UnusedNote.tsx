import { Alert } from '@mantine/core'
import { IconColumnsOff } from '@tabler/icons-react'
import { uploadTexts } from './texts.ts'
import type { UnusedColumns } from './unused-columns.ts'

type Props = { unused: UnusedColumns | undefined; onClose: () => void }

/** Names the columns of the sheet that are not used, so that a sheet of another platform is noticed before it is corrected. */
export function UnusedNote({ unused, onClose }: Props) {
  if (!unused) return null
  return (
    <Alert
      color="yellow"
      role="status"
      py="xs"
      icon={<IconColumnsOff size={18} aria-hidden="true" />}
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
    >
      {uploadTexts.unusedColumns(unused.headers, unused.fits?.title)}
    </Alert>
  )
}
