import { Button, Loader, Text, Title } from '@mantine/core'
import { type ReactNode, type RefObject, useState } from 'react'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { LoadingRows } from './Loading.tsx'
import classes from './QueueTable.module.css'
import stacked from './stacked-table.module.css'

/** What useQueue returns. */
export type Queue<Row> = {
  rows: readonly Row[]
  end: RefObject<HTMLDivElement | null>
  reload: () => void
  query: {
    isPending: boolean
    isError: boolean
    isSuccess: boolean
    error: unknown
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<unknown>
    refetch: () => Promise<unknown>
  }
}

/** `isShort`: in one line, and no wider than that. */
export type QueueColumn<Row> = { head: string; cell: (row: Row) => ReactNode; isShort?: boolean }

type Props<Row> = {
  queue: Queue<Row>
  /** After the number; the first one is 'Sr'. */
  columns: readonly QueueColumn<Row>[]
  /** Without jobs. */
  empty: { title: string; hint: string }
  title?: string
  numberHead?: string
  /** The button that reads more, and what stands at the end of the list. */
  more?: string
  end?: string
  /** Shown below a row while `isOpen` says so. */
  details?: { isOpen: (row: Row) => boolean; of: (row: Row) => ReactNode }
  /** Below the title. */
  children?: ReactNode
}

/** A queue of jobs, newest first, ten more at the end (S-064, S-065, S-076), as cards on a phone; `useQueue` reads it. */
export function QueueTable<Row extends { id: string }>(props: Props<Row>) {
  const { queue, columns, empty, title = 'Queue', numberHead = 'Sr', more = 'Load more', details } = props
  const { rows, end, query } = queue
  return (
    <section className={classes['queue']} aria-label={title}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      {props.children}
      {query.isPending ? <LoadingRows rows={5} height={36} /> : null}
      {rows.length > 0 ? (
        // A wide table scrolls horizontally, also by keyboard.
        <section className={classes['scroller']} tabIndex={0} aria-label={title}>
          <table className={`${classes['table']} ${stacked['stacked']}`}>
            <thead>
              <tr>
                {[numberHead, ...columns.map(({ head }) => head)].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <QueueRow key={row.id} row={row} number={index + 1} columns={columns}>
                  {details?.isOpen(row) ? details.of(row) : null}
                </QueueRow>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
      {rows.length === 0 && query.isError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {rows.length === 0 && query.isSuccess ? <EmptyState {...empty} /> : null}
      <div ref={end} className={classes['end']}>
        {query.isFetchingNextPage ? <Loader role="status" size="xs" aria-label="Loading more" /> : null}
        {query.hasNextPage && !query.isFetchingNextPage ? (
          <Button size="xs" variant="default" onClick={() => void query.fetchNextPage()}>
            {more}
          </Button>
        ) : null}
        {props.end !== undefined && rows.length > 0 && !query.hasNextPage ? (
          <Text size="sm" c="dimmed">
            {props.end}
          </Text>
        ) : null}
      </div>
    </section>
  )
}

type RowProps<Row> = { row: Row; number: number; columns: readonly QueueColumn<Row>[]; children: ReactNode }

function QueueRow<Row extends { id: string }>({ row, number, columns, children }: RowProps<Row>) {
  return (
    <>
      <tr data-job={row.id}>
        <td>{number}</td>
        {columns.map(({ head, cell, isShort }) => (
          <td key={head} className={isShort ? classes['short'] : undefined} data-head={head}>
            {cell(row)}
          </td>
        ))}
      </tr>
      {children === null ? null : (
        <tr>
          <td />
          <td colSpan={columns.length} className={classes['details']}>
            {children}
          </td>
        </tr>
      )}
    </>
  )
}

/** Which rows show their details. */
export function useOpenRows() {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  return {
    isOpen: ({ id }: { id: string }) => open.has(id),
    toggle: ({ id }: { id: string }) =>
      setOpen(open.has(id) ? new Set([...open].filter((one) => one !== id)) : new Set([...open, id])),
  }
}

/** A small button for what one can do with a job. */
export const JobAction = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button size="compact-xs" variant="default" onClick={onClick}>
    {label}
  </Button>
)
