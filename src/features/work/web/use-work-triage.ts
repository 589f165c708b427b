import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { rowsQuery, useFoundRows } from '#features/findings/web/use-found-rows.ts'
import { useTriage } from '#features/findings/web/use-triage.ts'
import type { WorkItem } from '#features/work/contract.ts'
import type { Page } from '#kit/contract/page.ts'
import { type PageQuery, queryOfView } from '#kit/web/page-view.ts'
import { useChangeAddress } from '#kit/web/use-address.ts'
import type { Pages } from '#kit/web/use-pages.ts'
import { platformOf, platforms } from '#platforms/all.ts'

/** Reads a page of assigned findings. */
export type LoadWork = (query: PageQuery, signal: AbortSignal) => Promise<Page<WorkItem>>

type Many = { selected: number; onMany: (status: string) => void }

/** The findings of a page of assigned work, of all platforms: opened beside the list, walked through and decided on by keys. */
export function useWorkTriage(pages: Pages<WorkItem>, load: LoadWork, many: Many) {
  const client = useQueryClient()
  const changeAddress = useChangeAddress()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const peek = typeof search['peek'] === 'string' ? search['peek'] : undefined
  const { view } = pages
  const go = (page: number, to: string | undefined) =>
    void changeAddress((now) => ({
      search: { ...now.search, page: page > 1 ? String(page) : undefined, peek: to },
      replace: page === view.page,
      resetScroll: false,
    }))
  const isShown = pages.state === 'ready' || pages.state === 'reloading'
  const list = useFoundRows(isShown ? { docs: pages.rows, totalDocs: pages.total } : undefined, true)
  // A finding that was given to somebody else leaves the list while it is open.
  const [known] = useState(() => new Map<string, string>())
  const { rows } = pages
  useEffect(() => {
    for (const { id, platform } of rows) known.set(id, platform)
  }, [rows, known])
  const triage = useTriage(platforms[0]!, {
    list,
    peek: { now: peek, set: (to) => go(view.page, to) },
    ...many,
    platformOf: (id) => platformOf(rows.find((row) => row.id === id)?.platform ?? known.get(id) ?? ''),
    pages: {
      page: view.page,
      count: pages.count,
      before: (view.page - 1) * view.size,
      read: async (page) => {
        const query = queryOfView({ ...view, page })
        const { docs } = await client.fetchQuery({
          queryKey: ['pages', 'work', query],
          queryFn: ({ signal }) => load(query, signal),
          staleTime: 0,
          retry: false,
        })
        return client.fetchQuery(rowsQuery(docs))
      },
      go,
    },
  })
  return { triage, list }
}
