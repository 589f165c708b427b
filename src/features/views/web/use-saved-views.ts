import { useQuery, useQueryClient } from '@tanstack/react-query'
import { savedViews, type SavedView } from '#features/views/contract.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'

export type Search = Readonly<Record<string, string>>

export type SavedViewList = {
  /** Undefined until loaded. */
  views: readonly SavedView[] | undefined
  error: unknown
  reload: () => void
  save: (name: string, search: Search) => Promise<void>
  rename: (view: SavedView, name: string) => Promise<void>
  remove: (view: SavedView) => Promise<void>
}

/** A person's saved views of a list, loaded while `enabled`. Saving and renaming reject when the server refuses. */
export function useSavedViews(list: string, enabled: boolean): SavedViewList {
  const client = useQueryClient()
  const key = ['saved views', list]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(savedViews.list, { list }, { signal }),
    enabled,
  })
  const changed = ({ message }: { message: string }) => {
    toastSuccess(message)
    void client.invalidateQueries({ queryKey: key })
  }
  return {
    views: data?.views,
    error,
    reload: () => void refetch(),
    save: async (name, search) => changed(await call(savedViews.save, { list, name, search })),
    rename: async ({ id }, name) => changed(await call(savedViews.rename, { id, name })),
    remove: async ({ id }) => {
      try {
        changed(await call(savedViews.remove, { id }))
      } catch (problem) {
        toastError(sentenceOf(problem))
      }
    },
  }
}
