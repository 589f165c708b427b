import { useMemo } from 'react'
import { ActionIcon, Alert, Button, Group, Switch, Text, Title, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { useBrand } from '#features/brands/web/BrandPick.tsx'
import type { StaffScope } from '#features/brands/web/staff-scope.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { toastError } from '#kit/web/alerts.ts'
import { CallFailed } from '#kit/web/call.ts'
import { useConfirm } from '#kit/web/Confirm.tsx'
import { EditableGrid } from '#kit/web/EditableGrid.tsx'
import type { GridRow } from '#kit/web/EditableGrid-rows.ts'
import { rowsPerCall } from '#features/staging-rows/contract.ts'
import { checkRow } from './check-rows.ts'
import { sortFiles } from './chosen-files.ts'
import { errorSheet, errorSheetName } from './error-sheet.ts'
import { uploadCellFormat } from './cell-format.ts'
import { saveFile, saveTemplate } from './save-file.ts'
import { uploadTexts } from './texts.ts'
import styles from '#kit/web/SheetScreen.module.css'
import { UploadFiles } from './UploadFiles.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import { UploadScope } from './UploadScope.tsx'
import { useRequestedRows } from './requested.ts'
import { useProblems } from './useProblems.ts'
import { businessToday } from '#kit/web/settings.ts'
import { useUploadDraft } from './useUploadDraft.ts'
import { useUpload } from './useUpload.ts'
import { countText } from '#vocabulary/numbers.ts'

/** Upload Data (S-012 to S-026): choose a scope, add a sheet and its pictures, correct marked cells, save. */
export function UploadScreen() {
  const { user } = useSession()
  const upload = useUpload()
  const { scope, platform, rows, work, reportingDate } = upload
  const brandName = useBrand(scope.brandId)?.brandName
  const check = useMemo(() => platform && ((row: GridRow) => checkRow(platform, brandName, row)), [platform, brandName])
  const problems = useProblems(check, rows, upload.refusals)
  const isReady = useUploadDraft(user?.id ?? '', upload)
  const [confirmDiscard, confirmDialog] = useConfirm()
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      current.pathname !== next.pathname && !(await confirmDiscard(discardPrompt(rows.length))),
    enableBeforeUnload: () => rows.length > 0,
    disabled: rows.length === 0,
  })
  useRequestedRows(upload, isReady, async () => rows.length === 0 || (await confirmDiscard(discardPrompt(rows.length))))
  const names = useMemo(() => namesFor(platform, rows), [platform, rows])
  const format = useMemo(() => (platform ? uploadCellFormat(platform, reportingDate) : {}), [platform, reportingDate])

  const changeScope = async (next: StaffScope) => {
    if (rows.length === 0 || (await confirmDiscard(discardPrompt(rows.length)))) upload.setScope(next)
  }
  const downloadErrors = () => {
    if (!platform) return
    const csv = errorSheet(platform.columns, names, rows, problems.problemsOf)
    saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), errorSheetName(platform.value, reportingDate))
  }
  const downloadTemplate = async () => {
    try {
      if (platform) await saveTemplate(platform.value)
    } catch (error) {
      toastError(error instanceof CallFailed ? error.message : uploadTexts.unreachable)
    }
  }
  const addFiles = async (files: File[]) => {
    const replaces = rows.length > 0 && sortFiles(files).sheets.length === 1
    if (!replaces || (await confirmDiscard(discardPrompt(rows.length)))) await upload.addFiles(files)
  }
  const hasErrors = (row: GridRow) => problems.problemsOf(row).length > 0
  return (
    <div className={styles['screen']}>
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
      <UploadScope
        scope={scope}
        reportingDate={reportingDate}
        latest={businessToday()}
        errors={upload.errors}
        isFixed={work !== undefined || !isReady}
        onScope={(next) => void changeScope(next)}
        onDate={upload.setReportingDate}
      />
      <div className={styles['bar']}>
        {work ? (
          <UploadProgress work={work} onCancel={upload.cancel} />
        ) : (
          <>
            <Group gap="xs">
              <Button disabled={!isReady} onClick={() => void upload.uploadAll()}>
                Upload Data
              </Button>
              <Button variant="default" disabled={!isReady} onClick={() => void upload.uploadUnique(hasErrors)}>
                Upload Unique
              </Button>
              <Tooltip label="Check the rows without saving them">
                <Button variant="default" disabled={!isReady} onClick={() => void upload.checkAll()}>
                  Check
                </Button>
              </Tooltip>
            </Group>
            <Switch
              label="Duplicate LID Check"
              checked={upload.duplicateLidCheck}
              onChange={(event) => upload.setDuplicateLidCheck(event.currentTarget.checked)}
            />
            <div className={styles['message']}>
              {upload.summary ? (
                <Alert color="red.8" variant="filled" py={6} role="alert">
                  {upload.summary}
                </Alert>
              ) : null}
            </div>
            {rows.length > 0 ? <UploadFiles small disabled={false} onFiles={(files) => void addFiles(files)} /> : null}
          </>
        )}
      </div>
      {rows.length > 0 && platform ? (
        <div className={styles['sheet']} inert={work?.kind === 'save' || work?.kind === 'check'}>
          <EditableGrid
            label={`Rows to upload, ${platform.title}`}
            columns={platform.columns}
            names={names}
            rows={rows}
            problemsOf={problems.problemsOf}
            onChange={upload.setRows}
            format={format}
          >
            <Tally
              errorRows={problems.errorRows}
              checked={problems.checked}
              rows={rows.length}
              pictures={upload.pictures.size}
            />
            <Tooltip label="Download the rows with their errors (CSV)">
              <ActionIcon
                variant="default"
                size={30}
                aria-label="Download the rows with their errors"
                onClick={downloadErrors}
              >
                <IconDownload size={16} aria-hidden="true" />
              </ActionIcon>
            </Tooltip>
          </EditableGrid>
        </div>
      ) : work ? null : (
        <UploadFiles small={false} disabled={!isReady} onFiles={(files) => void addFiles(files)}>
          <Text size="sm" c="dimmed" ta="center" maw={520}>
            {platform
              ? `One .xlsx or .xls with up to ${countText(rowsPerCall)} rows of ${platform.title}, and up to 500 pictures at a time.`
              : 'Choose a company, brand and platform first. They determine how the sheet is read.'}
          </Text>
          <Button variant="subtle" disabled={!platform} onClick={() => upload.setRows([{ sn: 1 }])}>
            Add a record
          </Button>
        </UploadFiles>
      )}
      {confirmDialog}
    </div>
  )
}

const discardPrompt = (rows: number) => ({
  title: uploadTexts.discardTitle,
  text: uploadTexts.discard(rows),
  yes: 'Discard',
  no: 'Keep working',
  dangerous: true,
})

/** The import columns, plus the optional columns (recognised by name only) that this sheet has (G66). */
function namesFor(platform: FindingPlatformDefinition | undefined, rows: readonly GridRow[]): readonly string[] {
  if (!platform) return []
  const optional = platform.importedIfNamed.filter((name) => rows.some((row) => row[name] !== undefined))
  return [...platform.imported, ...optional]
}

function Tally({
  errorRows,
  checked,
  rows,
  pictures,
}: {
  errorRows: number
  checked: number
  rows: number
  pictures: number
}) {
  return (
    <Text size="sm" c="dimmed" className="tabular">
      {pictures > 0 ? `${countText(pictures)} pictures · ` : ''}
      {checked < rows ? `Rows checked: ${countText(checked)} of ${countText(rows)}` : null}
      {checked < rows ? null : errorRows === 0 ? (
        `${countText(rows)} rows, no errors found`
      ) : (
        <>
          {countText(rows)} rows,{' '}
          <Text span inherit c="var(--bad)" fw={600}>{`${countText(errorRows)} with errors`}</Text>
        </>
      )}
    </Text>
  )
}
