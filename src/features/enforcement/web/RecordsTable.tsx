import { Table, Text } from '@mantine/core'
import type { EnforcementRecord } from '#features/enforcement/contract.ts'
import { Answers } from '#features/replies/web/Answers.tsx'
import { StatusMark } from '#kit/web/cells.tsx'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { showEnforcementDay } from '#vocabulary/dates.ts'
import { MailState } from './MailState.tsx'
import { texts } from './texts.ts'

type Showing = { platform: FindingPlatformDefinition; records: readonly EnforcementRecord[]; label: string }

/** Past enforcement, newest first: registrar, address and host for domain and website only, the date as D-M-Y (S-040). */
export function RecordsTable({ platform, records, label }: Showing) {
  if (records.length === 0)
    return (
      <Text size="sm" c="dimmed" py={6}>
        {texts.noData}
      </Text>
    )
  const withHost = platform.enforcedWith.length > 0
  return (
    <Table.ScrollContainer minWidth={withHost ? 760 : 420} type="native">
      <Table aria-label={label} verticalSpacing={4} fz="sm">
        <Table.Thead>
          <Table.Tr>
            {withHost ? (
              <>
                <Table.Th>Registrar</Table.Th>
                <Table.Th>IP Address</Table.Th>
                <Table.Th>Hosting</Table.Th>
              </>
            ) : null}
            <Table.Th>Action Taken</Table.Th>
            <Table.Th>Date</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>By</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {records.map((record) => (
            <Table.Tr key={record.id} data-enforcement={record.id}>
              {withHost ? (
                <>
                  <Table.Td>{record.registrar}</Table.Td>
                  <Table.Td>{record.ipAddress}</Table.Td>
                  <Table.Td>{record.hosting}</Table.Td>
                </>
              ) : null}
              <Table.Td>
                {record.actionTaken}
                <MailState record={record} />
                <Answers answers={record.answers} />
                {record.override ? (
                  <Text size="xs" c="dimmed">
                    {texts.overridden(record.override.reason)}
                  </Text>
                ) : null}
              </Table.Td>
              <Table.Td>{showEnforcementDay(record.date)}</Table.Td>
              <Table.Td>
                <StatusMark code={record.infrigementStatus} />
              </Table.Td>
              <Table.Td>{record.createdBy}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
