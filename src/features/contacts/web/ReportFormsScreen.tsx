import { Badge } from '@mantine/core'
import { type DeskForm, deskForms } from '#features/contacts/contract.ts'
import { call } from '#kit/web/call.ts'
import { CutText } from '#kit/web/cells.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { showDay } from '#vocabulary/dates.ts'
import { harmNames } from '#vocabulary/harm-names.ts'
import { MasterRecords } from '#kit/web/MasterRecords.tsx'
import { ReportFormDialog } from './ReportFormDialog.tsx'
import { formLabels as labels, formTexts as texts } from './texts.ts'

const columns: readonly TableColumn<DeskForm>[] = [
  {
    name: 'name',
    label: labels.name,
    width: 150,
    grows: true,
    sortable: true,
    onCard: 'title',
    cell: ({ name }) => <CutText text={name} />,
  },
  { name: 'kind', label: labels.kind, width: 112, sortable: true, cell: ({ kind }) => texts.kinds[kind] },
  {
    name: 'form',
    label: labels.form,
    width: 176,
    grows: true,
    sortable: true,
    cell: ({ form }) => <CutText text={form ?? texts.noForm} />,
  },
  {
    name: 'harms',
    label: labels.harms,
    width: 150,
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
  return (
    <MasterRecords<DeskForm>
      name="report forms"
      texts={texts}
      columns={columns}
      load={(query, signal) => call(deskForms.list, query, { signal })}
      nameOf={({ name, kind }) => `${name} (${texts.kinds[kind]})`}
      remove={{ send: ({ id }) => call(deskForms.remove, { id }) }}
      form={({ row, close, saved }) => <ReportFormDialog record={row} close={close} saved={saved} />}
    />
  )
}
