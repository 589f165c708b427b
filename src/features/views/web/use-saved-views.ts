import { useQuery, useQueryClient } from '@tanstack/react-query'
import { savedViews, type SavedView } from '#features/views/contract.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { pinnedKey } from './use-pinned-views.ts'

export type Search = Readonly<Record<string, string>>

export type SavedViewList = {
  /** Undefined until loaded. */
  views: readonly SavedView[] | undefined
  error: unknown
  reload: () => void
  save: (view: { name: string; search: Search; isShared: boolean | undefined }) => Promise<void>
  rename: (view: SavedView, name: string) => Promise<void>
  share: (view: SavedView, isShared: boolean) => void
  pin: (view: SavedView, isPinned: boolean) => void
  remove: (view: SavedView) => void
}

const keyOf = (list: string) => ['saved views', list]

/**
 * The saved views of a list that a person sees. Saving and renaming reject when the server refuses; the other changes
 * alert.
 */
export function useSavedViews(list: string): SavedViewList {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(list),
    queryFn: ({ signal }) => call(savedViews.list, { list }, { signal }),
    staleTime: 60_000,
  })
  const changed = ({ message }: { message: string }) => {
    toastSuccess(message)
    void client.invalidateQueries({ queryKey: keyOf(list) })
    void client.invalidateQueries({ queryKey: pinnedKey })
  }
  const tried = (change: Promise<{ message: string }>) =>
    void change.then(changed, (problem: unknown) => toastError(sentenceOf(problem)))
  return {
    views: data?.views,
    error,
    reload: () => void refetch(),
    save: async (view) => changed(await call(savedViews.save, { list, ...view })),
    rename: async ({ id }, name) => changed(await call(savedViews.rename, { id, name })),
    share: ({ id }, isShared) => tried(call(savedViews.share, { id, isShared })),
    pin: ({ id }, isPinned) => tried(call(savedViews.pin, { id, isPinned })),
    remove: ({ id }) => tried(call(savedViews.remove, { id })),
  }
}
