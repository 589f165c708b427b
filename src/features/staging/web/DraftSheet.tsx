import { type DragEvent, useMemo, useRef, useState } from 'react'
import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core'
import { IconDeviceFloppy, IconDownload, IconSend } from '@tabler/icons-react'
import { errorSheet, errorSheetName } from '#features/intake/web/error-sheet.ts'
import { rowsPerAdd } from '#features/staging/rules.ts'
import { EditableGrid } from '#kit/web/EditableGrid.tsx'
import { blankRows } from '#kit/web/EditableGrid-rows.ts'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { saveFile } from '#kit/web/fetch-file.ts'
import { FileViewer } from '#kit/web/FileViewer.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { businessToday, useSettings } from '#kit/web/settings.ts'
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
  const [addPicture, busyPictures] = useRowPictures((sn, cells) => draft.changeRow(sn, cells))
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
  const sheetElement = useRef<HTMLDivElement>(null)
  const shownRow = sheet.rows.find(({ sn }) => sn === shownPicture)
  const isBusy = draft.isSubmitting
  if (draft.loadFailure) return <ErrorState error={draft.loadFailure} retry={draft.retryLoading} />
  if (!isOpen) return <LoadingRows />
  return (
    <>
      <Heading {...props} draft={draft} />
      <Conflicts conflicts={sheet.conflicts} zone={zone} onDecide={draft.decide} />
      <div className={styles['bar']}>
        {isLocked ? null : <Actions draft={draft} isBusy={isBusy} />}
        <StateLine draft={draft} />
        <Colleagues others={others} />
      </div>
      {sheet.rows.length === 0 && !isLocked ? (
        <EmptyState title={texts.empty} hint={texts.emptyHint}>
          <Button variant="default" onClick={() => draft.setRows(blankRows([], rowsPerAdd))}>
            {texts.addRows(rowsPerAdd)}
          </Button>
        </EmptyState>
      ) : (
        <div
          ref={sheetElement}
          className={styles['sheet']}
          inert={isBusy}
          onDragOver={(event) => {
            if (!isLocked && event.dataTransfer.types.includes('Files')) event.preventDefault()
          }}
          onDrop={(event) => {
            const index = droppedOn(event)
            const row = index === undefined ? undefined : sheet.rows[index]
            if (isLocked || event.dataTransfer.files.length === 0) return
            event.preventDefault()
            if (row) void addPicture(row.sn, [...event.dataTransfer.files])
          }}
        >
          <EditableGrid
            label={texts.sheet(platform.title)}
            columns={platform.columns}
            names={platform.staged}
            rows={sheet.rows}
            problemsOf={grid.problems.problemsOf}
            onChange={draft.setRows}
            format={format}
            lead={grid.lead}
          >
            <ErrorTally draft={draft} platform={platform} />
          </EditableGrid>
        </div>
      )}
      <FileViewer
        files={
          shownRow
            ? [
                {
                  link: String(shownRow['imageUrl']),
                  caption: String(shownRow['image'] ?? ''),
                  fileName: String(shownRow['image'] ?? 'picture'),
                },
              ]
            : []
        }
        open={shownRow ? 0 : undefined}
        onOpen={() => setShownPicture(undefined)}
      />
    </>
  )
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
