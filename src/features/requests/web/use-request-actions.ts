import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { requests } from '#features/requests/contract.ts'
import { toastInfo, toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call, CallFailed } from '#kit/web/call.ts'
import { requestLists } from './lists.ts'
import { inbox } from './texts.ts'

/** Staff actions on requests. The list is refetched after each, also when somebody else was faster. */
export function useRequestActions() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const runAction = async <T>(request: Promise<T>): Promise<T | undefined> => {
    try {
      return await request
    } catch (error) {
      toastError(error instanceof CallFailed ? error.message : inbox.failed)
      return undefined
    } finally {
      void client.invalidateQueries({ queryKey: ['pages', requestLists.all] })
    }
  }
  /** Opens Upload Data with one row per request. */
  const upload = (ids: readonly string[]) =>
    // The routes are made from a list, so the router cannot type their addresses.
    navigate({ to: '/data-upload', search: { request: ids.join(',') } as never })

  return {
    upload,
    /** Takes requests and opens the upload screen with those that were still open. */
    take: async (ids: readonly string[]) => {
      const answer = await runAction(call(requests.take, { ids: [...ids] }))
      if (!answer) return
      toastInfo(answer.message)
      await upload(answer.taken)
    },
    release: async (id: string) => {
      const answer = await runAction(call(requests.release, { id }))
      if (answer) toastSuccess(answer.message)
    },
  }
}
/** What `useRequestActions` returns. */
export type RequestActions = ReturnType<typeof useRequestActions>
