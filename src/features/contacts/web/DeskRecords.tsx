import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useDelete } from '#kit/web/confirm-delete.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { MasterTable } from '#kit/web/MasterTable.tsx'
import { PageFrame } from '#kit/web/PageFrame.tsx'
import type { TableColumn } from '#kit/web/record-parts.ts'
import { RowActions } from '#kit/web/RowActions.tsx'
import { type EditingForm, useEditing } from '#kit/web/use-editing.tsx'
import { type PagesOptions, usePages } from '#kit/web/use-pages.ts'

type Props<Row extends { id: string; version: number }> = {
  /** Of the list, for its settings and for what else is to be loaded again. */
  name: string
  texts: { title: string; add: string; noneTitle: string; noneHint: string }
  columns: readonly TableColumn<Row>[]
  load: PagesOptions<Row>['load']
  /** How a record is called where it is edited or deleted. */
  nameOf: (row: Row) => string
  remove: (row: Row) => Promise<{ message?: string }>
  form: (form: EditingForm<Row>) => ReactNode
  /** What stands below the table. */
  children?: ReactNode
}

/** What is known of desks, as Admins keep it: a table whose records are added, changed and deleted. */
export function DeskRecords<Row extends { id: string; version: number }>(props: Props<Row>) {
  const { name: listName, texts, columns, load, nameOf, form, children } = props
  const pages = usePages<Row>({ name: listName, load })
  const editing = useEditing<Row>(pages.reload)
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
        actions={(row) => (
          <RowActions
            name={nameOf(row)}
            edit={() => editing.edit(row)}
            remove={() => void remove({ name: nameOf(row), send: () => props.remove(row), lists: [listName] })}
          />
        )}
        empty={<EmptyState title={texts.noneTitle} hint={texts.noneHint} />}
      />
      {children}
      {editing.form(form)}
      {confirmation}
    </PageFrame>
  )
}
