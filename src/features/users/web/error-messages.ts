import { fallbackMessages } from './texts.ts'
import { CallFailed } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'

/** The alert when a user could not be saved. */
export const saveErrorMessage = (error: unknown) => serverMessage(error, fallbackMessages.save)

/** The alert when a user could not be deleted. */
export const deleteErrorMessage = (error: unknown) => serverMessage(error, fallbackMessages.remove)

function serverMessage(error: unknown, fallback: string): string {
  if (!(error instanceof CallFailed)) return sentenceOf(error)
  const { message } = error.answer
  return typeof message === 'string' && message !== '' ? message : fallback
}
