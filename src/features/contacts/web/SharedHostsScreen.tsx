import { type SharedHost, sharedHosts } from '#features/contacts/contract.ts'
import { call } from '#kit/web/call.ts'
import { CutText } from '#kit/web/cells.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { showDay } from '#vocabulary/dates.ts'
import { MasterRecords } from '#kit/web/MasterRecords.tsx'
import { ListDesks } from './ListDesks.tsx'
import { SharedHostDialog } from './SharedHostDialog.tsx'
import { labels, texts } from './texts.ts'

const columns: readonly TableColumn<SharedHost>[] = [
  {
    name: 'suffix',
    label: labels.suffix,
    width: 148,
    grows: true,
    sortable: true,
    onCard: 'title',
    cell: ({ suffix }) => <CutText text={suffix} />,
  },
  {
    name: 'name',
    label: labels.name,
    width: 144,
    grows: true,
    sortable: true,
    cell: ({ name }) => <CutText text={name} />,
  },
  {
    name: 'email',
    label: labels.email,
    width: 190,
    grows: true,
    sortable: true,
    cell: ({ email }) => <CutText text={email ?? texts.formOnly} />,
  },
  { name: 'form', label: labels.form, width: 150, grows: true, cell: ({ form }) => <CutText text={form ?? ''} /> },
  { name: 'source', label: labels.source, width: 166, grows: true, cell: ({ source }) => <CutText text={source} /> },
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
  return (
    <MasterRecords<SharedHost>
      name="shared hosts"
      texts={texts}
      columns={columns}
      load={(query, signal) => call(sharedHosts.list, query, { signal })}
      nameOf={({ suffix }) => suffix}
      remove={{ send: ({ id }) => call(sharedHosts.remove, { id }) }}
      form={({ row, close, saved }) => <SharedHostDialog host={row} close={close} saved={saved} />}
    >
      <ListDesks />
    </MasterRecords>
  )
}
