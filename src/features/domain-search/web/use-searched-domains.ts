import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { domainSearch } from '#features/domain-search/contract.ts'
import type { SearchedDomain } from '#features/domain-search/contract-schemas.ts'
import type { Action } from '#features/domain-search/rules.ts'
import { toastError, toastSuccess } from '#kit/web/alerts.ts'
import { call } from '#kit/web/call.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { stillThere, toggled } from '#kit/web/selection.ts'
import { useChangeAddress } from '#kit/web/use-address.ts'
import { useList } from '#kit/web/use-list.ts'

const filterNames = ['company', 'brand', 'date', 'search'] as const
export type Filters = Readonly<Partial<Record<(typeof filterNames)[number], string>>>
export type View = 'grid' | 'list'

const perPage = 60

/** The searched domains of the filters in the address, the cards that are selected, and the decisions about them. */
export function useSearchedDomains() {
  const { filters, view, change, clear, setView } = useAddress()
  const list = useList<SearchedDomain>({
    name: ['searched domains', JSON.stringify(filters)],
    size: perPage,
    growth: 'next-page',
    load: ({ page, perPage: size }, signal) =>
      call(domainSearch.searched, { ...filters, page, perPage: size }, { signal }),
  })
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const rows = list.rows.filter(({ id }) => !hidden.has(id))
  const ids = rows.map(({ id }) => id)

  /** Decides about records: they leave the list at once, and come back when the decision is refused (S-132). */
  const decide = async (action: Action, recordIds: readonly string[]) => {
    if (recordIds.length === 0) return
    setHidden((now) => new Set([...now, ...recordIds]))
    setSelected(without(recordIds))
    try {
      const [first] = recordIds
      const answer =
        recordIds.length === 1
          ? { ...(await call(domainSearch.act, { action, recordId: first! })), refused: [] }
          : await call(domainSearch.actOnMany, { action, recordIds: [...recordIds] })
      setHidden(without(answer.refused.map(({ id }) => id)))
      if (answer.refused.length > 0) toastError(answer.message)
      else toastSuccess(answer.message)
    } catch (problem) {
      toastError(sentenceOf(problem))
      setHidden(without(recordIds))
    }
    list.reload()
  }
  return {
    list,
    rows,
    total: Math.max(0, list.total - (list.rows.length - rows.length)),
    filters,
    change,
    clear,
    view,
    setView,
    selected: stillThere(selected, ids),
    toggle: (id: string) => setSelected((now) => toggled(now, ids, id)),
    selectNone: () => setSelected(new Set()),
    decide,
  }
}

/** The set without these ids. */
const without = (ids: readonly string[]) => (now: ReadonlySet<string>) =>
  new Set([...now].filter((id) => !ids.includes(id)))

export type SearchedDomains = ReturnType<typeof useSearchedDomains>

/** Filters and view, in the address. */
function useAddress() {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const changeAddress = useChangeAddress()
  const textOf = (name: string) => (typeof search[name] === 'string' ? search[name].trim() : '')
  const filters: Filters = Object.fromEntries(
    filterNames.map((name) => [name, textOf(name)]).filter(([, text]) => text),
  )
  const go = (next: Readonly<Record<string, string | undefined>>) =>
    void changeAddress((now) => ({ search: { ...now.search, ...next }, replace: true }))
  return {
    filters,
    view: (textOf('view') === 'list' ? 'list' : 'grid') as View,
    /** Changes some filters and leaves the others; an empty text removes one. */
    change: (texts: Filters) =>
      go(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text || undefined]))),
    clear: () => go(Object.fromEntries(filterNames.map((name) => [name, undefined]))),
    setView: (view: View) => go({ view: view === 'grid' ? undefined : view }),
  }
}
