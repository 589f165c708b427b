import { Badge, Button, Title } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import type { CheckedLine } from '#features/requests/contract.ts'
import { EditableGrid } from '#kit/web/EditableGrid.tsx'
import type { CellFormat, GridRow, GridRows } from '#kit/web/EditableGrid-rows.ts'
import { useNarrow } from '#kit/web/narrow.ts'
import { currentSettings } from '#kit/web/settings.ts'
import { showDayOf } from '#vocabulary/dates.ts'
import { ExistingRecord } from './ExistingRecord.tsx'
import { addressOf, type Flags, type RequestedRows, requestedColumns, requestedNames } from './requested-rows.ts'
import classes from './Request.module.css'
import { flagLabels, texts } from './texts.ts'

const widths = { brand: 140, domain: 360, remarks: 220 }
/** On a phone the brand, which is the same everywhere, gives way, and addresses are as wide as they need. */
const narrowBrand = 100
/** Pixels of an address: a character, on average and generously, the padding of the cell, and the limits. */
const addressPixels = { character: 7.5, padding: 24, min: 220, max: 900 }
const actionsWidth = 320
const noProblems: readonly never[] = []

type RequestedDataProps = {
  brandName: string
  requested: RequestedRows
  isBusy: boolean
  onChange: (rows: GridRows) => void
  onClear: () => void
}

/** "Requested Data": the editable rows of the request with their flags (C-125 to C-130). */
export function RequestedData({ brandName, requested, isBusy, onChange, onClear }: RequestedDataProps) {
  const { rows, flags } = requested
  const [record, setRecord] = useState<CheckedLine>()
  const problemsOf = useCallback((row: GridRow) => flags.get(row.sn)?.problems ?? noProblems, [flags])
  const shownWidths = useWidths(rows)
  const format = useMemo<CellFormat>(
    () => ({
      widths: shownWidths,
      // Every row belongs to the chosen brand, whatever is typed there.
      show: (name) => (name === 'brand' ? { text: brandName, faint: true } : undefined),
      choices: (name) => (name === 'brand' ? [brandName] : undefined),
      actions: {
        width: actionsWidth,
        render: (row, index) => <RowActions row={row} index={index} flags={flags.get(row.sn)} view={setRecord} />,
      },
    }),
    [brandName, flags, shownWidths],
  )
  const isEmpty = rows.length === 0
  return (
    <section className={classes.requested} aria-label={texts.requested}>
      <Title order={2} size="h4">
        {texts.requested}
      </Title>
      <div className={isEmpty ? classes.emptyGrid : classes.grid} inert={isEmpty || isBusy}>
        <EditableGrid
          label={texts.requested}
          columns={requestedColumns}
          names={requestedNames}
          rows={rows}
          problemsOf={problemsOf}
          onChange={onChange}
          format={format}
        >
          <Button size="xs" variant="default" disabled={isEmpty} onClick={onClear}>
            {texts.clearAll}
          </Button>
        </EditableGrid>
        {isEmpty ? <p className={classes.hint}>{texts.noneRequested}</p> : null}
      </div>
      {record ? <ExistingRecord record={record} close={() => setRecord(undefined)} /> : null}
    </section>
  )
}

function useWidths(rows: GridRows): Readonly<Record<string, number>> {
  const isNarrow = useNarrow()
  const longest = useMemo(() => rows.reduce((max, row) => Math.max(max, addressOf(row).length), 0), [rows])
  return useMemo(() => {
    if (!isNarrow) return widths
    const { character, padding, min, max } = addressPixels
    const domain = Math.min(max, Math.max(min, Math.ceil(longest * character) + padding))
    return { ...widths, brand: narrowBrand, domain }
  }, [isNarrow, longest])
}

type RowActionsProps = {
  row: GridRow
  index: number
  flags: Flags | undefined
  view: (record: CheckedLine) => void
}

/** What can be done with a row, and its flags. The grid removes the row whose button says so. */
function RowActions({ row, index, flags, view }: RowActionsProps) {
  const record = flags?.record
  return (
    <>
      <Button size="compact-xs" variant="default" data-remove={index} aria-label={`${texts.remove} row ${row.sn}`}>
        {texts.remove}
      </Button>
      {record ? (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${texts.view} of ${addressOf(row)}`}
          onClick={() => view(record)}
        >
          {texts.view}
        </Button>
      ) : null}
      {flags?.isDuplicate ? <Flag text={flagLabels.duplicate} tooltip={requestedSince(flags.requestedAt)} /> : null}
      {flags?.isExists ? <Flag text={flagLabels.exists} /> : null}
    </>
  )
}

function Flag({ text, tooltip }: { text: string; tooltip?: string | undefined }) {
  return (
    <Badge
      color="red.8"
      variant="filled"
      size="sm"
      radius="sm"
      tt="none"
      title={tooltip ?? text}
      className={classes.flag}
    >
      {text}
    </Badge>
  )
}

const requestedSince = (at: string | undefined) =>
  at === undefined ? undefined : `Already requested on ${showDayOf(at, currentSettings().businessZone)}`
