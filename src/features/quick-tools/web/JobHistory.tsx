import { Button, Group, Text } from '@mantine/core'
import { quickToolCalls } from '#features/quick-tools/contract.ts'
import type { QuickToolRecord } from '#features/quick-tools/contract-schemas.ts'
import { canRetryFailed } from '#features/tool-jobs/rules.ts'
import { texts as jobTexts } from '#features/tool-jobs/web/texts.ts'
import { toastError } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { saveAddress } from '#kit/web/fetch-file.ts'
import { JobState } from '#kit/web/JobState.tsx'
import { JobAction, type Queue, QueueTable } from '#kit/web/QueueTable.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { useQueueAction } from '#kit/web/use-queue.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { countText } from '#vocabulary/numbers.ts'
import { quickToolTitle } from '#vocabulary/quick-tools.ts'
import { hasBegun, onlyWaits } from '#vocabulary/job-states.ts'
import { texts } from './texts.ts'

/** The jobs of all staff with their progress, file and actions (S-076). */
export function JobHistory({ queue }: { queue: Queue<QuickToolRecord> }) {
  const { businessZone: zone } = useSettings()
  const act = useQueueAction(queue)
  const { heads } = texts
  const timeOf = ({ DateCreated: time }: QuickToolRecord) => showMoment(time, zone)
  const download = async ({ id }: QuickToolRecord) => {
    try {
      const { files } = await call(quickToolCalls.links, { id })
      for (const { name, url } of files) saveAddress(url, name)
    } catch (problem) {
      toastError(sentenceOf(problem))
      queue.reload()
    }
  }
  return (
    <QueueTable
      queue={queue}
      title={texts.history}
      numberHead={heads.number}
      empty={{ title: texts.none, hint: texts.noneHint }}
      columns={[
        { head: heads.added, cell: timeOf },
        { head: heads.username, cell: ({ username }) => username },
        { head: heads.report, cell: (row) => <Report job={row} /> },
        { head: heads.records, cell: ({ numOfRecords }) => countText(numOfRecords) },
        {
          head: heads.status,
          cell: ({ status, ...job }) => (
            <JobState
              state={status}
              done={job.done}
              failed={job.failed}
              total={job.total}
              secondsLeft={job.secondsLeft}
              problem={job.problem}
            />
          ),
        },
        {
          head: heads.download,
          cell: (row) => <Download job={row} time={timeOf(row)} download={() => void download(row)} />,
        },
        {
          head: heads.actions,
          cell: (row) => <Actions job={row} act={(work) => void act(work)} />,
        },
      ]}
    />
  )
}

/** The tool, and below it for what, which tells its jobs apart. */
function Report({ job: { report, subject } }: { job: QuickToolRecord }) {
  return (
    <div>
      <div>{quickToolTitle(report)}</div>
      {subject === '' ? null : (
        <Text size="xs" c="dimmed" lineClamp={2} title={subject}>
          {subject}
        </Text>
      )}
    </div>
  )
}

type DownloadProps = { job: QuickToolRecord; time: string; download: () => void }

function Download({ job: { isStored, status, report, files, awaitsFiles }, time, download }: DownloadProps) {
  if (!isStored) return <Text size="xs">{texts.gone}</Text>
  return (
    <Button
      size="compact-xs"
      variant="light"
      loading={awaitsFiles}
      disabled={status !== 'Completed' && (status !== 'Failed' || files.length === 0)}
      aria-label={texts.downloadOf(quickToolTitle(report), time)}
      onClick={download}
    >
      {texts.download}
    </Button>
  )
}

type ActionsProps = { job: QuickToolRecord; act: (work: () => Promise<{ message: string }>) => void }

/** What a person may do with an own job in its state. */
function Actions({ job: record, act }: ActionsProps) {
  const { id, status, isOwn, isStored, done, failed, total } = record
  if (!isOwn) return null
  const job = { state: status, done }
  return (
    <Group gap={4}>
      {onlyWaits(job) ? (
        <JobAction label={texts.remove} onClick={() => act(() => call(quickToolCalls.remove, { id }))} />
      ) : null}
      {status !== 'Paused' && hasBegun(job) ? (
        <JobAction label={texts.pause} onClick={() => act(() => call(quickToolCalls.pause, { id }))} />
      ) : null}
      {hasBegun(job) ? (
        <JobAction label={texts.stop} onClick={() => act(() => call(quickToolCalls.cancel, { id }))} />
      ) : null}
      {status === 'Paused' || (status === 'Failed' && isStored) ? (
        <JobAction
          label={status === 'Paused' ? texts.resume : jobTexts.again({ done, failed, waiting: total - done })}
          onClick={() => act(() => call(quickToolCalls.resume, { id }))}
        />
      ) : null}
      {canRetryFailed({ ...record, state: status }) ? (
        <JobAction label={jobTexts.retryFailed} onClick={() => act(() => call(quickToolCalls.retryFailed, { id }))} />
      ) : null}
    </Group>
  )
}
