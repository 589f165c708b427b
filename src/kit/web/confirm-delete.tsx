import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { toastError, toastSuccess } from './alerts.ts'
import { useConfirm } from './Confirm.tsx'
import { sentenceOf } from './ErrorState.tsx'
import { isRecordGone, withRecordGone } from './record-gone.ts'

/** The texts of every deletion. */
export const deletion = {
  title: 'Confirm Deletion',
  text: 'Are you sure you want to permanently remove this item?',
  yes: 'Delete',
  done: 'Deleted! Your record has been deleted.',
} as const

export type DeleteOptions = {
  /** What is deleted, as the screen names it. */
  name: string
  /** The call; the message of its response is shown too. */
  send: () => Promise<{ message?: string }>
  /** Names of the lists (usePages) to reload afterwards. */
  lists: readonly string[]
  /** Message for a rejected deletion; by default the server's own. */
  refused?: (error: unknown) => string
  /** Shows the outcome in place of the alerts with the server's message. */
  outcome?: { good: (message: string) => void; bad: (error: unknown) => void }
}

const Deleted = ({ name }: { name: string }) => (
  <>
    <p style={{ margin: 0 }}>{deletion.text}</p>
    <p style={{ margin: '8px 0 0', fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</p>
  </>
)

/** Confirms, deletes and shows the result; resolves with whether the record is gone. Render the dialog yourself. */
export function useDelete(): [remove: (options: DeleteOptions) => Promise<boolean>, dialog: ReactNode] {
  const client = useQueryClient()
  const [confirm, dialog] = useConfirm()
  const remove = async ({ name, send, lists, refused = sentenceOf, outcome }: DeleteOptions): Promise<boolean> => {
    if (!(await confirm({ ...deletion, text: <Deleted name={name} />, dangerous: true }))) return false
    const reload = () => {
      for (const name of lists) void client.invalidateQueries({ queryKey: ['pages', name] })
    }
    try {
      const { message } = await send()
      toastSuccess(deletion.done)
      if (message) (outcome?.good ?? toastSuccess)(message)
      reload()
      return true
    } catch (failure) {
      if (isRecordGone(failure)) reload()
      const error = withRecordGone(failure)
      if (outcome) outcome.bad(error)
      else toastError(refused(error), { cause: error })
      return false
    }
  }
  return [remove, dialog]
}
