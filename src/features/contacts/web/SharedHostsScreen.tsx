import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type SharedHost, sharedHosts } from '#features/contacts/contract.ts'
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
import { ListDesks } from './ListDesks.tsx'
import { SharedHostDialog } from './SharedHostDialog.tsx'
import { labels, texts } from './texts.ts'

const listName = 'shared hosts'

const columns: readonly TableColumn<SharedHost>[] = [
  {
    name: 'suffix',
    label: labels.suffix,
    width: 164,
    grows: true,
    sortable: true,
    onCard: 'title',
    cell: ({ suffix }) => <CutText text={suffix} />,
  },
  {
    name: 'name',
    label: labels.name,
    width: 166,
    grows: true,
    sortable: true,
    cell: ({ name }) => <CutText text={name} />,
  },
  {
    name: 'email',
    label: labels.email,
    width: 206,
    grows: true,
    sortable: true,
    cell: ({ email }) => <CutText text={email ?? texts.formOnly} />,
  },
  { name: 'form', label: labels.form, width: 150, grows: true, cell: ({ form }) => <CutText text={form ?? ''} /> },
  { name: 'source', label: labels.source, width: 176, grows: true, cell: ({ source }) => <CutText text={source} /> },
  {
    name: 'checkedOn',
    label: labels.checkedOn,
    width: 104,
    sortable: true,
    cell: ({ checkedOn }) => showDay(checkedOn),
  },
]

/** The suffixes of platforms and their own abuse desks, which are asked before any registrar. */
export function SharedHostsScreen() {
  const pages = usePages<SharedHost>({
    name: listName,
    load: (query, signal) => call(sharedHosts.list, query, { signal }),
  })
  const editing = useEditing<SharedHost>(pages.reload)
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
        actions={(host) => (
          <RowActions
            name={host.suffix}
            edit={() => editing.edit(host)}
            remove={() =>
              void remove({
                name: host.suffix,
                send: () => call(sharedHosts.remove, { id: host.id }),
                lists: [listName],
              })
            }
          />
        )}
        empty={<EmptyState title={texts.noneTitle} hint={texts.noneHint} />}
      />
      <ListDesks />
      {editing.form(({ row, close, saved }) => (
        <SharedHostDialog host={row} close={close} saved={saved} />
      ))}
      {confirmation}
    </PageFrame>
  )
}
