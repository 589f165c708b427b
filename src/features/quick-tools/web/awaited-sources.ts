import type { quickToolCalls } from '#features/quick-tools/contract.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'

export type Source = CallOutput<typeof quickToolCalls.sources>['docs'][number]

/** Facebook Scan opens the pages of stored findings: it has no source that could be probed. */
export const isProbed = ({ report }: Pick<Source, 'report'>): boolean => report !== 'facebookScan'

/** When the last of the sources was probed; '' for none. */
export const newestAnswer = (sources: readonly Pick<Source, 'checkedAt'>[]): string =>
  sources.map(({ checkedAt }) => checkedAt ?? '').reduce((one, other) => (one > other ? one : other), '')

/** Whether some source has not answered since the newest answer `after`; undefined: nobody waits for one. */
export const awaitsAnswer = (
  sources: readonly Pick<Source, 'report' | 'checkedAt'>[],
  after: string | undefined,
): boolean => after !== undefined && sources.filter(isProbed).some(({ checkedAt }) => (checkedAt ?? '') <= after)
