import { useQuery, useQueryClient } from '@tanstack/react-query'
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

type Done = { message: string; skipped?: number }

/** Runs a change of assignments, says what it did and what it left out, and loads what shows assignments again. */
export function useWorkChange(): (change: () => Promise<Done>) => Promise<boolean> {
  const client = useQueryClient()
  return async (change) => {
    try {
      const { message, skipped = 0 } = await change()
      toastSuccess(message)
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
