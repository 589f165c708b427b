import { Button, Group, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { StaffScope } from '#features/brands/web/staff-scope.ts'
import { rowsPerCall } from '#features/staging-rows/contract.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { homeNumbers } from '#kit/web/home-slot.ts'
import { toastError } from '#kit/web/alerts.ts'
import { CallFailed } from '#kit/web/call.ts'
import { businessToday } from '#kit/web/settings.ts'
import { UnreadDraftNote } from '#kit/web/staged-grid/UnreadDraftNote.tsx'
import { useUnsavedGuard } from '#kit/web/staged-grid/use-unsaved-guard.ts'
import styles from '#kit/web/SheetScreen.module.css'
import { countText } from '#vocabulary/numbers.ts'
import { useHandedRows } from './handed-rows.ts'
import { useRequestedRows } from './requested.ts'
import { saveTemplate } from './save-template.ts'
import { uploadTexts } from './texts.ts'
import { UnusedNote } from './UnusedNote.tsx'
import { UploadActions } from './UploadActions.tsx'
import { UploadFiles } from './UploadFiles.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import { UploadScope } from './UploadScope.tsx'
import { UploadSheet } from './UploadSheet.tsx'
import { type Upload, useUpload } from './useUpload.ts'

/** Upload Data (S-012 to S-026): choose a scope, add a sheet and its pictures, correct marked cells, save. */
export function UploadScreen() {
  const { user } = useSession()
  const upload = useUpload(user?.id ?? '')
  const { form, isReady } = upload
  const { rows, work, errors, cancel } = upload.grid
  const [mayDiscard, dialog] = useUnsavedGuard(rows.length, {
    title: uploadTexts.discardTitle,
    text: uploadTexts.discard(rows.length),
  })
  useRequestedRows(upload, mayDiscard)
  useHandedRows(upload, mayDiscard)

  const changeScope = async (next: StaffScope) => {
    if (await mayDiscard()) upload.setScope(next)
  }
  const addFiles = (files: File[]) => void upload.addFiles(files, mayDiscard)
  const filePick = <UploadFiles small disabled={false} onFiles={addFiles} />
  return (
    <div className={styles['screen']}>
      <UploadHeading platform={upload.platform?.value} />
      {rows.length > 0 || work ? null : <homeNumbers.Outlet role="Analyst" />}
      <UploadScope
        scope={form.scope}
        reportingDate={form.reportingDate}
        latest={businessToday()}
        errors={errors}
        isFixed={work !== undefined || !isReady}
        onScope={(next) => void changeScope(next)}
        onDate={(reportingDate) => upload.changeForm({ reportingDate })}
      />
      <div className={styles['bar']}>
        {work ? (
          <UploadProgress work={work} onCancel={cancel} />
        ) : (
          <UploadActions upload={upload}>{rows.length > 0 ? filePick : null}</UploadActions>
        )}
      </div>
      <UnreadDraftNote unread={upload.unread} />
      <UnusedNote
        unused={upload.unused}
        onReadAs={upload.readAsFits && (() => void upload.readAsFits?.(mayDiscard))}
        onClose={upload.forgetUnused}
      />
      {rows.length > 0 && upload.platform ? (
        <UploadSheet upload={upload} platform={upload.platform} />
      ) : work ? null : (
        <EmptySheet upload={upload} onFiles={addFiles} />
      )}
      {dialog}
    </div>
  )
}

function UploadHeading({ platform }: { platform: string | undefined }) {
  const downloadTemplate = async () => {
    try {
      if (platform) await saveTemplate(platform)
    } catch (error) {
      toastError(error instanceof CallFailed ? error.message : uploadTexts.unreachable)
    }
  }
  return (
    <Group justify="space-between" wrap="wrap" gap="xs">
      <Title order={1}>Upload Data</Title>
      <Button
        size="xs"
        variant="subtle"
        disabled={!platform}
        leftSection={<IconDownload size={14} aria-hidden="true" />}
        onClick={() => void downloadTemplate()}
      >
        Template
      </Button>
    </Group>
  )
}

function EmptySheet({ upload, onFiles }: { upload: Upload; onFiles: (files: File[]) => void }) {
  const { platform, isReady, grid } = upload
  return (
    <UploadFiles small={false} disabled={!isReady} onFiles={onFiles}>
      <Text size="sm" c="dimmed" ta="center" maw={520}>
        {platform
          ? `One .xlsx or .xls with up to ${countText(rowsPerCall)} rows of ${platform.title}, and its pictures, each a file or together in a .zip file.`
          : 'Choose a company, brand and platform first. They determine how the sheet is read.'}
      </Text>
      <Button variant="subtle" disabled={!platform} onClick={() => grid.setRows([{ sn: 1 }])}>
        Add a record
      </Button>
    </UploadFiles>
  )
}
