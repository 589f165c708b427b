import type { RowInput } from '#features/tool-jobs/server/tool-runner.ts'

/** The address of a line as it was stored; '' when the row has none. */
export const addressOfLine = (input: RowInput): string => (typeof input === 'string' ? input : (input['address'] ?? ''))
