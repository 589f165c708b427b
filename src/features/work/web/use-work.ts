import { useQuery, useQueryClient } from '@tanstack/react-query'
import { undoMilliseconds } from '#features/findings/web/use-undo-offer.ts'
import { work } from '#features/work/contract.ts'
import { toastError, toastInfo, toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { texts } from './texts.ts'

/** Who has how much; people are offered from it too. */
export function useBoard(isNeeded = true) {
  return useQuery({
    queryKey: ['workload'],
    queryFn: ({ signal }) => call(work.board, {}, { signal }),
    enabled: isNeeded,
    staleTime: 0,
  })
}

type Done = {
  message: string
  skipped?: number
  /** Takes it back, which is offered for ten seconds. */
  undo?: () => Promise<Done>
}

/** Runs a change of assignments, says what it did and what it left out, and loads what shows assignments again. */
export function useWorkChange(): (change: () => Promise<Done>) => Promise<boolean> {
  const client = useQueryClient()
  return async function run(change): Promise<boolean> {
    try {
      const { message, skipped = 0, undo } = await change()
      const offer = undo && { label: texts.undo, run: () => void run(undo) }
      toastSuccess(message, offer && { milliseconds: undoMilliseconds, action: offer })
      if (skipped > 0) toastInfo(texts.skipped(skipped))
      return true
    } catch (error) {
      toastError(sentenceOf(error))
      return false
    } finally {
      for (const name of [['pages', 'work'], ['workload'], ['activity']])
        void client.invalidateQueries({ queryKey: name })
    }
  }
}
