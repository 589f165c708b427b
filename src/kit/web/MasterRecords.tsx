import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useDelete } from './confirm-delete.tsx'
import { EmptyState } from './EmptyState.tsx'
import { MasterTable } from './MasterTable.tsx'
import { PageFrame } from './PageFrame.tsx'
import type { TableColumn } from './record-parts.ts'
import { RowActions } from './RowActions.tsx'
import { type EditingForm, useEditing } from './use-editing.tsx'
import { type PagesOptions, usePages } from './use-pages.ts'

type Props<Row extends { id: string; version: number }> = {
  /** Of the list, for its settings and for what else is to be loaded again. */
  name: string
  texts: { title: string; add: string; noneTitle: string; noneHint: string }
  /** Of the table; the title by default. */
  label?: string
  columns: readonly TableColumn<Row>[]
  load: PagesOptions<Row>['load']
  /** How a record is called where it is edited or deleted. */
  nameOf: (row: Row) => string
  remove: (row: Row) => Promise<{ message?: string }>
  form: (form: EditingForm<Row>) => ReactNode
  /** What an opened row shows. */
  details?: (row: Row) => ReactNode
  /** Buttons of a row before those that edit and delete it, and the width of all. */
  tools?: (row: Row) => ReactNode
  actionsWidth?: number
  /** What stands below the table. */
  children?: ReactNode
}

/** Master data: a table whose records are added, changed and deleted. */
export function MasterRecords<Row extends { id: string; version: number }>(props: Props<Row>) {
  const { name: listName, texts, label = texts.title, columns, load, nameOf, form, children } = props
  const { details, tools, actionsWidth } = props
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
        label={label}
        pages={pages}
        columns={columns}
        {...(details ? { details } : {})}
        {...(actionsWidth ? { actionsWidth } : {})}
        actions={(row) => (
          <RowActions
            name={nameOf(row)}
            edit={() => editing.edit(row)}
            remove={() => void remove({ name: nameOf(row), send: () => props.remove(row), lists: [listName] })}
          >
            {tools?.(row)}
          </RowActions>
        )}
        empty={<EmptyState title={texts.noneTitle} hint={texts.noneHint} />}
      />
      {children}
      {editing.form(form)}
      {confirmation}
    </PageFrame>
  )
}
