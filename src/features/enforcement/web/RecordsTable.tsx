import { Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { EnforcementRecord } from '#features/enforcement/contract-schemas.ts'
import type { NamedHost } from '#features/replies/contract.ts'
import { Answers } from '#features/replies/web/Answers.tsx'
import { StatusMark } from '#kit/web/cells.tsx'
import { useNarrow } from '#kit/web/narrow.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { showEnforcementDay } from '#vocabulary/dates.ts'
import classes from './Enforcement.module.css'
import { MailState } from './MailState.tsx'
import { texts } from './texts.ts'

type Props = {
  platform: FindingPlatformDefinition
  records: readonly EnforcementRecord[]
  label: string
  /** Begins a notice to the host that a reply names. */
  onHost: (host: NamedHost) => void
}

/** Past enforcement, newest first: registrar, IP and host for domain and website only, the date as D-M-Y (S-040). */
export function RecordsTable({ platform, records, label, onHost }: Props) {
  const asCards = useNarrow()
  if (records.length === 0)
    return (
      <Text size="sm" c="dimmed" py={6}>
        {texts.noData}
      </Text>
    )
  const columns = columnsOf(platform, onHost)
  if (asCards)
    return (
      <ul aria-label={label} className={classes['records']}>
        {records.map((record) => (
          <li key={record.id} data-enforcement={record.id}>
            <dl>
              {columns.map(({ title, cell, isWide }) => (
                <div key={title} data-wide={isWide}>
                  <dt>{title}</dt>
                  <dd>{cell(record)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    )
  return (
    <Table.ScrollContainer minWidth={platform.enforcedWith.length > 0 ? 760 : 420} type="native">
      <Table aria-label={label} verticalSpacing={4} fz="sm">
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title }) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {records.map((record) => (
            <Table.Tr key={record.id} data-enforcement={record.id}>
              {columns.map(({ title, cell }) => (
                <Table.Td key={title}>{cell(record)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

type Column = { title: string; cell: (record: EnforcementRecord) => ReactNode; isWide?: boolean }

function columnsOf(platform: FindingPlatformDefinition, onHost: Props['onHost']): Column[] {
  const host: Column[] = [
    { title: 'Registrar', cell: (record) => record.registrar },
    { title: 'IP Address', cell: (record) => record.ipAddress },
    { title: 'Hosting', cell: (record) => record.hosting },
  ]
  return [
    ...(platform.enforcedWith.length > 0 ? host : []),
    { title: 'Action Taken', cell: (record) => <Action record={record} onHost={onHost} />, isWide: true },
    { title: 'Date', cell: (record) => showEnforcementDay(record.date) },
    { title: 'Status', cell: (record) => <StatusMark code={record.infrigementStatus} /> },
    { title: 'By', cell: (record) => record.createdBy },
  ]
}

/** Whose desk a notice went to, and through which form. */
function Desk({ record: { deskKind, deskName, form, ticket } }: { record: EnforcementRecord }) {
  if (!deskKind || !deskName) return null
  const parts = [
    texts.sentTo(texts.desks[deskKind], deskName),
    ...(form ? [texts.byForm] : []),
    ...(ticket ? [texts.ticketOf(ticket)] : []),
  ]
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {parts.join(', ')}
    </Text>
  )
}

/** The action taken, with its desk and email, the replies, and the reason of an override. */
function Action({ record, onHost }: { record: EnforcementRecord; onHost: Props['onHost'] }) {
  return (
    <>
      {record.actionTaken}
      <Desk record={record} />
      <MailState record={record} />
      <Answers answers={record.answers} isCorrectable onHost={onHost} />
      {record.override ? (
        <Text size="xs" c="dimmed">
          {(record.override.missing.join() === 'approval' ? texts.withoutApproval : texts.overridden)(
            record.override.reason,
          )}
        </Text>
      ) : null}
    </>
  )
}
