import { requesterGone } from '#features/sessions/messages.ts'
import { counted, countText } from '#vocabulary/numbers.ts'
import { maxWaiting, storedDays, turnMinutes } from './rules.ts'

/** Messages of jobs that work through lines. */
export const messages = {
  tooManyWaiting: `You already have ${maxWaiting} jobs waiting`,
  alreadyProcessing: 'Record is already being processed',
  notRunning: 'Record is not being processed',
  notPaused: 'Only a paused or failed job can be resumed',
  notYours: 'Only the person who requested this job, or an Admin, can do this',
  notReady: 'This job is not finished yet',
  noFiles: 'This job has no files',
  notStored: 'The files of this job have been deleted. Please request it again.',
  deleted: 'The job has been removed from the queue',
  /**
   * Why a job is not worked on: those before it in its queue, of which each gives way after its turn, and the one of them
   * that is worked on; `turns`: that pass one after another.
   */
  waitsFor: (
    { jobs, turns }: { jobs: number; turns: number },
    running: { name: string; done: number; records: number } | null,
  ) => {
    const before = jobs === 1 ? 'the job before it' : `${countText(jobs)} jobs before it`
    const ahead = `Waits for ${before}, about ${countText(turns * turnMinutes)} minutes at most`
    if (running === null) return ahead
    const { name, done, records } = running
    return `${ahead}. Now: ${[name, `${countText(done)} of ${countText(records)}`].filter(Boolean).join(', ')}`
  },
  cancelled: (by: string) => `Cancelled by ${by}`,
  paused: (by: string) => `Paused by ${by}`,
  pausedTooLong: `Paused for more than ${storedDays} days`,
  cancelDone: 'The job has been cancelled',
  pauseDone: 'The job is paused',
  resumed: 'The job has been resumed',
  noneFailed: 'No row of this job has failed',
  alreadyRetried: 'The failed rows of this job have already been queued again',
  retried: (n: number) => `${counted(n, 'failed row has', 'failed rows have')} been queued again`,
  /** What a job for failed rows is called; a retry of a retry is called the same. */
  nameOfRetry: (name: string) => (name === '' || name.endsWith(' (retry)') ? name : `${name} (retry)`),
  notDone: 'The job could not be finished.',
  requesterGone,
  rowFailed: 'It could not be processed',
  notReached: 'Not processed: the job ended before this row',
  picturesNotStored: 'The pictures of it could not be stored.',
  missingFile: (name: string) => `${name} is missing in the file store`,
  missingFiles: (count: number) =>
    count === 1 ? '1 file is missing in the file store:' : `${count} files are missing in the file store:`,
  everyRowFailed: (reason: string) => `Every line failed, the first because: ${reason}`,
} as const
