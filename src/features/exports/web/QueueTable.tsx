import { Button, Group, Loader, Progress, Text, Title } from '@mantine/core'
import { type ReactNode, type RefObject, useState } from 'react'
import { Mark } from '#kit/web/cells.tsx'
import { EmptyState } from '#kit/web/EmptyState.tsx'
import { ErrorState } from '#kit/web/ErrorState.tsx'
import { LoadingRows } from '#kit/web/Loading.tsx'
import classes from './Exports.module.css'
import { sizeText, stateColours, texts } from './texts.ts'
import { type QueueRecord, useQueueActions } from './use-queue.ts'

type Queue<Row> = {
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

type Props<Row extends QueueRecord> = {
  heads: readonly string[]
  queue: Queue<Row>
  /** The cells between the number and the status. */
  cells: (row: Row) => readonly ReactNode[]
  emptyHint: string
  /** Fills the form with a finished download; without it there is no such button. */
  repeat?: (row: Row) => void
}

/** The downloads of all staff with their progress, files and actions; ten more at the end (S-064, S-065, S-067). */
export function QueueTable<Row extends QueueRecord>({ heads, queue, cells, emptyHint, repeat }: Props<Row>) {
  const { rows, end, query } = queue
  return (
    <section className={classes['queue']} aria-label={texts.queue}>
      <Title order={2} size="h4" mb="xs">
        {texts.queue}
      </Title>
      {query.isPending ? <LoadingRows rows={5} height={36} /> : null}
      {rows.length > 0 ? (
        // A wide table scrolls horizontally, also by keyboard.
        <section className={classes['scroller']} tabIndex={0} aria-label={texts.queue}>
          <table className={classes['table']}>
            <thead>
              <tr>
                {[...heads, texts.actions].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <QueueRow key={row.id} row={row} number={index + 1} cells={cells(row)} queue={queue} repeat={repeat} />
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
      {rows.length === 0 && query.isError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {rows.length === 0 && query.isSuccess ? <EmptyState title={texts.none} hint={emptyHint} /> : null}
      <div ref={end} className={classes['end']}>
        {query.isFetchingNextPage ? <Loader role="status" size="xs" aria-label="Loading more" /> : null}
        {query.hasNextPage && !query.isFetchingNextPage ? (
          <Button size="xs" variant="default" onClick={() => void query.fetchNextPage()}>
            {texts.more}
          </Button>
        ) : null}
      </div>
    </section>
  )
}

type RowProps<Row extends QueueRecord> = {
  row: Row
  number: number
  cells: readonly ReactNode[]
  queue: Queue<Row>
  repeat: ((row: Row) => void) | undefined
}

function QueueRow<Row extends QueueRecord>({ row, number, cells, queue, repeat }: RowProps<Row>) {
  const [isOpen, setOpen] = useState(false)
  const actions = useQueueActions(queue)
  return (
    <>
      <tr data-export={row.id}>
        <td>{number}</td>
        {cells.map((cell, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the cells of a row never move
          <td key={index}>{cell}</td>
        ))}
        <td>
          <State row={row} />
        </td>
        <td>
          <Group gap={4}>
            {row.files.length > 0 ? (
              <Action label={isOpen ? texts.hideFiles : texts.showFiles} onClick={() => setOpen(!isOpen)} />
            ) : null}
            {row.isOwn && row.status === 'Pending' ? (
              <Action label={texts.remove} onClick={() => void actions.remove(row.id)} />
            ) : null}
            {row.isOwn && row.status === 'Processing' ? (
              <Action label={texts.stop} onClick={() => void actions.stop(row.id)} />
            ) : null}
            {row.isOwn && row.status === 'Failed' ? (
              <Action label={texts.retry} onClick={() => void actions.retry(row.id)} />
            ) : null}
            {repeat && row.status === 'Completed' ? <Action label={texts.repeat} onClick={() => repeat(row)} /> : null}
          </Group>
        </td>
      </tr>
      {isOpen ? (
        <tr>
          <td />
          <td colSpan={cells.length + 2} style={{ maxWidth: 'none' }}>
            <Files row={row} download={(file) => void actions.download(row.id, file)} />
          </td>
        </tr>
      ) : null}
    </>
  )
}

const Action = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button size="compact-xs" variant="default" onClick={onClick}>
    {label}
  </Button>
)

function State({ row: { status, done, numOfRecords, problem } }: { row: QueueRecord }) {
  return (
    <div role="status">
      <Mark name={texts.state[status]} colour={stateColours[status]} />
      {status === 'Processing' ? (
        <>
          <Text size="xs">{texts.progress(done, numOfRecords)}</Text>
          <Progress
            size="xs"
            value={(100 * done) / Math.max(1, done, numOfRecords)}
            aria-label={texts.state.Processing}
          />
        </>
      ) : null}
      {problem === null || status === 'Completed' ? null : (
        <Text size="xs" c="dimmed">
          {problem}
        </Text>
      )}
    </div>
  )
}

function Files({ row, download }: { row: QueueRecord; download: (file: string) => void }) {
  return (
    <div className={classes['files']}>
      {row.isStored ? null : <Text size="xs">{texts.filesGone}</Text>}
      {row.files.map(({ name, records, bytes, sha256 }) => (
        <div key={name}>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              {name}
            </Text>
            <Text size="xs" c="dimmed">
              {records > 0 ? `${texts.file(records)}, ` : ''}
              {sizeText(bytes)}
            </Text>
            {row.isOwn && row.isStored ? (
              <Button
                size="compact-xs"
                variant="light"
                onClick={() => download(name)}
                aria-label={`${texts.download}: ${name}`}
              >
                {texts.download}
              </Button>
            ) : null}
          </Group>
          <div className={classes['hash']}>SHA-256 {sha256}</div>
        </div>
      ))}
    </div>
  )
}
