import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { JobCalls, RetryCall } from '#features/tool-jobs/contract-schemas.ts'
import { canRetryFailed } from '#features/tool-jobs/rules.ts'
import { toastError } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { ErrorState, sentenceOf } from '#kit/web/ErrorState.tsx'
import { saveAddress } from '#kit/web/fetch-file.ts'
import { LoadingRows } from '#kit/web/Loading.tsx'
import { JobAction } from '#kit/web/QueueTable.tsx'
import { useQueueAction } from '#kit/web/use-queue.ts'
import { hasBegun, type JobState } from '#vocabulary/job-states.ts'
import classes from './JobTools.module.css'
import { sizeText } from '#vocabulary/numbers.ts'
import { texts } from './texts.ts'

/** What these parts need of a job. */
export type ShownJob = {
  id: string
  state: JobState
  done: number
  failed: number
  waiting: number
  isOwn: boolean
  isStored: boolean
  isRetried: boolean
  awaitsFiles: boolean
  files: readonly { name: string; bytes: number; sha256: string }[]
}

type ToolsProps = {
  job: ShownJob
  /** `retryFailed` where the failed rows of a finished job can be queued again. */
  calls: JobCalls & { retryFailed?: RetryCall }
  reload: () => void
  details: { isOpen: (job: ShownJob) => boolean; toggle: (job: ShownJob) => void }
}

/** Pauses, cancels and resumes a job, and shows its files and failed lines. */
export function JobTools({ job, calls, reload, details }: ToolsProps) {
  const act = useQueueAction({ reload })
  const { id, state, isOwn } = job
  const button = (label: string, endpoint: JobCalls['cancel'] | RetryCall) => (
    <JobAction label={label} onClick={() => void act(() => call(endpoint, { id }))} />
  )
  const hasDetails = job.files.length > 0 || job.failed > 0
  return (
    <>
      {job.awaitsFiles ? (
        <Text size="xs" c="dimmed" role="status">
          {texts.writing}
        </Text>
      ) : null}
      {hasDetails ? (
        <JobAction label={details.isOpen(job) ? texts.hide : texts.show} onClick={() => details.toggle(job)} />
      ) : null}
      {isOwn && (state === 'Pending' || state === 'Processing') ? button(texts.pause, calls.pause) : null}
      {isOwn && state === 'Paused' ? button(texts.resume, calls.resume) : null}
      {isOwn && hasBegun(job) ? button(texts.cancel, calls.cancel) : null}
      {isOwn && state === 'Failed' && job.isStored ? button(texts.again(job), calls.resume) : null}
      {calls.retryFailed && canRetryFailed(job) ? button(texts.retryFailed, calls.retryFailed) : null}
    </>
  )
}

type DetailsProps = { job: ShownJob; calls: JobCalls }

/** The files of a job, and why lines failed. */
export function JobDetails({ job, calls }: DetailsProps) {
  return (
    <div className={classes['details']}>
      {job.isStored ? null : <Text size="xs">{texts.filesGone}</Text>}
      {job.isStored && job.files.length > 0 ? <Files job={job} calls={calls} /> : null}
      {job.failed > 0 && job.isStored ? <FailedLines job={job} calls={calls} /> : null}
    </div>
  )
}

function Files({ job, calls }: DetailsProps) {
  const download = async (wanted: string) => {
    try {
      const { files } = await call(calls.links, { id: job.id })
      for (const { name, url } of files) if (name === wanted) saveAddress(url, name)
    } catch (problem) {
      toastError(sentenceOf(problem))
    }
  }
  return job.files.map(({ name, bytes, sha256 }) => (
    <div key={name}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {sizeText(bytes)}
        </Text>
        <Button
          size="compact-xs"
          variant="light"
          aria-label={`${texts.download}: ${name}`}
          onClick={() => void download(name)}
        >
          {texts.download}
        </Button>
      </Group>
      <div className={classes['hash']}>SHA-256 {sha256}</div>
    </div>
  ))
}

/** Failed lines that are shown; the rest are counted. */
const shown = 100

function FailedLines({ job, calls }: DetailsProps) {
  const list = useQuery({
    queryKey: ['failed lines', job.id, job.failed],
    queryFn: ({ signal }) => call(calls.failedLines, { id: job.id, page: '1', perPage: String(shown) }, { signal }),
  })
  if (list.isPending) return <LoadingRows rows={3} height={28} />
  if (list.isError) return <ErrorState error={list.error} retry={() => void list.refetch()} />
  const { docs, totalDocs } = list.data
  return (
    <section aria-label={texts.failedLines(totalDocs)}>
      <Text size="sm" fw={600}>
        {texts.failedLines(totalDocs)}
      </Text>
      <ul className={classes['failed']}>
        {docs.map(({ id, row, address, problem }) => (
          <li key={id}>
            <Text span size="xs" c="dimmed">
              {texts.row} {row}
            </Text>{' '}
            {address === '' ? null : <span>{address}</span>}
            <Text size="xs">{problem}</Text>
          </li>
        ))}
        {totalDocs > docs.length ? <li>{texts.moreFailed(totalDocs - docs.length)}</li> : null}
      </ul>
    </section>
  )
}
