import { Select } from '@mantine/core'
import type { TableColumn } from './record-parts.ts'
import type { Sort } from './sort-cycle.ts'

type Props<Row> = { columns: readonly TableColumn<Row>[]; sort: Sort; onSort: (sort: Sort) => void }

/** Sort order of a list that has no table header to click on. */
export function SortSelect<Row>({ columns, sort, onSort }: Props<Row>) {
  const data = columns
    .filter((column) => column.sortable)
    .flatMap((column) => [
      { value: `${column.name} asc`, label: `${column.label}, ascending` },
      { value: `${column.name} desc`, label: `${column.label}, descending` },
    ])
  return (
    <Select
      size="xs"
      mb={8}
      aria-label="Sort by"
      placeholder="Sort by"
      clearable
      data={data}
      value={sort ? `${sort.by} ${sort.order}` : null}
      onChange={(value) => {
        const [by, order] = value?.split(' ') ?? []
        onSort(by ? { by, order: order === 'desc' ? 'desc' : 'asc' } : null)
      }}
    />
  )
}
