import { fallbackMessages } from '#features/users/messages.ts'
import { CallFailed } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'

/** The alert when a user could not be saved. */
export const saveRefusal = (error: unknown) => serverSentence(error, fallbackMessages.save)

/** The alert when a user could not be deleted. */
export const deleteRefusal = (error: unknown) => serverSentence(error, fallbackMessages.remove)

function serverSentence(error: unknown, otherwise: string): string {
  if (!(error instanceof CallFailed)) return sentenceOf(error)
  const { message } = error.answer
  return typeof message === 'string' && message !== '' ? message : otherwise
}
