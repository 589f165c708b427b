import { type DragEvent, type ReactNode, useMemo, useState } from 'react'
import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core'
import { IconDeviceFloppy, IconDownload, IconSend } from '@tabler/icons-react'
import { newRowColumns } from '#features/intake/web/check-rows.ts'
import { errorSheet, errorSheetName } from '#features/intake/web/error-sheet.ts'
import { rowsPerAdd } from '#features/staging/rules.ts'
import { EditableGrid } from '#kit/web/EditableGrid.tsx'
import { blankRows, type GridRow, type GridRows } from '#kit/web/EditableGrid-rows.ts'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { saveFile } from '#kit/web/fetch-file.ts'
import { FileViewer } from '#kit/web/FileViewer.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { businessToday, useSettings } from '#kit/web/settings.ts'
import { UnreadDraftNote } from '#kit/web/staged-grid/UnreadDraftNote.tsx'
import styles from '#kit/web/SheetScreen.module.css'
import { Colleagues } from './Colleagues.tsx'
import { Conflicts } from './Conflicts.tsx'
import { Heading } from './Heading.tsx'
import { texts } from './texts.ts'
import { useCellFormat } from './use-cell-format.tsx'
import type { DraftSheetProps } from './draft-sheet-props.ts'
import { type DraftSheetState, useDraftSheet } from './use-draft-sheet.ts'
import { usePresence } from './use-presence.ts'
import { useRowPictures } from './use-row-pictures.ts'

/** The rows of one draft as a sheet, shared with the others who have it open. */
export function DraftSheet(props: DraftSheetProps) {
  const { user, platform, draftId } = props
  const draft = useDraftSheet(props)
  const { businessZone: zone } = useSettings()
  const { grid, sheet, isOpen, isLocked } = draft
  const [activeSn, setActiveSn] = useState<number>()
  const activeId = activeSn === undefined ? undefined : sheet.known.get(activeSn)?.id
  const at = activeId !== undefined && activeSn !== undefined ? { id: activeId, sn: activeSn } : undefined
  const others = usePresence(draftId, { isOn: isOpen && draft.begunNow && !isLocked, userId: user.id, at })
  const [addPicture, busyPictures] = useRowPictures((row, cells) => draft.changeRow(row, cells))
  const [shownPicture, setShownPicture] = useState<number>()
  const format = useCellFormat({
    draft,
    platform,
    others,
    busyPictures,
    addPicture,
    onShow: setShownPicture,
    onActive: setActiveSn,
  })
  const columns = useMemo(() => newRowColumns(platform), [platform])
  const shownRow = sheet.rows.find(({ sn }) => sn === shownPicture)
  const isBusy = draft.isSubmitting
  if (draft.loadFailure) return <ErrorState error={draft.loadFailure} retry={draft.retryLoading} />
  if (draft.unread) return <UnreadDraftNote unread={draft.unread} />
  if (!isOpen) return <LoadingRows />
  return (
    <>
      <Heading {...props} draft={draft} />
      <Conflicts sheet={sheet} platform={platform} zone={zone} onDecide={draft.decide} />
      <div className={styles['bar']}>
        {isLocked ? null : <Actions draft={draft} isBusy={isBusy} />}
        <StateLine draft={draft} />
        <Colleagues others={others} />
      </div>
      {sheet.rows.length === 0 && !isLocked ? (
        <EmptySheet onAdd={() => draft.setRows(blankRows([], rowsPerAdd))} />
      ) : (
        <DropArea
          isBusy={isBusy}
          isLocked={isLocked}
          rows={sheet.rows}
          onDrop={(row, files) => void addPicture(row, files)}
        >
          <EditableGrid
            label={texts.sheet(platform.title)}
            columns={columns}
            names={platform.staged}
            rows={sheet.rows}
            problemsOf={grid.problems.problemsOf}
            onChange={draft.setRows}
            format={format}
            target={grid.target}
          >
            <ErrorTally draft={draft} platform={platform} />
          </EditableGrid>
        </DropArea>
      )}
      <RowPicture row={shownRow} close={() => setShownPicture(undefined)} />
    </>
  )
}

function EmptySheet({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState title={texts.empty} hint={texts.emptyHint}>
      <Button variant="default" onClick={onAdd}>
        {texts.addRows(rowsPerAdd)}
      </Button>
    </EmptyState>
  )
}

type DropAreaProps = {
  isBusy: boolean
  isLocked: boolean
  rows: GridRows
  onDrop: (row: GridRow, files: File[]) => void
  children: ReactNode
}

/** Takes files that are dropped on a row. */
function DropArea({ isBusy, isLocked, rows, onDrop, children }: DropAreaProps) {
  return (
    <div
      className={styles['sheet']}
      inert={isBusy}
      onDragOver={(event) => {
        if (!isLocked && event.dataTransfer.types.includes('Files')) event.preventDefault()
      }}
      onDrop={(event) => {
        const index = droppedOn(event)
        const row = index === undefined ? undefined : rows[index]
        if (isLocked || event.dataTransfer.files.length === 0) return
        event.preventDefault()
        if (row) onDrop(row, [...event.dataTransfer.files])
      }}
    >
      {children}
    </div>
  )
}

/** The picture of a row in the viewer; closed without a row. */
function RowPicture({ row, close }: { row: GridRow | undefined; close: () => void }) {
  const name = row?.['image']
  const files = row
    ? [{ link: String(row['imageUrl']), caption: String(name ?? ''), fileName: String(name ?? 'picture') }]
    : []
  return <FileViewer files={files} open={row ? 0 : undefined} onOpen={close} />
}

/** The row that something was dropped on, counted from 0. */
function droppedOn({ target }: DragEvent): number | undefined {
  const row = (target as Element).closest<HTMLElement>('[role=row]')?.querySelector<HTMLElement>('[data-row]')
  return row ? Number(row.dataset['row']) : undefined
}

function Actions({ draft, isBusy }: { draft: DraftSheetState; isBusy: boolean }) {
  return (
    <Group gap="xs">
      <Button
        leftSection={<IconSend size={16} aria-hidden="true" />}
        loading={isBusy}
        disabled={draft.sheet.known.size === 0 && draft.unsaved === 0}
        onClick={() => void draft.submit()}
      >
        {texts.submit}
      </Button>
      <Button
        variant="default"
        leftSection={<IconDeviceFloppy size={16} aria-hidden="true" />}
        disabled={draft.unsaved === 0 || isBusy}
        onClick={() => void draft.save()}
      >
        {texts.saveAll}
      </Button>
    </Group>
  )
}

/** What is saved and what is not, in one quiet line: failures show no alert (S-283). */
function StateLine({ draft }: { draft: DraftSheetState }) {
  const { grid, unsaved, isSaving, failure, notice, sheet } = draft
  const text = () => {
    if (draft.isLocked) return ''
    if (grid.work?.kind === 'submitting') return texts.submitting(grid.work.rows)
    if (isSaving && unsaved > 0) return texts.saving(unsaved)
    if (failure !== undefined && unsaved > 0) return texts.notSaved(unsaved, failure)
    if (unsaved > 0) return texts.unsaved(unsaved)
    return sheet.known.size > 0 ? texts.saved : ''
  }
  return (
    <Text size="sm" c="dimmed" role="status">
      {[draft.isLocked ? undefined : notice, text()].filter(Boolean).join(' · ')}
    </Text>
  )
}

function ErrorTally({ draft, platform }: { draft: DraftSheetState; platform: DraftSheetProps['platform'] }) {
  const { problems } = draft.grid
  const { rows } = draft.sheet
  const tally = useMemo(() => texts.tally(rows.length, problems.errorRows), [rows.length, problems.errorRows])
  const download = () => {
    const csv = errorSheet(platform.columns, platform.staged, rows, problems.problemsOf)
    saveFile(new Blob([csv], { type: 'text/csv;charset=utf-8' }), errorSheetName(platform.value, businessToday()))
  }
  return (
    <>
      <Text size="sm" c="dimmed" className="tabular">
        {tally}
      </Text>
      <Tooltip label={texts.downloadErrors}>
        <ActionIcon variant="default" size={30} aria-label={texts.downloadErrors} onClick={download}>
          <IconDownload size={16} aria-hidden="true" />
        </ActionIcon>
      </Tooltip>
    </>
  )
}
