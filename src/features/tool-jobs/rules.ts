import type { JobState } from '#vocabulary/job-states.ts'

/** Kinds of jobs that work through lines; each is a queue of its own (G87). */
export const toolKinds = ['quick-tool', 'scraper-1', 'scraper-2', 'scraper-3', 'scraper-4', 'trademark-report'] as const
export type ToolKind = (typeof toolKinds)[number]

/** Jobs of a kind that run at the same time (G87). */
export const maxRunningOf: Record<ToolKind, number> = {
  'quick-tool': 4,
  'scraper-1': 1,
  'scraper-2': 1,
  'scraper-3': 1,
  'scraper-4': 1,
  'trademark-report': 1,
}

/** Whether a list should be read again soon: the job waits, is worked on, or its files are being written. */
export const isUnderWay = ({ state, awaitsFiles }: { state: JobState; awaitsFiles: boolean }): boolean =>
  state === 'Pending' || state === 'Processing' || awaitsFiles

type Finished = { state: JobState; failed: number; isOwn: boolean; isStored: boolean; isRetried: boolean }

/** Whether the caller may queue the failed lines of a finished job again; those of one that failed go on in that job. */
export const canRetryFailed = ({ state, failed, isOwn, isStored, isRetried }: Finished): boolean =>
  state === 'Completed' && failed > 0 && isOwn && isStored && !isRetried

/** Minutes after which a job gives way to those that wait, so that a long one does not keep its queue for hours. */
export const turnMinutes = 5

/** Waiting jobs of one user in each queue (G87). */
export const maxWaiting = 20

/** Days for which the files of a job stay stored (G86). */
export const storedDays = 30

/** How the lists of scrapers and reports name the states (S-133, S-138). */
export const wireStates = {
  Pending: 'queued',
  Processing: 'processing',
  Paused: 'paused',
  Completed: 'processed',
  Failed: 'failed',
} as const satisfies Record<JobState, string>
