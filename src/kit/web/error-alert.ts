import { CallFailed } from './call.ts'
import { sentenceOf } from './ErrorState.tsx'

const prefixedStatuses: readonly number[] = [400, 401, 422, 500]

/** Alert text of a rejected save, on the screens where the specification prefixes it with Oops. */
export function errorAlertText(error: unknown): string {
  const sentence = sentenceOf(error)
  return error instanceof CallFailed && prefixedStatuses.includes(error.status) ? `Oops ${sentence}` : sentence
}
