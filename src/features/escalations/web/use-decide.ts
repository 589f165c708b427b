import { useQueryClient } from '@tanstack/react-query'
import { escalations, type NextStep } from '#features/escalations/contract.ts'
import type { StepAction } from '#features/escalations/rules.ts'
import { call } from '#kit/web/call.ts'

/** The name of the next-steps list in query keys. */
export const listName = 'next steps'

/** Refreshes all lists that show runs. */
export function useRefreshSteps(): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: ['pages', listName] })
    void client.invalidateQueries({ queryKey: ['escalations'] })
  }
}

/** Applies an action to runs in the versions that were seen, and refreshes all lists that show them. */
export function useDecide() {
  const refresh = useRefreshSteps()
  return async (action: StepAction, runs: readonly NextStep[], more: { reason?: string; email?: string } = {}) => {
    const items = runs.map(({ id, version }) => ({ id, version }))
    try {
      return await call(escalations.decide, { action, items, ...more })
    } finally {
      refresh()
    }
  }
}
