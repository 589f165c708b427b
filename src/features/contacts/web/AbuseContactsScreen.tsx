import { Badge, Group, Text } from '@mantine/core'
import { type AbuseContact, abuseContacts } from '#features/contacts/contract.ts'
import { call } from '#kit/web/call.ts'
import { CutText } from '#kit/web/cells.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { showDay } from '#vocabulary/dates.ts'
import { MasterRecords } from '#kit/web/MasterRecords.tsx'
import { AbuseContactDialog } from './AbuseContactDialog.tsx'
import { contactLabels as labels, contactTexts as texts } from './texts.ts'

const columns: readonly TableColumn<AbuseContact>[] = [
  {
    name: 'name',
    label: labels.name,
    width: 190,
    grows: true,
    sortable: true,
    onCard: 'title',
    cell: ({ name }) => <CutText text={name} />,
  },
  {
    name: 'email',
    label: labels.email,
    width: 208,
    grows: true,
    sortable: true,
    cell: ({ email }) => <CutText text={email} />,
  },
  { name: 'source', label: labels.source, width: 180, grows: true, cell: ({ source }) => <CutText text={source} /> },
  {
    name: 'checkedOn',
    label: labels.checkedOn,
    width: 112,
    sortable: true,
    cell: ({ checkedOn }) => showDay(checkedOn),
  },
  {
    name: 'answeredOn',
    label: texts.lastAnswer,
    width: 210,
    sortable: true,
    cell: ({ answeredOn, bounced }) => (
      <Group gap={6} wrap="nowrap">
        {answeredOn === null ? (
          <Text inherit c="dimmed">
            {texts.notConfirmed}
          </Text>
        ) : (
          texts.confirmed(answeredOn)
        )}
        {bounced ? (
          <Badge size="xs" color="red" variant="light">
            {texts.bounced}
          </Badge>
        ) : null}
      </Group>
    ),
  },
]

/** The known abuse addresses of registrars and hosts: where each comes from, and whether its desk has answered from it (G74). */
export function AbuseContactsScreen() {
  return (
    <MasterRecords<AbuseContact>
      name="abuse contacts"
      texts={texts}
      columns={columns}
      load={(query, signal) => call(abuseContacts.list, query, { signal })}
      nameOf={({ email, name }) => `${email} (${name})`}
      remove={{ send: ({ id }) => call(abuseContacts.remove, { id }) }}
      form={({ row, close, saved }) => <AbuseContactDialog contact={row} close={close} saved={saved} />}
    >
      <Text size="xs" c="dimmed" px="md" pb="md">
        {texts.how}
      </Text>
    </MasterRecords>
  )
}
