import type { ReactNode } from 'react'
import { Button, Group, Switch, Tooltip } from '@mantine/core'
import { SheetSummary } from '#kit/web/staged-grid/SheetSummary.tsx'
import { SavedNote } from './SavedNote.tsx'
import type { Upload } from './useUpload.ts'

/** The actions of the sheet, the switch for duplicate listing ids, and what the server rejected. */
export function UploadActions({ upload, children }: { upload: Upload; children: ReactNode }) {
  const { form, isReady, saving, grid } = upload
  return (
    <>
      <Group gap="xs">
        <Button disabled={!isReady} onClick={() => void saving.uploadAll()}>
          Upload Data
        </Button>
        <Button variant="default" disabled={!isReady} onClick={() => void saving.uploadUnique()}>
          Upload Unique
        </Button>
        <Tooltip label="Check the rows without saving them">
          <Button variant="default" disabled={!isReady} onClick={() => void saving.checkAll()}>
            Check
          </Button>
        </Tooltip>
      </Group>
      <Switch
        label="Duplicate LID Check"
        checked={form.duplicateLidCheck}
        onChange={(event) => upload.changeForm({ duplicateLidCheck: event.currentTarget.checked })}
      />
      <SavedNote saved={upload.saved} onClose={upload.forgetSaved} />
      <SheetSummary summary={grid.summary} />
      {children}
    </>
  )
}
