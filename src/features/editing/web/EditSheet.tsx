import { useEffect, useMemo, useRef } from 'react'
import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { editedColumns, lockedColumns } from '#features/editing/contract.ts'
import { uploadCellFormat } from '#features/intake/web/cell-format.ts'
import { EditableGrid } from '#kit/web/EditableGrid.tsx'
import { withFilter } from '#kit/web/page-view.ts'
import type { CellFormat } from '#kit/web/EditableGrid-rows.ts'
import styles from '#kit/web/SheetScreen.module.css'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { ColumnFilter } from './ColumnFilter.tsx'
import type { ColumnFilters } from './edit-query.ts'
import { texts } from './texts.ts'
import type { Edits } from './useEdits.ts'

/** Kinds of columns whose header has a search icon (S-031). */
const filterableKinds = ['text', 'choice', 'link', 'domain', 'reasonCode']

type Props = {
  edits: Edits
  platform: FindingPlatformDefinition
  deletingCount: number
  /** Fetches the rows with these filters. */
  onFilter: (filters: ColumnFilters) => void
  onRemove: () => void
}

/** The fetched findings as a sheet: rows can be selected, columns searched. */
export function EditSheet({ edits, platform, deletingCount, onFilter, onRemove }: Props) {
  const { rows, problems, setRows, work } = edits.grid
  const names = useMemo(() => editedColumns(platform), [platform])
  const format = useCellFormat(edits, platform, onFilter)
  return (
    <div className={styles['sheet']} inert={work !== undefined || deletingCount > 0}>
      <EditableGrid
        label={`Findings to edit, ${platform.title}`}
        columns={platform.columns}
        names={names}
        rows={rows}
        problemsOf={problems.problemsOf}
        onChange={setRows}
        format={format}
        target={edits.grid.target}
      >
        <Text size="sm" c="dimmed" className="tabular" role="status">
          {statusText(edits, deletingCount)}
        </Text>
        <Tooltip label="Delete selected rows">
          <ActionIcon
            variant="default"
            size={30}
            aria-label="Delete selected rows"
            loading={deletingCount > 0}
            onClick={onRemove}
          >
            <IconTrash size={16} aria-hidden="true" />
          </ActionIcon>
        </Tooltip>
      </EditableGrid>
    </div>
  )
}

function statusText({ grid, edited }: Edits, deletingCount: number): string {
  if (grid.work === 'save') return texts.saving(edited.length)
  if (deletingCount > 0) return texts.deleting(deletingCount)
  return grid.chosen.size > 0 ? texts.chosen(grid.chosen.size) : texts.rowCount(edited.length, grid.rows.length)
}

/** How the cells are shown. The same object until something it shows changes, so that rows are not rendered again. */
function useCellFormat(edits: Edits, platform: FindingPlatformDefinition, onFilter: Props['onFilter']): CellFormat {
  const { editedIn } = edits
  const { chosen, setChosen } = edits.grid
  const { filters, reportingDate } = edits.form.query
  const latestFilter = useRef(onFilter)
  useEffect(() => {
    latestFilter.current = onFilter
  })
  return useMemo((): CellFormat => {
    const headOf = (name: string) =>
      name !== 'brand' && filterableKinds.includes(platform.columns[name]!.kind) ? (
        <ColumnFilter
          label={platform.columns[name]!.label}
          text={filters[name] ?? ''}
          onApply={(text) => latestFilter.current(withFilter(filters, name, text))}
        />
      ) : null
    const rowSelection = { chosen, onChoose: setChosen }
    return { ...uploadCellFormat(platform, reportingDate), editedIn, headOf, rowSelection, locked: lockedColumns }
  }, [platform, reportingDate, filters, editedIn, chosen, setChosen])
}
