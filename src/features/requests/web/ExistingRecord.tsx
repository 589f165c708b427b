import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { type CheckedLine, existingRecordFields } from '#features/requests/contract.ts'
import { OpenModal } from '#kit/web/OpenModal.tsx'
import { PriorityMark, StatusMark } from '#kit/web/cells.tsx'
import { showDay } from '#vocabulary/dates.ts'
import { texts } from './texts.ts'

/** A read-only view of an existing record (G62, C-160). */
export function ExistingRecord({ record, close }: { record: CheckedLine; close: () => void }) {
  const stored: Readonly<Record<string, unknown>> = record
  const lines: [label: string, value: ReactNode][] = [
    ...[...existingRecordFields].map(([field, label]): [string, ReactNode] => [
      label,
      stored[field] as string | null | undefined,
    ]),
    ['Reporting Date', showDay(record.reportingDate)],
    ['Priority', record.priority ? <PriorityMark priority={record.priority} /> : ''],
    ['Status', record.status ? <StatusMark code={record.status} /> : ''],
  ]
  return (
    <OpenModal onClose={close} title={texts.view} size="md">
      <Table aria-label={texts.view} variant="vertical" layout="fixed">
        <Table.Tbody>
          {lines
            .filter(([, value]) => value !== undefined && value !== null)
            .map(([label, value]) => (
              <Table.Tr key={label}>
                <Table.Th w={140} scope="row">
                  {label}
                </Table.Th>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
    </OpenModal>
  )
}
