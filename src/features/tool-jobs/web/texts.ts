import { countText } from '#vocabulary/numbers.ts'

/** Texts beside the jobs of every list. */
export const texts = {
  pause: 'Pause',
  cancel: 'Cancel job',
  resume: 'Resume',
  retry: 'Retry failed rows',
  show: 'Show details',
  hide: 'Hide details',
  download: 'Download',
  filesGone: 'The files have been deleted.',
  failedLines: (n: number) => `${countText(n)} failed`,
  row: 'Row',
  moreFailed: (n: number) => `and ${countText(n)} more: they are in the file of failed rows once the job is finished`,
} as const
