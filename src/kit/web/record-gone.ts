import { resourceNotFound } from '#kit/contract/not-found.ts'
import { CallFailed, failedWith } from './call.ts'

/** The sentence for a record that somebody deleted after it was loaded. */
export const recordGone = 'This record no longer exists.'

/** Whether a call failed because its record was deleted, or may no longer be seen by this person. */
export const isRecordGone = (error: unknown): error is CallFailed =>
  failedWith(error, 404) && [resourceNotFound, recordGone].includes(error.message)

/** The failure of a call about one record, with a message that says so when the record no longer exists. */
export const withRecordGone = (error: unknown): unknown =>
  isRecordGone(error) ? new CallFailed(error.status, { ...error.answer, message: recordGone }) : error
