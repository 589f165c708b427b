import { Badge, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type DeskForm, deskForms } from '#features/contacts/contract.ts'
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
import { harmNames } from '#vocabulary/harm-names.ts'
import { ReportFormDialog } from './ReportFormDialog.tsx'
import { formLabels as labels, formTexts as texts } from './texts.ts'

const listName = 'report forms'

const columns: readonly TableColumn<DeskForm>[] = [
  {
    name: 'name',
    label: labels.name,
    width: 170,
    grows: true,
    sortable: true,
    onCard: 'title',
    cell: ({ name }) => <CutText text={name} />,
  },
  { name: 'kind', label: labels.kind, width: 112, sortable: true, cell: ({ kind }) => texts.kinds[kind] },
  {
    name: 'form',
    label: labels.form,
    width: 200,
    grows: true,
    sortable: true,
    cell: ({ form }) => <CutText text={form ?? texts.noForm} />,
  },
  {
    name: 'harms',
    label: labels.harms,
    width: 170,
    grows: true,
    cell: ({ harms }) => <CutText text={harms.map((kind) => harmNames[kind]).join(', ') || texts.everyHarm} />,
  },
  {
    name: 'takesEmail',
    label: labels.takesEmail,
    width: 118,
    cell: ({ takesEmail }) => (takesEmail ? 'Yes' : texts.formOnly),
  },
  {
    name: 'checkedOn',
    label: labels.checkedOn,
    width: 112,
    sortable: true,
    cell: ({ checkedOn }) => showDay(checkedOn),
  },
  {
    name: 'isUsed',
    label: labels.isUsed,
    width: 84,
    sortable: true,
    cell: ({ isUsed }) =>
      isUsed ? (
        'Yes'
      ) : (
        <Badge size="sm" variant="default" tt="none">
          {texts.disabled}
        </Badge>
      ),
  },
]

/** The web forms of registrars, hosts and content delivery networks, which the enforcement dialogs and escalations use. */
export function ReportFormsScreen() {
  const pages = usePages<DeskForm>({
    name: listName,
    load: (query, signal) => call(deskForms.list, query, { signal }),
  })
  const editing = useEditing<DeskForm>(pages.reload)
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
        actions={(one) => (
          <RowActions
            name={`${one.name} (${texts.kinds[one.kind]})`}
            edit={() => editing.edit(one)}
            remove={() =>
              void remove({
                name: one.name,
                send: () => call(deskForms.remove, { id: one.id }),
                lists: [listName],
              })
            }
          />
        )}
        empty={<EmptyState title={texts.noneTitle} hint={texts.noneHint} />}
      />
      {editing.form(({ row, close, saved }) => (
        <ReportFormDialog record={row} close={close} saved={saved} />
      ))}
      {confirmation}
    </PageFrame>
  )
}
