import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type DeleteOptions, useDelete } from './confirm-delete.tsx'
import { EmptyState } from './EmptyState.tsx'
import { MasterTable } from './MasterTable.tsx'
import { PageFrame } from './PageFrame.tsx'
import type { TableColumn } from './record-parts.ts'
import { RowActions } from './RowActions.tsx'
import { SheetButtons, type SheetOf } from './SheetButtons.tsx'
import { type EditingForm, useEditing } from './use-editing.tsx'
import { type Pages, type PagesOptions, usePages } from './use-pages.ts'
import type { ViewedList } from './view-slots.ts'

type Props<Row extends { id: string; version: number }> = {
  /** Of the list, for its settings and for what else is to be loaded again. */
  name: string
  texts: { title: string; add: string; noneTitle: string; noneHint: string }
  /** Of the table; the title by default. */
  label?: string
  columns: readonly TableColumn<Row>[]
  load: PagesOptions<Row>['load']
  /** Gives the list saved views; its filters are those that the address may name. */
  views?: ViewedList
  filters?: (pages: Pages<Row>) => ReactNode
  /** Import from and export to Excel. */
  sheet?: SheetOf
  /** Keys of other queries that name these records: they are loaded again after each change. */
  namedIn?: readonly string[]
  /** How a record is called where it is edited. */
  nameOf: (row: Row) => string
  /** Deletes a record, which is confirmed under its name or a longer one, and may be refused with another text. */
  remove: Pick<DeleteOptions, 'refused'> & {
    send: (row: Row) => ReturnType<DeleteOptions['send']>
    nameOf?: (row: Row) => string
  }
  form: (form: EditingForm<Row>) => ReactNode
  /** What an opened row shows. */
  details?: (row: Row, reload: () => void) => ReactNode
  /** Buttons of a row before those that edit and delete it, and the width of all. */
  tools?: (row: Row) => ReactNode
  actionsWidth?: number
  /** What stands below the table. */
  children?: ReactNode
}

/** Master data: a table whose records are added, changed and deleted. */
export function MasterRecords<Row extends { id: string; version: number }>(props: Props<Row>) {
  const { name, texts, label = texts.title, columns, views, sheet, form, children } = props
  const { details, tools, actionsWidth } = props
  const pages = usePages<Row>({ name, load: props.load, filters: views?.filters ?? [] })
  const reloadOthers = useReloadOthers(props.namedIn)
  const reload = () => {
    pages.reload()
    reloadOthers()
  }
  const editing = useEditing<Row>(reload)
  const [remove, confirmation] = useRemove(props, reloadOthers)
  const add = (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={editing.add}>
      {texts.add}
    </Button>
  )
  return (
    <PageFrame
      title={texts.title}
      {...(views ? { views } : {})}
      aside={
        <>
          {sheet ? <SheetButtons {...sheet} imported={reload} /> : null}
          {add}
        </>
      }
    >
      <MasterTable<Row>
        label={label}
        pages={pages}
        columns={columns}
        {...(details ? { details: (row) => details(row, reload) } : {})}
        {...(actionsWidth ? { actionsWidth } : {})}
        actions={(row) => (
          <RowActions name={props.nameOf(row)} edit={() => editing.edit(row)} remove={() => void remove(row)}>
            {tools?.(row)}
          </RowActions>
        )}
        empty={
          <EmptyState title={texts.noneTitle} hint={texts.noneHint}>
            {add}
          </EmptyState>
        }
      >
        {props.filters?.(pages)}
      </MasterTable>
      {children}
      {editing.form(form)}
      {confirmation}
    </PageFrame>
  )
}

/** Loads what else names the records again. */
function useReloadOthers(namedIn: readonly string[] = []) {
  const client = useQueryClient()
  return () => {
    for (const key of namedIn) void client.invalidateQueries({ queryKey: [key] })
  }
}

/** Confirms and deletes a record; render the dialog yourself. */
function useRemove<Row extends { id: string; version: number }>(
  { name, nameOf, remove: { send, nameOf: longName = nameOf, ...refused } }: Props<Row>,
  reloadOthers: () => void,
) {
  const [remove, confirmation] = useDelete()
  const removeRow = async (row: Row) => {
    if (await remove({ name: longName(row), send: () => send(row), lists: [name], ...refused })) reloadOthers()
  }
  return [removeRow, confirmation] as const
}
