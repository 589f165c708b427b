import { Badge, Button, Group, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { columnsOfHeader, type SheetRow } from '#columns/sheet.ts'
import { type importCalls, maxImportRows, type ImportReport } from '#kit/contract/imports.ts'
import { OpenModal } from './OpenModal.tsx'
import { toastSuccess } from './alerts.ts'
import { call } from './call.ts'
import { readSheet, type Sheet, type SheetLayout } from './read-sheet.ts'
import { SheetFileInput } from './SheetFileInput.tsx'
import { useSheetTask } from './use-sheet-task.ts'

type Props = {
  what: string
  call: ReturnType<typeof importCalls>['importRows']
  layout: Pick<SheetLayout, 'columns' | 'imported'>
  close: () => void
  imported: () => void
}

const outcomeColours = { add: 'green', update: 'accent', refused: 'red' } as const
const outcomeLabels = { add: 'Add', update: 'Update', refused: 'Rejected' } as const

/** Reads a workbook, previews row by row what the import would do, and imports once the person confirms. */
export function ImportDialog({ what, call: endpoint, layout, close, imported }: Props) {
  const [sheet, setSheet] = useState<ImportedSheet>()
  const [report, setReport] = useState<ImportReport>()
  const { isBusy, isApplying, problem, run, apply: store } = useSheetTask()

  const choose = (file: File | null) => {
    setSheet(undefined)
    setReport(undefined)
    if (!file) return
    void run(async (signal) => {
      const read = await readSheet(file, { ...layout, maxRows: maxImportRows }, { signal, onRows: () => undefined })
      const chosen = { rows: read.rows, ...columnsOf(read, layout) }
      const answer = await call(endpoint, { ...chosen, apply: false }, { signal })
      setSheet(chosen)
      setReport(answer)
    })
  }
  const apply = () =>
    store(async () => {
      const answer = await call(endpoint, { rows: [], ...sheet, apply: true })
      setReport(answer)
      if (!answer.applied) return
      toastSuccess(answer.message)
      imported()
      close()
    })
  return (
    <OpenModal onClose={() => isApplying || close()} title={`Import ${what}`} size="xl">
      <Stack gap="sm">
        <SheetFileInput isBusy={isBusy} problem={problem} choose={choose} />
        {report ? <Preview report={report} rows={sheet?.rows ?? []} layout={layout} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={isApplying} onClick={close}>
            Close
          </Button>
          <Button loading={isBusy} disabled={!report || report.refused > 0} onClick={() => void apply()}>
            Import
          </Button>
        </Group>
      </Stack>
    </OpenModal>
  )
}

type ImportedSheet = { rows: SheetRow[]; columns?: string[] }

/**
 * The columns that the header of a sheet names, so that an empty cell empties a value and a missing column leaves it;
 * of a sheet without a header the server takes those with a cell.
 */
function columnsOf({ header }: Sheet, { columns, imported }: Props['layout']): { columns?: string[] } {
  const names = columnsOfHeader(header, columns, imported).filter((name) => name !== undefined)
  return names.length > 0 ? { columns: names } : {}
}

type PreviewProps = { report: ImportReport; rows: readonly SheetRow[]; layout: Props['layout'] }

/** What the import would do: in all, and row by row with the first column that is imported. */
function Preview({ report, rows, layout }: PreviewProps) {
  const firstName = layout.imported[0] ?? ''
  return (
    <>
      <Text size="sm" fw={600} role="status">
        {report.message}
      </Text>
      <ScrollArea.Autosize mah={360} type="auto">
        <Table aria-label="Result for each row" stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={56}>Row</Table.Th>
              <Table.Th>{layout.columns[firstName]?.label}</Table.Th>
              <Table.Th w={100}>Outcome</Table.Th>
              <Table.Th>Reason</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rejectedFirst(report).map((row) => (
              <Table.Tr key={row.sn}>
                <Table.Td>{row.sn}</Table.Td>
                <Table.Td>{String(rows[row.sn - 1]?.[firstName] ?? '')}</Table.Td>
                <Table.Td>
                  <Badge color={outcomeColours[row.outcome]} variant="light" tt="none" c="var(--mantine-color-text)">
                    {outcomeLabels[row.outcome]}
                  </Badge>
                </Table.Td>
                <Table.Td>{row.errors.map(({ message }) => message).join('; ')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    </>
  )
}

/** Rejected rows first, then the first 200 of the others. */
function rejectedFirst({ rows }: ImportReport): ImportReport['rows'] {
  const refused = rows.filter((row) => row.outcome === 'refused')
  return [...refused, ...rows.filter((row) => row.outcome !== 'refused').slice(0, 200)]
}
