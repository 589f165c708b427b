import { Badge, Button, Group, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { readSheet } from '#kit/web/read-sheet.ts'
import { SheetFileInput } from '#kit/web/SheetFileInput.tsx'
import { useSheetTask } from '#kit/web/use-sheet-task.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { findings } from '#features/findings/contract.ts'
import { decisionColumns, type DecisionReport, downloadCap } from '#features/findings/contract-schemas.ts'
import { texts } from './texts.ts'
import type { Undoable } from './use-undo-offer.ts'
import { countText } from '#vocabulary/numbers.ts'

type Props = { platform: FindingPlatformDefinition; close: () => void; onDecided: (what: Undoable) => void }
type Row = { row: number; recordId: unknown; recordVersion: unknown; decision: unknown }

const layout = { columns: decisionColumns, imported: Object.keys(decisionColumns), maxRows: downloadCap }

/** Reads a filled-in decision sheet, previews the changes row by row, and applies them once confirmed. */
export function DecisionDialog({ platform, close, onDecided }: Props) {
  const [rows, setRows] = useState<Row[]>()
  const [report, setReport] = useState<DecisionReport>()
  const { isBusy, isApplying, problem, run: work, apply: store } = useSheetTask()
  const { decide, undoMatching } = findings[platform.value]

  const choose = (file: File | null) => {
    setRows(undefined)
    setReport(undefined)
    if (!file) return
    void work(async (signal) => {
      const { rows: lines } = await readSheet(file, layout, { signal, onRows: () => undefined })
      // Row numbers as in the spreadsheet: the header is row 1; empty rows do not count.
      const read = lines.map(({ sn, recordId, recordVersion, decision }) => {
        return { row: Number(sn) + 1, recordId, recordVersion, decision }
      })
      setReport(await call(decide, { rows: read }, { signal }))
      setRows(read)
    })
  }
  const apply = () =>
    store(async () => {
      try {
        const answer = await call(decide, { rows: rows ?? [], apply: true, changes: report?.changed ?? 0 })
        toastSuccess(answer.message)
        const moment = answer.moment ?? ''
        const revert = () => call(undoMatching, { moment })
        onDecided({ message: answer.message, revert, undoneText: texts.undoneDecisions })
        close()
      } catch (error) {
        // Records changed since the preview: show the new report instead.
        const now = error instanceof CallFailed ? (error.answer['report'] as DecisionReport | undefined) : undefined
        if (now) setReport(now)
        throw error
      }
    })
  return (
    <OpenModal onClose={() => isApplying || close()} title={texts.decisionsOf(platform.title)} size="xl">
      <Stack gap="sm">
        <Text size="sm">{texts.howToDecide}</Text>
        <SheetFileInput isBusy={isBusy} problem={problem} choose={choose} />
        {report ? <Report report={report} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={isApplying} onClick={close}>
            Close
          </Button>
          <Button loading={isBusy} disabled={!report || report.changed === 0} onClick={() => void apply()}>
            {report && report.changed > 0 ? texts.change(report.changed) : 'Change'}
          </Button>
        </Group>
      </Stack>
    </OpenModal>
  )
}

function Report({ report }: { report: DecisionReport }) {
  const { refused, changed, rows } = report
  return (
    <>
      <Text size="sm" fw={600} role="status">
        {report.message}
      </Text>
      <Text size="sm" c="dimmed">
        {texts.unchangedRows(report.undecided, report.same)}
        {rows.length < refused + changed ? ` The first ${countText(rows.length)} are listed, rejected rows first.` : ''}
      </Text>
      {rows.length > 0 && (
        <ScrollArea.Autosize mah={360} type="auto">
          <Table aria-label="What each row does" stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={64}>Row</Table.Th>
                <Table.Th w={110}>Outcome</Table.Th>
                <Table.Th>Change or reason</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.row}>
                  <Table.Td>{row.row}</Table.Td>
                  <Table.Td>
                    <Badge
                      color={row.outcome === 'refused' ? 'red' : 'green'}
                      variant="light"
                      tt="none"
                      c="var(--mantine-color-text)"
                    >
                      {row.outcome === 'refused' ? 'Rejected' : 'Change'}
                    </Badge>
                  </Table.Td>
                  <Table.Td>
                    {row.outcome === 'refused'
                      ? row.reason
                      : `${statusDisplay(row.from ?? '').name} → ${statusDisplay(row.to ?? '').name}`}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      )}
    </>
  )
}
