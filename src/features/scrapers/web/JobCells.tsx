import { Button, Group, Text } from '@mantine/core'
import type { ScraperRecord } from '#features/scrapers/contract.ts'
import { scrapers } from '#features/scrapers/contract.ts'
import { JobTools, type ShownJob } from '#features/tool-jobs/web/JobTools.tsx'
import { JobState } from '#kit/web/JobState.tsx'
import { useSettings } from '#kit/web/settings.ts'
import { platformOf } from '#platforms/all.ts'
import { showMoment } from '#vocabulary/dates.ts'
import { countText } from '#vocabulary/numbers.ts'
import { onlyWaits } from '#vocabulary/job-states.ts'
import classes from './Scrapers.module.css'
import { texts } from './texts.ts'

/** Colours of the states: processed green, failed red, processing blue, every other yellow (S-136, S-300). */
const colours: Readonly<Record<string, string>> = { processed: '#2e7d32', failed: '#c62828', processing: '#1565c0' }
const otherColour = '#f9a825'

type Details = { isOpen: (job: ShownJob) => boolean; toggle: (job: ShownJob) => void }
type Options = {
  heads: readonly string[]
  reload: () => void
  details: Details
  /** The button that deletes a queued job. */
  deletion: (job: ScraperRecord) => React.ReactNode
}

/** The columns of a list of scrapper jobs. */
export function useJobColumns({ heads, reload, details, deletion }: Options) {
  const { businessZone: zone } = useSettings()
  const cells: ((row: ScraperRecord) => React.ReactNode)[] = [
    (row) => showMoment(row.createdAt, zone),
    (row) => row.receiverEmail,
    (row) => row.fileName,
    (row) => platformOf(row.platform)?.title ?? row.platform,
    (row) => countText(row.numOfRecords),
    (row) => (
      <JobState
        state={row.state}
        name={row.status}
        colour={colours[row.status] ?? otherColour}
        done={row.done}
        failed={row.failed}
        total={row.numOfRecords}
        secondsLeft={row.secondsLeft}
        problem={row.problem}
      />
    ),
    (row) => (
      <Group gap={4}>
        <JobTools job={row} calls={scrapers} reload={reload} details={details} />
        {deletion(row)}
      </Group>
    ),
  ]
  // Platform and number of records leave their width to the name.
  return [...heads, texts.actions].map((head, index) => ({
    head,
    cell: cells[index]!,
    isShort: index === 3 || index === 4,
  }))
}

type DeleteProps = {
  job: ScraperRecord
  /** Why it cannot be deleted. */
  refused: string | undefined
  isInert?: boolean
  onDelete: () => void
}

/** Why a job cannot be deleted; undefined: it can. */
export const refusedDeletion = (job: ScraperRecord, isOwn: boolean): string | undefined =>
  onlyWaits(job) ? (isOwn ? undefined : texts.onlyOwn) : texts.onlyQueued

/** Deletes a queued job: disabled otherwise, or greyed and without effect (G90). */
export function DeleteJob({ job, refused, isInert = false, onDelete }: DeleteProps) {
  const isOff = refused !== undefined
  return (
    <Button
      size="compact-xs"
      variant="light"
      color="red"
      aria-label={texts.deleteOf(job.fileName)}
      disabled={isOff && !isInert}
      aria-disabled={isOff}
      title={refused}
      aria-description={refused}
      className={isOff && isInert ? classes['inert']! : ''}
      onClick={() => (isOff ? undefined : onDelete())}
    >
      {texts.delete}
    </Button>
  )
}

/** Which jobs can be deleted, below the title of their list. */
export const DeletionHint = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed" mt={-4} mb="xs">
    {text}
  </Text>
)
