import { useMemo } from 'react'
import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { EditableGrid } from '#kit/web/EditableGrid.tsx'
import type { GridRow } from '#kit/web/EditableGrid-rows.ts'
import styles from '#kit/web/SheetScreen.module.css'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { counted, countText } from '#vocabulary/numbers.ts'
import { uploadCellFormat } from './cell-format.ts'
import { newRowColumns } from './check-rows.ts'
import { errorSheet, errorSheetName } from './error-sheet.ts'
import { saveFile } from '#kit/web/fetch-file.ts'
import type { Upload } from './useUpload.ts'

/** The rows to upload as a sheet, with the number of errors and a download of them. */
export function UploadSheet({ upload, platform }: { upload: Upload; platform: FindingPlatformDefinition }) {
  const { rows, problems, work, setRows } = upload.grid
  const { reportingDate } = upload.form
  const columns = useMemo(() => newRowColumns(platform), [platform])
  const names = useMemo(() => namesFor(platform, rows), [platform, rows])
  const format = useMemo(() => uploadCellFormat(platform, reportingDate), [platform, reportingDate])
  const downloadErrors = () => {
    const csv = errorSheet(platform.columns, names, rows, problems.problemsOf)
    saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), errorSheetName(platform.value, reportingDate))
  }
  return (
    <div className={styles['sheet']} inert={work?.kind === 'save' || work?.kind === 'check'}>
      <EditableGrid
        label={`Rows to upload, ${platform.title}`}
        columns={columns}
        names={names}
        rows={rows}
        problemsOf={problems.problemsOf}
        onChange={setRows}
        format={format}
        target={upload.grid.target}
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
  )
}

/** The import columns, plus the optional columns (recognised by name only) that this sheet has (G66). */
function namesFor(platform: FindingPlatformDefinition, rows: readonly GridRow[]): readonly string[] {
  const optional = platform.importedIfNamed.filter((name) => rows.some((row) => row[name] !== undefined))
  return [...platform.imported, ...optional]
}

type TallyProps = { errorRows: number; checked: number; rows: number; pictures: number }

function Tally({ errorRows, checked, rows, pictures }: TallyProps) {
  const rowsText = counted(rows, 'row')
  return (
    <Text size="sm" c="dimmed" className="tabular">
      {pictures > 0 ? `${counted(pictures, 'picture')} · ` : ''}
      {checked < rows ? `Rows checked: ${countText(checked)} of ${countText(rows)}` : null}
      {checked < rows ? null : errorRows === 0 ? (
        `${rowsText}, no errors found`
      ) : (
        <>
          {rowsText}, <Text span inherit c="var(--bad)" fw={600}>{`${countText(errorRows)} with errors`}</Text>
        </>
      )}
    </Text>
  )
}
