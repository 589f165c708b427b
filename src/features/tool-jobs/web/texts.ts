import { countText } from '#vocabulary/numbers.ts'

const retryFailed = 'Retry failed rows'

/** Texts beside the jobs of every list. */
export const texts = {
  pause: 'Pause',
  cancel: 'Cancel job',
  resume: 'Resume',
  /** What is done again of a job that ended before its time or with failed lines. */
  again: ({ done, failed, waiting }: { done: number; failed: number; waiting: number }) => {
    if (done === 0 || failed + waiting === 0) return 'Retry'
    if (waiting === 0) return retryFailed
    return failed === 0 ? 'Resume' : 'Resume and retry failed rows'
  },
  retryFailed,
  writing: 'Preparing the file of finished rows…',
  show: 'Show details',
  hide: 'Hide details',
  download: 'Download',
  filesGone: 'The files have been deleted.',
  failedLines: (n: number) => `${countText(n)} failed`,
  row: 'Row',
  moreFailed: (n: number) => `and ${countText(n)} more: they are in the file of failed rows once the job is finished`,
} as const
