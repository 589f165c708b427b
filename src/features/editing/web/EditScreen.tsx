import { useEffect, useMemo, useRef } from 'react'
import { ActionIcon, Alert, Button, Checkbox, Group, Text, Title, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { useBrand } from '#features/brands/web/BrandPick.tsx'
import { editedColumns } from '#features/editing/contract.ts'
import { checkRow } from '#features/intake/web/check-rows.ts'
import { uploadCellFormat } from '#features/intake/web/cell-format.ts'
import { useProblems } from '#features/intake/web/useProblems.ts'
import { useSession } from '#features/sessions/web/session-context.tsx'
import { toastInfo } from '#kit/web/alerts.ts'
import { useConfirm } from '#kit/web/Confirm.tsx'
import { EditableGrid } from '#kit/web/EditableGrid.tsx'
import type { CellFormat, GridRow } from '#kit/web/EditableGrid-rows.ts'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { ColumnFilter } from './ColumnFilter.tsx'
import styles from '#kit/web/SheetScreen.module.css'
import { withFilter } from '#kit/web/page-view.ts'
import { EditScope } from './EditScope.tsx'
import type { StoredRow } from './edited-rows.ts'
import { texts } from './texts.ts'
import { useDeleting } from './use-deleting.ts'
import { useEditDraft } from './useEditDraft.ts'
import { type ColumnFilters, type SheetQuery, scopeOf, useEdits } from './useEdits.ts'

/** Kinds of columns whose header has a search icon (S-031). */
const filterableKinds = ['text', 'choice', 'link', 'domain', 'reasonCode']

/** Edit Data (S-027 to S-034): fetch the findings of a day, edit them as a sheet, save the edits, delete rows. */
export function EditScreen() {
  const { user } = useSession()
  const edits = useEdits()
  const { query, platform, rows, edited, editedIn, chosen, work } = edits
  const brandName = useBrand(query.scope.brandId)?.brandName
  const isReady = useEditDraft(user?.id ?? '', edits)
  const check = useMemo(
    () =>
      platform &&
      ((row: GridRow) => {
        const names = editedIn(row)
        if (names.length === 0) return none
        const found = checkRow(platform, brandName, row).filter(({ column }) => names.includes(column))
        return found.length === 0 ? none : found
      }),
    [platform, brandName, editedIn],
  )
  const problems = useProblems(check, rows, edits.refusals)
  const deleting = useDeleting(edits.reload)
  const [confirmAction, dialog] = useConfirm()
  useBlocker({
    shouldBlockFn: async () => !(await confirmAction(discardPrompt(edited.length))),
    enableBeforeUnload: () => edited.length > 0,
    disabled: edited.length === 0,
  })
  const mayLeave = async () => edited.length === 0 || (await confirmAction(discardPrompt(edited.length)))
  const changeQuery = async (next: SheetQuery) => {
    if (await mayLeave()) edits.changeQuery(next)
  }
  const fetchRows = async (filters?: ColumnFilters) => {
    if (await mayLeave()) await edits.fetchRows(filters)
  }
  const remove = () => {
    const chosenRows = rows.filter((row) => chosen.has(row.sn)) as StoredRow[]
    if (chosenRows.length === 0) return toastInfo(texts.nothingChosen)
    deleting.remove({ scope: scopeOf(query.scope), ids: chosenRows.map(({ id }) => id) })
  }

  const names = useMemo(() => (platform ? editedColumns(platform) : []), [platform])
  const { filters, reportingDate } = query
  const { setChosen } = edits
  const latestFetch = useRef(fetchRows)
  useEffect(() => {
    latestFetch.current = fetchRows
  })
  const format: CellFormat = useMemo(() => {
    if (!platform) return {}
    const headOf = (name: string) =>
      name !== 'brand' && filterableKinds.includes(platform.columns[name]!.kind) ? (
        <ColumnFilter
          label={platform.columns[name]!.label}
          text={filters[name] ?? ''}
          onApply={(text) => void latestFetch.current(withFilter(filters, name, text))}
        />
      ) : null
    return { ...uploadCellFormat(platform, reportingDate), editedIn, headOf, choosing: { chosen, onChoose: setChosen } }
  }, [platform, reportingDate, filters, editedIn, chosen, setChosen])
  const isBusy = work !== undefined || deleting.deletingCount > 0
  const hasFilters = Object.keys(filters).length > 0

  return (
    <div className={styles['screen']}>
      <Title order={1}>Edit Data</Title>
      <EditScope
        query={query}
        errors={edits.errors}
        isFixed={isBusy || !isReady}
        onChange={(next) => void changeQuery(next)}
      />
      <div className={styles['bar']}>
        <Group gap="xs">
          <Button variant="default" disabled={!isReady || isBusy} onClick={() => void fetchRows()}>
            Fetch Data
          </Button>
          <Button
            disabled={!isReady || isBusy || rows.length === 0}
            loading={work === 'save'}
            onClick={() => void edits.save()}
          >
            Upload Data
          </Button>
        </Group>
        {platform?.alsoUnique ? (
          <Checkbox
            label="Duplicate LID check"
            checked={edits.duplicateLidCheck}
            onChange={(event) => edits.setDuplicateLidCheck(event.currentTarget.checked)}
          />
        ) : null}
        <div className={styles['message']}>
          {edits.summary ? (
            <Alert color="red.8" variant="filled" py={6} role="alert">
              {edits.summary}
            </Alert>
          ) : null}
          {edits.notice ? (
            <Alert color="red.8" variant="light" py={6} role="alert">
              {edits.notice}
            </Alert>
          ) : null}
        </div>
        {deleting.undoable ? (
          <Group gap="xs" role="status">
            <Text size="sm">{texts.deleted(deleting.undoable.ids.length)}</Text>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowBackUp size={14} aria-hidden="true" />}
              onClick={() => void deleting.undo()}
            >
              Undo
            </Button>
          </Group>
        ) : null}
      </div>
      {rows.length > 0 && platform ? (
        <div className={styles['sheet']} inert={isBusy}>
          <EditableGrid
            label={`Findings to edit, ${platform.title}`}
            columns={platform.columns}
            names={names}
            rows={rows}
            problemsOf={problems.problemsOf}
            onChange={edits.setRows}
            format={format}
          >
            <Text size="sm" c="dimmed" className="tabular" role="status">
              {work === 'save'
                ? texts.saving(edited.length)
                : deleting.deletingCount > 0
                  ? texts.deleting(deleting.deletingCount)
                  : chosen.size > 0
                    ? texts.chosen(chosen.size)
                    : texts.rowCount(edited.length, rows.length)}
            </Text>
            <Tooltip label="Delete selected rows">
              <ActionIcon
                variant="default"
                size={30}
                aria-label="Delete selected rows"
                loading={deleting.deletingCount > 0}
                onClick={remove}
              >
                <IconTrash size={16} aria-hidden="true" />
              </ActionIcon>
            </Tooltip>
          </EditableGrid>
        </div>
      ) : work === 'fetch' ? (
        <LoadingRows rows={14} height={28} />
      ) : edits.failure !== undefined ? (
        <ErrorState error={edits.failure} retry={() => void edits.retry()} />
      ) : edits.stored ? (
        <EmptyState
          title={hasFilters ? 'No findings match these filters' : 'No findings on this day'}
          hint={hasFilters ? 'Clear them to see all findings of the day.' : 'Choose another reporting date.'}
        >
          {hasFilters ? (
            <Button variant="default" onClick={() => void fetchRows({})}>
              Clear filters
            </Button>
          ) : null}
        </EmptyState>
      ) : (
        <EmptyState
          title="No data fetched"
          hint="Choose a company, brand, platform and reporting date, then select Fetch Data."
        />
      )}
      {edits.stored?.more ? (
        <Text size="sm" c="dimmed">
          {texts.more(rows.length)}
        </Text>
      ) : null}
      {dialog}
    </div>
  )
}

const none: readonly never[] = []

const discardPrompt = (edited: number) => ({
  title: texts.discardTitle,
  text: texts.discard(edited),
  yes: 'Discard',
  no: 'Keep working',
  dangerous: true,
})
