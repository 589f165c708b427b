import { useQueryClient } from '@tanstack/react-query'
import { ladders, type NextStep } from '#features/ladders/contract.ts'
import type { Deed } from '#features/ladders/messages.ts'
import { call } from '#kit/web/call.ts'

/** The list of next steps, as other parts of the console name it. */
export const listName = 'next steps'

/** Decides about runs as they were seen, and has everything that shows them ask anew. */
export function useDecide() {
  const client = useQueryClient()
  return async (deed: Deed, runs: readonly NextStep[], more: { reason?: string; email?: string } = {}) => {
    const items = runs.map(({ id, version }) => ({ id, version }))
    try {
      return await call(ladders.decide, { deed, items, ...more })
    } finally {
      void client.invalidateQueries({ queryKey: ['pages', listName] })
      void client.invalidateQueries({ queryKey: ['ladders'] })
    }
  }
}
