import { Button, Group, Text } from '@mantine/core'
import { JobState } from '#kit/web/JobState.tsx'
import { JobAction, type Queue, type QueueColumn, QueueTable, useOpenRows } from '#kit/web/QueueTable.tsx'
import classes from './Exports.module.css'
import { texts } from './texts.ts'
import { sizeText } from '#vocabulary/numbers.ts'
import { type DownloadRecord, useDownloadActions } from './use-downloads.ts'

type Props<Row extends DownloadRecord> = {
  queue: Queue<Row>
  /** The columns between the number and the status. */
  columns: readonly QueueColumn<Row>[]
  emptyHint: string
  /** Fills the form with a finished download; without it there is no such button. */
  repeat?: (row: Row) => void
}

/** The downloads of all staff with their progress, files and actions (S-064, S-065, S-067). */
export function DownloadQueue<Row extends DownloadRecord>({ queue, columns, emptyHint, repeat }: Props<Row>) {
  const actions = useDownloadActions(queue)
  const { isOpen, toggle } = useOpenRows()
  const status = {
    head: texts.status,
    cell: ({ status: state, done, numOfRecords: total, problem }: Row) => (
      <JobState state={state} done={done} total={total} problem={problem} />
    ),
  }
  const buttons = {
    head: texts.actions,
    cell: (row: Row) => (
      <Group gap={4}>
        {row.files.length > 0 ? (
          <JobAction label={isOpen(row) ? texts.hideFiles : texts.showFiles} onClick={() => toggle(row)} />
        ) : null}
        {row.isOwn && row.status === 'Pending' ? (
          <JobAction label={texts.remove} onClick={() => void actions.remove(row.id)} />
        ) : null}
        {row.isOwn && row.status === 'Processing' ? (
          <JobAction label={texts.stop} onClick={() => void actions.stop(row.id)} />
        ) : null}
        {row.isOwn && row.status === 'Failed' ? (
          <JobAction label={texts.retry} onClick={() => void actions.retry(row.id)} />
        ) : null}
        {repeat && row.status === 'Completed' ? <JobAction label={texts.repeat} onClick={() => repeat(row)} /> : null}
      </Group>
    ),
  }
  return (
    <QueueTable
      queue={queue}
      columns={[...columns, status, buttons]}
      empty={{ title: texts.none, hint: emptyHint }}
      details={{
        isOpen,
        of: (row) => <Files row={row} download={(file) => void actions.download(row.id, file)} />,
      }}
    />
  )
}

function Files({ row, download }: { row: DownloadRecord; download: (file: string) => void }) {
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
