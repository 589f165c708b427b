import { Badge, Button, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type AbuseContact, abuseContacts } from '#features/contacts/contract.ts'
import { call } from '#kit/web/call.ts'
import { CutText } from '#kit/web/cells.tsx'
import { useDelete } from '#kit/web/confirm-delete.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { MasterTable } from '#kit/web/MasterTable.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { RowActions } from '#kit/web/RowActions.tsx'
import { useEditing } from '#kit/web/use-editing.tsx'
import { usePages } from '#kit/web/use-pages.ts'
import { showDay } from '#vocabulary/dates.ts'
import { AbuseContactDialog } from './AbuseContactDialog.tsx'
import { contactLabels as labels, contactTexts as texts } from './texts.ts'

const listName = 'abuse contacts'

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
    width: 216,
    grows: true,
    sortable: true,
    cell: ({ email }) => <CutText text={email} />,
  },
  { name: 'source', label: labels.source, width: 190, grows: true, cell: ({ source }) => <CutText text={source} /> },
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
  const pages = usePages<AbuseContact>({
    name: listName,
    load: (query, signal) => call(abuseContacts.list, query, { signal }),
  })
  const editing = useEditing<AbuseContact>(pages.reload)
  const [remove, confirmation] = useDelete()
  const add = (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={editing.add}>
      {texts.add}
    </Button>
  )
  return (
    <PageFrame title={texts.title} aside={add}>
      <MasterTable
        label={texts.title}
        pages={pages}
        columns={columns}
        actions={(contact) => {
          const name = `${contact.email} (${contact.name})`
          return (
            <RowActions
              name={name}
              edit={() => editing.edit(contact)}
              remove={() =>
                void remove({ name, send: () => call(abuseContacts.remove, { id: contact.id }), lists: [listName] })
              }
            />
          )
        }}
        empty={<EmptyState title={texts.noneTitle} hint={texts.noneHint} />}
      />
      <Text size="xs" c="dimmed" px="md" pb="md">
        {texts.how}
      </Text>
      {editing.form(({ row, close, saved }) => (
        <AbuseContactDialog contact={row} close={close} saved={saved} />
      ))}
      {confirmation}
    </PageFrame>
  )
}
