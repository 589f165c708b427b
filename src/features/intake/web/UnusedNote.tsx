import { Alert, Button } from '@mantine/core'
import { IconColumnsOff } from '@tabler/icons-react'
import { uploadTexts } from './texts.ts'
import type { UnusedParts } from './unused-parts.ts'

type Props = {
  unused: UnusedParts | undefined
  /** Reads the sheet for the platform that it fits better. */
  onReadAs: (() => void) | undefined
  onClose: () => void
}

/** Names the worksheets and columns that are not used or guessed, so that a wrong sheet is noticed before it is corrected. */
export function UnusedNote({ unused, onReadAs, onClose }: Props) {
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
      {unused.sheets.length > 0 ? <div>{uploadTexts.otherSheets(unused.sheets)}</div> : null}
      {unused.order ? <div>{uploadTexts.takenByOrder(unused.order)}</div> : null}
      {unused.headers.length > 0 ? <div>{uploadTexts.unusedColumns(unused.headers, unused.fits?.title)}</div> : null}
      {unused.fits && onReadAs ? (
        <Button size="xs" variant="default" mt={6} onClick={onReadAs}>
          {uploadTexts.readAs(unused.fits.title)}
        </Button>
      ) : null}
    </Alert>
  )
}
